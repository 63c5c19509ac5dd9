/** Uploads whose body is small enough to have been read as a whole. */
import { Readable } from 'node:stream';
import type { Context } from '../../kernel/context';
import { storedPicture } from '../../kernel/image/drawable';
import { isPicture } from '../../kernel/image/imageMetadata';
import type { Attach, Sniffed, StoredFile } from '../../kernel/ports';
import { leaveRoom, storing, takeRoom } from './room';

type Entitled = <T>(work: (cx: Context) => Promise<T>) => Promise<T>;

/** Store an upload, before the transaction that records it and outside of any. */
export async function storeUpload(
  entitled: Entitled,
  { bytes, ...file }: { bytes: Buffer; originalName: string } & Sniffed,
): Promise<StoredFile> {
  // Here, so that no way in stores where and when a picture was taken.
  const kept = isPicture(file.contentType) ? storedPicture(bytes, file.contentType) : bytes;
  const { place, files } = await entitled(async (cx) => {
    const place = await cx.deps.files.placeFor(cx, file.contentType);
    await takeRoom(cx, place, { originalName: file.originalName, size: kept.length });
    return { place, files: cx.deps.files };
  });
  return storing(entitled, place, () => files.store(place, Readable.from([kept]), file));
}

/** Record it: it stays once a record refers to it. */
export async function recordUpload(cx: Context, file: StoredFile): Promise<Attach> {
  await leaveRoom(cx, file.place);
  return cx.deps.files.record(cx, file, 'person');
}
