/** Pictures as they are stored: what was added to them is gone, and they are shown as before. */
import jpegJs from 'jpeg-js';
import { kindOf } from '../../../server/kernel/files/fileKind';
import { pictureIn, storedPicture } from '../../../server/kernel/image/drawable';
import { orientationOfPicture, pictureTypes, withoutMetadata } from '../../../server/kernel/image/imageMetadata';
import { decoded } from '../../../server/ocr/picture/decoded';
import {
  bmpOf,
  gifWithMore,
  jpegOf,
  plainGif,
  plainJpeg,
  pngOf,
  riff,
  secret,
  tiff,
  webpChunk,
  webpHead,
  webpOf,
  webpPixels,
} from '../../support/pictures';
import { png, pngChunk } from '../../support/png';

function clean(bytes: Buffer, type: string): Buffer {
  return withoutMetadata(bytes, type) ?? Buffer.from(secret);
}
const turning: [type: string, of: (orientation: number) => Buffer][] = [
  ['image/jpeg', jpegOf],
  ['image/png', pngOf],
  ['image/webp', webpOf],
];
const all: [name: string, type: string, bytes: Buffer][] = [
  ...turning.flatMap(([type, of]) =>
    [1, 6, 8].map((held): [string, string, Buffer] => [`${type} ${held}`, type, of(held)]),
  ),
  ['a GIF', 'image/gif', gifWithMore],
  ['a bitmap', 'image/bmp', bmpOf(40, 20, secret, secret)],
  ['a bitmap from above', 'image/bmp', bmpOf(40, -20, secret, secret)],
  ['a bitmap that names a profile', 'image/bmp', bmpOf(40, 20, '', secret, 'LINK')],
];

describe('a stored picture', () => {
  it.each(all)('%s tells nothing that was added to it', (_name, type, bytes) => {
    expect(bytes.includes(secret.slice(0, 6))).toBe(true);
    const stored = clean(bytes, type);
    expect(stored.includes(secret.slice(0, 6))).toBe(false);
    expect(clean(stored, type)).toEqual(stored); // and a second time nothing changes
    expect(pictureIn(stored, pictureTypes)).toEqual(pictureIn(bytes, pictureTypes));
  });

  it.each(turning)('%s is held as before', (type, of) => {
    for (let held = 1; held <= 8; held++) {
      expect(orientationOfPicture(of(held), type)).toBe(held);
      expect(orientationOfPicture(clean(of(held), type), type)).toBe(held);
    }
    for (const none of [0, 9, 65535]) expect(orientationOfPicture(of(none), type)).toBe(1);
  });

  it('has the pixels, colours and frames that it had', () => {
    const [stored, plain] = [clean(jpegOf(1), 'image/jpeg'), plainJpeg()];
    expect(jpegJs.decode(stored, { useTArray: true }).data).toEqual(jpegJs.decode(plain, { useTArray: true }).data);
    expect(stored.includes('ICC_PROFILE')).toBe(true);
    expect(stored.includes('Adobe')).toBe(true);
    expect(stored.subarray(2, 4).toString('hex')).toBe('ffe0'); // JFIF comes first
    const chunks = clean(pngOf(1), 'image/png')
      .toString('latin1')
      .match(/IHDR|eXIf|pHYs|acTL|fcTL|IDAT|IEND/g);
    expect(chunks).toEqual(['IHDR', 'pHYs', 'acTL', 'fcTL', 'IDAT', 'IEND']);
    expect(clean(webpOf(1), 'image/webp')).toEqual(
      riff(
        webpHead(0x22),
        webpChunk('ICCP', 'colours'),
        webpChunk('ANIM', Buffer.alloc(6)),
        webpChunk('ANMF', Buffer.concat([Buffer.alloc(16), webpPixels])),
      ),
    );
    expect(clean(gifWithMore, 'image/gif')).toEqual(plainGif);
    expect(clean(bmpOf(40, 20, '', secret), 'image/bmp')).toEqual(bmpOf());
    const profile = bmpOf(40, 20, '', 'colours of it', 'MBED');
    expect(clean(profile, 'image/bmp')).toEqual(profile);
  });

  it('of papers is read the way it is shown', async () => {
    const sides = async (bytes: Buffer, type: string) => {
      const { width, height } = await decoded(bytes, type, async () => png());
      return [width, height];
    };
    for (const [type, of] of turning) {
      expect(await sides(clean(of(6), type), type)).toEqual([20, 40]);
      expect(await sides(clean(of(1), type), type)).toEqual([40, 20]);
    }
  });

  it('a PNG is turned by what stands before its pixels, as browsers do, and keeps what stands behind', () => {
    const plain = png();
    const late = Buffer.concat([plain.subarray(0, -12), pngChunk('eXIf', tiff(6)), plain.subarray(-12)]);
    expect(orientationOfPicture(late, 'image/png')).toBe(1);
    const stored = clean(late, 'image/png');
    expect(stored.indexOf('eXIf')).toBeGreaterThan(stored.indexOf('IDAT'));
  });
});

describe('a picture that cannot be drawn', () => {
  const broken = png();
  broken.writeUInt8(broken[50]! ^ 1, 50); // within its pixels
  const cut = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2));
  const told = (bytes: Buffer, ...numbers: [at: number, value: number][]) => {
    for (const [at, value] of numbers) bytes.writeUInt32LE(value, at);
    return bytes;
  };
  it.each([
    ['half a JPEG', cut(plainJpeg(400, 300))],
    ['half a JPEG with a whole one before it', Buffer.concat([jpegOf(1).subarray(0, 340), cut(plainJpeg(400, 300))])],
    ['a JPEG without its end', plainJpeg().subarray(0, -2)],
    ['a JPEG without a scan', Buffer.concat([plainJpeg().subarray(0, 500), Buffer.from([0xff, 0xd9])])],
    ['half a PNG', cut(png(400, 300))],
    ['a PNG with a wrong check sum', broken],
    ['a PNG without pixels', Buffer.concat([png().subarray(0, 33), png().subarray(-12)])],
    [
      'a PNG with a part that must be known',
      Buffer.concat([png().subarray(0, 33), pngChunk('CgBI', ''), png().subarray(33)]),
    ],
    ['half a WebP', cut(webpOf(1))],
    ['a WebP without pixels', riff(webpHead(0), webpChunk('ICCP', 'colours'))],
    ['a WebP with a frame that is cut off', riff(webpHead(2), webpChunk('ANMF', Buffer.alloc(20, 9)))],
    ['half a GIF', plainGif.subarray(0, -4)],
    ['a GIF without a picture', Buffer.concat([plainGif.subarray(0, 19), Buffer.from([0x3b]), Buffer.alloc(20)])],
    ['half a bitmap', cut(bmpOf())],
    ['a bitmap whose head no browser reads', told(bmpOf(40, 20, '\0'.repeat(26)), [14, 66])],
    ['a bitmap that holds a JPEG', told(bmpOf(), [30, 4], [34, 60])],
    ['a bitmap that holds a PNG', told(bmpOf(), [30, 5], [34, 60])],
    ['a bitmap of more colours than there are', told(bmpOf(), [28, 8], [46, 5000])],
    ['a bitmap whose head is none', Buffer.concat([bmpOf().subarray(0, 14), Buffer.alloc(60, 3)])],
  ])('is refused: %s', (_name, bytes) => {
    const type = kindOf(bytes, 'a.png');
    expect(pictureTypes).toContain(type);
    expect(() => storedPicture(bytes, type)).toThrow(expect.objectContaining({ code: 'picture.corrupt' }));
  });

  it('is as large as browsers draw it: a GIF whose picture reaches beyond the sides of its head', () => {
    const wide = Buffer.from(plainGif);
    const at = wide.lastIndexOf(0x2c);
    wide.writeUInt16LE(300, at + 3);
    wide.writeUInt16LE(20, at + 7);
    expect(pictureIn(wide, pictureTypes)).toMatchObject({ width: 1, height: 320 });
    wide.writeUInt16LE(8193, at + 5);
    expect(() => pictureIn(wide, pictureTypes)).toThrow(expect.objectContaining({ code: 'picture.badSize' }));
  });

  it.each([
    ['lossless', 0xc3, 8],
    ['hierarchical', 0xc5, 8],
    ['arithmetic', 0xc9, 8],
    ['JPEG-LS', 0xf7, 8],
    ['of twelve bits a colour', 0xc1, 12],
  ])('is refused by its encoding where it is whole: a JPEG that is %s', (_name, marker, bits) => {
    const bytes = plainJpeg();
    const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
    [bytes[frame + 1], bytes[frame + 4]] = [marker, bits];
    expect(pictureIn(bytes, pictureTypes)).toMatchObject({ width: 40, height: 20 });
    expect(() => storedPicture(bytes, 'image/jpeg')).toThrow(expect.objectContaining({ code: 'picture.strangeJpeg' }));
  });

  it('is no bitmap whose head is one of those that browsers read', () => {
    expect(storedPicture(told(bmpOf(40, 20, '\0'.repeat(24)), [14, 64]), 'image/bmp')).toBeDefined();
  });

  it('is refused as damaged where bytes between its segments hide its sides', () => {
    const plain = plainJpeg();
    const bytes = Buffer.concat([plain.subarray(0, 20), Buffer.from('junk'), plain.subarray(20)]);
    expect(() => pictureIn(bytes, pictureTypes)).toThrow(expect.objectContaining({ code: 'picture.corrupt' }));
  });

  it('has its sides where bytes fill the room before a segment', () => {
    const plain = plainJpeg();
    const filled = Buffer.concat([plain.subarray(0, 20), Buffer.from([0xff, 0xff]), plain.subarray(20)]);
    expect(pictureIn(filled, pictureTypes)).toMatchObject({ width: 40, height: 20 });
    expect(storedPicture(filled, 'image/jpeg').length).toBeGreaterThan(500);
  });

  it.each([
    ['0 × 0', plainJpeg(0, 0)],
    ['9000 × 9000', bmpOf(9000, 1)],
    ['a bitmap from OS/2 of 0 × 0', Buffer.from(`BM${'\0'.repeat(12)}\u000c${'\0'.repeat(40)}`, 'latin1')],
  ])('is refused by its sides: %s', (_name, bytes) => {
    expect(() => pictureIn(bytes, pictureTypes)).toThrow(expect.objectContaining({ code: 'picture.badSize' }));
  });
});

describe('a picture of a kind that not every browser shows', () => {
  const boxed = (...brands: string[]) => {
    const bytes = Buffer.concat([Buffer.from(`\0\0\0\0ftyp${brands[0]}\0\0\0\0${brands.slice(1).join('')}`, 'latin1')]);
    bytes.writeUInt32BE(bytes.length, 0);
    return Buffer.concat([bytes, Buffer.alloc(40)]);
  };
  it.each([
    ['HEIC', 'image/heic', boxed('heic', 'mif1', 'heic')],
    ['HEIC', 'image/heic', boxed('heix', 'mif1')],
    ['HEIC', 'image/heic', boxed('mif1', 'mif1', 'heic')],
    ['HEIC', 'image/heic', boxed('msf1', 'hevc')],
    ['HEIF', 'image/heif', boxed('mif1', 'miaf')],
    ['HEIF', 'image/heif', boxed('msf1')],
    ['AVIF', 'image/avif', boxed('avif', 'mif1', 'miaf')],
    ['AVIF', 'image/avif', boxed('avis', 'msf1')],
    ['AVIF', 'image/avif', boxed('mif1', 'avif', 'miaf')],
    ['TIFF', 'image/tiff', Buffer.concat([Buffer.from('MM\0*'), Buffer.alloc(60)])],
    ['TIFF', 'image/tiff', Buffer.concat([Buffer.from('II*\0'), Buffer.alloc(60)])],
  ])('is refused by its name: %s', (name, kind, bytes) => {
    expect(kindOf(bytes, 'IMG_0001.jpg')).toBe(kind);
    expect(() => pictureIn(bytes, pictureTypes)).toThrow(
      expect.objectContaining({ code: 'picture.strange', detail: { name } }),
    );
  });

  it('is not taken for one where it is a video', () => {
    for (const brands of [['isom', 'mp41'], ['mp42', 'heic'], ['qt  ']])
      expect(kindOf(boxed(...brands), 'a')).toBe('video/mp4');
    expect(pictureIn(boxed('isom', 'mif1'), pictureTypes)).toBeUndefined();
  });
});
