/** Uploads whose body is small enough to have been read as a whole. */
import { Readable } from 'node:stream';
import type { Context } from '../../kernel/context';
import { storedPicture } from '../../kernel/image/drawable';
import { isPicture } from '../../kernel/image/imageMetadata';
import type { Attach, Sniffed, StoredFile } from '../../kernel/ports';
import { checkRoom } from './fileLife';

type Entitled = <T>(work: (cx: Context) => Promise<T>) => Promise<T>;

/** Store an upload, before the transaction that records it and outside of any. */
export async function storeUpload(
  entitled: Entitled,
  { bytes, ...file }: { bytes: Buffer; originalName: string } & Sniffed,
): Promise<StoredFile> {
  // Here, so that no way in stores where and when a picture was taken.
  const kept = isPicture(file.contentType) ? storedPicture(bytes, file.contentType) : bytes;
  const { place, files } = await entitled(async (cx) => {
    await checkRoom(cx, kept.length);
    return { place: await cx.deps.files.placeFor(cx, file.contentType), files: cx.deps.files };
  });
  return files.store(place, Readable.from([kept]), file);
}

/** Record it: it stays once a record refers to it. */
export async function recordUpload(cx: Context, file: StoredFile): Promise<Attach> {
  await checkRoom(cx, file.size);
  return cx.deps.files.record(cx, file, 'person');
}
