/** Pictures of any kind as grey pixels, the way they are shown. */
import jpeg from 'jpeg-js';
import { PNG } from 'pngjs';
import { orientationOfPicture } from '../../kernel/image/imageMetadata';
import { type Grey, greyOfRgba, upright } from './grey';

/** What a picture may take while it is decoded; sides are limited before. */
const mostMemoryMb = 1024;
const mostMegapixels = 70;

export function pngOf({ width, height, data }: Grey): Buffer {
  const png = new PNG({ width, height, colorType: 0, inputColorType: 0, inputHasAlpha: false });
  png.data = Buffer.from(data);
  return PNG.sync.write(png, { colorType: 0, inputColorType: 0, inputHasAlpha: false, deflateLevel: 1 });
}

/** `otherwise`: makes a PNG of kinds that are not decoded here. Throws where the picture is not whole. */
export async function decoded(
  bytes: Buffer,
  contentType: string,
  otherwise: (bytes: Buffer) => Promise<Buffer>,
): Promise<Grey> {
  const held = orientationOfPicture(bytes, contentType);
  if (contentType === 'image/jpeg') {
    const limits = { maxMemoryUsageInMB: mostMemoryMb, maxResolutionInMP: mostMegapixels };
    const { width, height, data } = jpeg.decode(bytes, { useTArray: true, ...limits });
    return upright(greyOfRgba(width, height, data), held);
  }
  const { width, height, data } = PNG.sync.read(contentType === 'image/png' ? bytes : await otherwise(bytes));
  return upright(greyOfRgba(width, height, data), held);
}
