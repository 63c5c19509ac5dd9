/** Pictures that came in parts: stored without what cameras and programs add, like those that came at once. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Context } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { pictureIn, storedPicture } from '../kernel/image/drawable';
import { isPicture, mostPictureFileBytes, pictureTypes } from '../kernel/image/imageMetadata';
import type { Place, StoredFile } from '../kernel/ports';

interface Sent {
  original_name: string;
  content_type: string | null;
  size: number;
}

/**
 * The picture under an id of its own, so that a step that breaks off can be repeated; what was sent stays until the
 * upload is swept. Undefined for a file that is no picture.
 */
export async function cleanCopy(
  { store, key }: Place,
  { original_name: originalName, content_type: contentType, size }: Sent,
  entitled: <T>(work: (cx: Context) => Promise<T>) => Promise<T>,
): Promise<StoredFile | undefined> {
  if (!isPicture(contentType ?? '')) return undefined;
  if (size > mostPictureFileBytes) refuse('picture.tooLarge', { n: mostPictureFileBytes / (1024 * 1024) });
  const { stream } = (await store.get(key)) ?? refuse('upload.damaged');
  const bytes = await buffer(stream);
  const found = pictureIn(bytes, pictureTypes) ?? refuse('upload.badType');
  const clean = storedPicture(bytes, found.contentType);
  // Its room was taken when the upload began.
  const { place, files } = await entitled(async (cx) => ({
    place: await cx.deps.files.placeFor(cx, found.contentType),
    files: cx.deps.files,
  }));
  return files.store(place, Readable.from([clean]), { originalName, ...found });
}
