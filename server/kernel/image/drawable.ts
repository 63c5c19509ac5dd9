/** Pictures that pages show to others: every side is within what any browser draws without harm. */
import { pictureLimits } from '../../../contract/modules/lease/picture';
import { refuse } from '../errors';
import type { Sniffed } from '../ports';
import { sniff, strangePictureIn, strangePictures } from './imageBytes';
import { withoutMetadata } from './imageMetadata';
import { frameOf } from './jpeg';

const { maxSide } = pictureLimits;

/** Whether pages may show a picture with these sides; those of a broken picture are not known. */
export function isDrawable({ width, height }: { width?: number | null; height?: number | null }, least = 1): boolean {
  return [width, height].every((side) => side != null && side >= least && side <= maxSide);
}

/** What a picture is by its bytes; undefined when it is of none of these types. Refuses one that no page can show. */
export function pictureIn(bytes: Buffer, types: readonly string[], least = 1): Sniffed | undefined {
  const found = sniff(bytes);
  if (!found || !types.includes(found.contentType)) {
    const strange = strangePictureIn(bytes);
    return strange ? refuse('picture.strange', { name: strangePictures[strange] }) : undefined;
  }
  if (found.width == null || found.height == null) return refuse('picture.corrupt');
  return isDrawable(found, least) ? found : refuse('picture.badSize', { min: least, max: maxSide });
}

/** A picture as it is stored: without what cameras and programs add. Refuses one that is not whole, or that no browser draws. */
export function storedPicture(bytes: Buffer, contentType: string): Buffer {
  if (contentType === 'image/jpeg' && frameOf(bytes)?.isDrawn === false) refuse('picture.strangeJpeg');
  return withoutMetadata(bytes, contentType) ?? refuse('picture.corrupt');
}
