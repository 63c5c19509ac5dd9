/**
 * Attacks on signed PDF files, as they are published: shadow documents (hide, replace, both), additions to certified
 * files, forged and wrapped signatures, and cut or appended revisions. Each is built on a contract of the product.
 */
import { openUpdate, streamOf, type Update } from '../../server/esign/seal/update';
import { issued, oids, sha256, signedData } from './der';

const black = '0 0 0 rg 0 0 595 842 re f';

/** An update that reads what it has written itself. */
function openDraft(file: Buffer): Update {
  const update = openUpdate(file);
  const written = new Map<number, string>();
  const write = (id: number, body: string | Buffer) => {
    written.set(id, body.toString('latin1'));
    update.put(id, body);
  };
  return {
    ...update,
    object: (id) => written.get(id) ?? update.object(id),
    put: write,
    add(body) {
      const id = update.reserve();
      write(id, body);
      return id;
    },
  };
}
function change(file: Buffer, work: (update: Update) => void): Buffer {
  const update = openDraft(file);
  work(update);
  return update.finish().bytes;
}
function put(update: Update, id: number, form: RegExp | string, text: string): void {
  const body = update.object(id);
  const changed = body.replace(form, text);
  if (changed === body) throw new Error(`object ${id} has no ${form}`);
  update.put(id, changed);
}
function numberIn(text: string, form: RegExp): number {
  const found = form.exec(text)?.[1];
  if (!found) throw new Error(`no ${form}`);
  return Number(found);
}
function contentsOf(update: Update, page: number): number {
  return numberIn(update.object(update.pages[page]!), /\/Contents (\d+) 0 R/);
}
function formOf(update: Update): number {
  return numberIn(update.object(update.catalogue), /\/AcroForm (\d+) 0 R/);
}
/** Provider, customer, evidence. */
function fieldsOf(update: Update): [number, number, number] {
  const list = /\/Fields \[(\d+) 0 R (\d+) 0 R (\d+) 0 R/.exec(update.object(formOf(update)))!;
  return [Number(list[1]), Number(list[2]), Number(list[3])];
}
function cover(update: Update): number {
  return update.add(streamOf('/Type /XObject\n/Subtype /Form\n/BBox [0 0 595 842]', Buffer.from(black)));
}
/** An annotation over a whole page; answers its number. */
function annotation(update: Update, page: number, entries: string): number {
  const note = update.add(
    `<<\n/Type /Annot\n/Rect [0 0 595 842]\n/F 4\n/AP << /N ${cover(update)} 0 R >>\n${entries}\n>>`,
  );
  const id = update.pages[page]!;
  const body = update.object(id);
  if (body.includes('/Annots [')) put(update, id, '/Annots [', `/Annots [${note} 0 R `);
  else put(update, id, />>$/, `/Annots [${note} 0 R]\n>>`);
  return note;
}
function pageAdded(update: Update): void {
  const tree = numberIn(update.object(update.catalogue), /\/Pages (\d+) 0 R/);
  const contents = update.add(streamOf('', Buffer.from(black)));
  const page = update.add(
    `<<\n/Type /Page\n/Parent ${tree} 0 R\n/MediaBox [0 0 595 842]\n/Resources << >>\n/Contents ${contents} 0 R\n>>`,
  );
  const count = numberIn(update.object(tree), /\/Count (\d+)/);
  put(update, tree, /\/Kids \[([^\]]*)\]/, `/Kids [$1 ${page} 0 R]`);
  put(update, tree, /\/Count \d+/, `/Count ${count + 1}`);
}

/** A revision with a signature by a certificate that the attacker made. */
function signedAgain(file: Buffer, work: (update: Update, value: number) => void): Buffer {
  const update = openDraft(file);
  const value = update.reserve();
  const blank = '[0 ********** ********** **********]';
  const room = 8192;
  update.put(
    value,
    `<<\n/Type /Sig\n/Filter /Adobe.PPKLite\n/SubFilter /ETSI.CAdES.detached\n/ByteRange ${blank}\n/Contents <${'0'.repeat(room)}>\n>>`,
  );
  work(update, value);
  const { bytes, at } = update.finish();
  const from = bytes.indexOf('/Contents <', at.get(value)) + '/Contents '.length;
  const to = from + room + 2;
  bytes.write(`[0 ${from} ${to} ${bytes.length - to}]`.padEnd(blank.length), bytes.indexOf(blank, at.get(value)));
  const digest = sha256(bytes.subarray(0, from), bytes.subarray(to));
  const signature = signedData(issued('欧阳晓明', { use: 'signatures' }), { version: 1, type: oids.data, digest });
  // in capitals, as many programs write it
  bytes.write(signature.toString('hex').toUpperCase(), from + 1, 'latin1');
  return bytes;
}

/** What an attacker does to a file before the next party signs it. */
export const revisions: Readonly<Record<string, (file: Buffer) => Buffer>> = {
  'shadow replace: the text of a page': (file) =>
    change(file, (update) => update.put(contentsOf(update, 0), streamOf('', Buffer.from(black)))),
  'shadow replace: the font that numbers are drawn with': (file) =>
    change(file, (update) => {
      const resources = update.object(numberIn(update.object(update.pages[0]!), /\/Resources (\d+) 0 R/));
      const fonts = [...resources.matchAll(/\/F\d+ (\d+) 0 R/g)].map(([, id]) => Number(id));
      update.put(fonts[0]!, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
    }),
  'shadow hide: an annotation over a page': (file) =>
    change(file, (update) => annotation(update, 0, '/Subtype /Stamp\n/NM (cover)')),
  'shadow hide: an object is freed': (file) => {
    const bytes = change(file, (update) => update.put(contentsOf(update, 0), 'null'));
    return freed(bytes, contentsOf(openUpdate(file), 0));
  },
  'shadow hide and replace: another catalogue': (file) => {
    const before = openUpdate(file);
    let other = 0;
    const bytes = change(file, (update) => {
      const contents = update.add(streamOf('', Buffer.from(black)));
      const page = update.reserve();
      const tree = update.add(`<< /Type /Pages /Count 1 /Kids [${page} 0 R] >>`);
      update.put(
        page,
        `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 595 842] /Resources << >> /Contents ${contents} 0 R >>`,
      );
      other = update.add(update.object(update.catalogue).replace(/\/Pages \d+ 0 R/, `/Pages ${tree} 0 R`));
    });
    const at = bytes.lastIndexOf('trailer');
    const tail = bytes.toString('latin1', at).replace(`/Root ${before.catalogue} 0 R`, `/Root ${other} 0 R`);
    return Buffer.concat([bytes.subarray(0, at), Buffer.from(tail, 'latin1')]);
  },
  'a page is appended': (file) => change(file, pageAdded),
  'a page is turned around': (file) =>
    change(file, (update) => put(update, update.pages[0]!, />>$/, '/Rotate 180\n>>')),
  "the company's seal shows another picture": (file) =>
    change(file, (update) =>
      put(update, fieldsOf(update)[0], /\/AP << \/N \d+ 0 R >>/, `/AP << /N ${cover(update)} 0 R >>`),
    ),
  'the place of a field grows over the page': (file) =>
    change(file, (update) => put(update, fieldsOf(update)[2], /\/Rect \[[^\]]*\]/, '/Rect [0 0 595 842]')),
  'a visible signature field is added over a page': (file) =>
    change(file, (update) => {
      const field = annotation(update, 0, '/Subtype /Widget\n/FT /Sig\n/T (third)');
      put(update, formOf(update), /\/Fields \[([^\]]*)\]/, `/Fields [$1 ${field} 0 R]`);
    }),
  'the form asks readers for other appearances': (file) =>
    change(file, (update) => put(update, formOf(update), /\n>>$/, '\n/NeedAppearances true\n>>')),
  'the file acts when it is opened': (file) =>
    change(file, (update) =>
      put(update, update.catalogue, />>$/, '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>\n>>'),
    ),
  'the certification is taken away': (file) =>
    change(file, (update) => put(update, update.catalogue, /\/Perms << [^>]*>>/, '')),
};

/** The last table frees this object instead. */
function freed(bytes: Buffer, id: number): Buffer {
  const at = bytes.lastIndexOf(`\n${id} 1\n`);
  const entry = at + `\n${id} 1\n`.length;
  const copy = Buffer.from(bytes);
  copy.write('0000000000 65535 f ', entry, 'latin1');
  return copy;
}

const valueForm = /\/Contents <([0-9a-f]{500,})>/g;
/** The last signature's value: where its digits begin, and how many they are. */
function lastValue(file: Buffer): { from: number; length: number } {
  const found = [...file.toString('latin1').matchAll(valueForm)].at(-1)!;
  return { from: found.index + '/Contents <'.length, length: found[1]!.length };
}
function overwritten(file: Buffer, at: number, text: string): Buffer {
  const copy = Buffer.from(file);
  copy.write(text, at, 'latin1');
  return copy;
}
function lastRange(file: Buffer): { at: number; text: string; numbers: number[] } {
  const [found] = [...file.toString('latin1').matchAll(/\/ByteRange (\[[\d ]+\] *)/g)].slice(-1);
  return {
    at: found!.index + '/ByteRange '.length,
    text: found![1]!,
    numbers: found![1]!.match(/\d+/g)!.map(Number),
  };
}
function rangeText(file: Buffer, numbers: readonly number[]): string {
  return `[${numbers.join(' ')}]`.padEnd(lastRange(file).text.length);
}

/** What an attacker does to a contract that both have signed. */
export const forgeries: Readonly<Record<string, (file: Buffer) => Buffer>> = {
  'a byte of the value': (file) => {
    const { from } = lastValue(file);
    return overwritten(file, from + 300, file.toString('latin1', from + 300, from + 301) === '0' ? '1' : '0');
  },
  'a value of zeros': (file) => overwritten(file, lastValue(file).from, '0'.repeat(lastValue(file).length)),
  'a value that is null': (file) => {
    const { from, length } = lastValue(file);
    return overwritten(file, from - 1, 'null'.padEnd(length + 2));
  },
  'the value of another signature': (file) => {
    const [first] = [...file.toString('latin1').matchAll(valueForm)];
    const { from, length } = lastValue(file);
    return overwritten(file, from, first![1]!.slice(0, length).padEnd(length, '0'));
  },
  'no range': (file) => overwritten(file, lastRange(file).at - '/ByteRange '.length, '/ByteWrong'),
  'a range of nothing': (file) => overwritten(file, lastRange(file).at, rangeText(file, [0, 0, 0, 0])),
  'a range that leaves out more than the value': (file) => {
    const [zero, from, to, rest] = lastRange(file).numbers as [number, number, number, number];
    return overwritten(file, lastRange(file).at, rangeText(file, [zero, from - 20, to, rest]));
  },
  'signature wrapping: what was signed is moved behind other objects': (file) => {
    const [, from, to] = lastRange(file).numbers as [number, number, number];
    const tail = file.subarray(to);
    const put = Buffer.from('\n1 0 obj\n<< /Type /Shadow >>\nendobj\n'.padEnd(1000), 'latin1');
    const moved = Buffer.concat([file.subarray(0, to), put, tail]);
    return overwritten(moved, lastRange(file).at, rangeText(file, [0, from, to + put.length, tail.length]));
  },
  'signature wrapping: a second dictionary has the value': (file) => {
    const { numbers, at } = lastRange(file);
    const [, from, to] = numbers as [number, number, number];
    const begin = file.lastIndexOf('\n<<', at);
    const copy = file.subarray(begin, file.indexOf('endobj', to));
    const put = Buffer.concat([Buffer.from('\n999 0 obj'), copy, Buffer.from('endobj\n')]);
    const tail = file.subarray(to);
    const moved = Buffer.concat([file.subarray(0, to), put, tail]);
    return overwritten(moved, at, rangeText(file, [0, from, to + put.length, tail.length]));
  },
};

/** What an attacker adds to a contract that both have signed. */
export const additions: Readonly<Record<string, (file: Buffer) => Buffer>> = {
  ...revisions,
  'the evidence is written anew': (file) =>
    change(file, (update) => put(update, fieldsOf(update)[2], /\/V <[^>]*>/, '/V (other)')),
  "the customer's picture is another": (file) =>
    change(file, (update) =>
      put(update, fieldsOf(update)[1], /\/AP << \/N \d+ 0 R >>/, `/AP << /N ${cover(update)} 0 R >>`),
    ),
};

/** The catalogue no longer names the form. */
export function withoutForm(file: Buffer): Buffer {
  return change(file, (update) => put(update, update.catalogue, /\/AcroForm \d+ 0 R/, ''));
}

/** What may follow the company's seal: the store of what checks signatures later, and the description of the file. */
export function withStore(file: Buffer): Buffer {
  return change(file, (update) => {
    const certificate = update.add(streamOf('', Buffer.from('a certificate')));
    const store = update.add(`<<\n/Type /DSS\n/Certs [${certificate} 0 R]\n>>`);
    put(update, update.catalogue, />>$/, `/DSS ${store} 0 R\n>>`);
  });
}

/** The customer's field with a signature by someone else, after a change. */
export function hijacked(file: Buffer, work: (file: Buffer) => Buffer): Buffer {
  return signedAgain(work(file), (update, value) => put(update, fieldsOf(update)[1], />>$/, `/V ${value} 0 R\n>>`));
}
/** A third signature, in a field of its own that no page shows, after a change. */
export function signedOver(file: Buffer, work: (file: Buffer) => Buffer): Buffer {
  return signedAgain(work(file), (update, value) => {
    const field = update.add(`<<\n/FT /Sig\n/T (third)\n/Subtype /Widget\n/Rect [0 0 0 0]\n/V ${value} 0 R\n>>`);
    put(update, formOf(update), /\/Fields \[([^\]]*)\]/, `/Fields [$1 ${field} 0 R]`);
  });
}

function firstPage(file: Buffer, work: (update: Update, page: number) => void): Buffer {
  return change(file, (update) => work(update, update.pages[0]!));
}
/** A form of two fields on the first page of a file without signatures; the first is signed. */
function begun(file: Buffer): Buffer {
  const prepared = firstPage(file, (update, page) => {
    const fields = ['one', 'two'].map((name) =>
      update.add(`<<\n/Type /Annot\n/Subtype /Widget\n/FT /Sig\n/T (${name})\n/Rect [0 0 0 0]\n>>`),
    );
    const list = fields.map((id) => `${id} 0 R`).join(' ');
    const form = update.add(`<<\n/SigFlags 3\n/Fields [${list}]\n>>`);
    put(update, page, />>$/, `/Annots [${list}]\n>>`);
    put(update, update.catalogue, />>$/, `/AcroForm ${form} 0 R\n>>`);
  });
  return signedAgain(prepared, (update, value) => put(update, fieldAt(update, 0), />>$/, `/V ${value} 0 R\n>>`));
}
function fieldAt(update: Update, at: number): number {
  const list = /\/Fields \[([^\]]*)\]/.exec(update.object(formOf(update)))![1]!;
  return Number([...list.matchAll(/(\d+) 0 R/g)][at]![1]);
}
/** Two signatures of others, and what the second does besides. `file`: without signatures. */
export function signedTwice(file: Buffer, besides: (update: Update) => void = () => undefined): Buffer {
  return signedAgain(begun(file), (update, value) => {
    put(update, fieldAt(update, 1), />>$/, `/V ${value} 0 R\n>>`);
    besides(update);
  });
}
/** Two signatures of others, the second in a field of its own that stands on the first page. */
export function signedBeside(file: Buffer): Buffer {
  return signedAgain(begun(file), (update, value) => {
    const field = annotation(update, 0, `/Subtype /Widget\n/FT /Sig\n/T (three)\n/V ${value} 0 R`);
    put(update, update.pages[0]!, /\/Annots \[(\d+ 0 R) ([^\]]*)\]/, '/Annots [$2 $1]');
    put(update, formOf(update), /\/Fields \[([^\]]*)\]/, `/Fields [$1 ${field} 0 R]`);
  });
}
/** The first signature covers a page that names an object which is not there; the second revision brings it. */
export function shadowNamed(file: Buffer): Buffer {
  const { pages } = openUpdate(file);
  const later = 900;
  const dangling = firstPage(file, (update) =>
    put(update, pages[0]!, /\/Contents (\d+ 0 R)/, `/Contents [$1 ${later} 0 R]`),
  );
  return signedTwice(dangling, (update) => update.put(later, streamOf('', Buffer.from(black))));
}
