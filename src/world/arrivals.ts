/** Files that arrive from the server. Loaded with the first one. */
import { callTimeoutMs } from '../../contract/wire/settings';
import { isServerStatus } from './limits';
import { type Answer, type FileBegun, Unreachable } from './world';

/** How often a waiting saga hears of progress, in ms. */
const reportMs = 150;
/** Before each part of a framed file: its length, and the rows so far. */
const headBytes = 8;

interface Arrival {
  name: string;
  parts: BlobPart[];
  rows: number;
  isWhole: boolean;
  reader: ReadableStreamDefaultReader<Uint8Array>;
  abort: AbortController;
  /** Of a framed file: bytes that are not a whole frame yet. */
  rest: Uint8Array<ArrayBuffer> | null;
}

const arrivals = new Map<string, Arrival>();
let count = 0;

/** The name that the server gives a file. */
function nameIn(header: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '')?.[1];
  return encoded ? decodeURIComponent(encoded) : 'download';
}

function isFile(headers: Headers): boolean {
  return /^attachment/i.test(headers.get('content-disposition') ?? '');
}

/** Sends a request; resolves with the answer, or with the beginning of a file. */
export async function beginArrival(
  method: 'GET' | 'POST',
  url: string,
  headers: HeadersInit,
  abort: AbortController,
): Promise<Answer> {
  const late = setTimeout(() => abort.abort(), callTimeoutMs);
  let response: Response;
  try {
    response = await fetch(url, { method, headers, signal: abort.signal });
  } catch (error) {
    throw new Unreachable(String(error));
  } finally {
    clearTimeout(late);
  }
  if (!isServerStatus(response.status)) throw new Unreachable('gateway', response.status);
  if (!response.ok || !response.body || !isFile(response.headers))
    return { status: response.status, body: await response.json().catch(() => '') };
  const file = `arrival-${++count}`;
  const name = nameIn(response.headers.get('content-disposition'));
  const isFramed = /^application\/octet-stream/i.test(response.headers.get('content-type') ?? '');
  arrivals.set(file, {
    name,
    parts: [],
    rows: 0,
    isWhole: false,
    reader: response.body.getReader(),
    abort,
    rest: isFramed ? new Uint8Array() : null,
  });
  const total = Number(response.headers.get('x-total-count') ?? 0);
  return { status: 200, body: { file, name, total } satisfies FileBegun };
}

/** Takes whole frames out of what has arrived. */
function unframe(arrival: Arrival, bytes: Uint8Array): void {
  const before = arrival.rest!;
  const all = new Uint8Array(before.length + bytes.length);
  all.set(before);
  all.set(bytes, before.length);
  const view = new DataView(all.buffer);
  let at = 0;
  while (all.length - at >= headBytes && all.length - at - headBytes >= view.getUint32(at)) {
    const end = at + headBytes + view.getUint32(at);
    arrival.rows = view.getUint32(at + 4);
    arrival.parts.push(all.slice(at + headBytes, end));
    at = end;
  }
  arrival.rest = all.slice(at);
}

async function readPart(arrival: Arrival): Promise<void> {
  const late = setTimeout(() => arrival.abort.abort(), callTimeoutMs);
  try {
    const { done, value } = await arrival.reader.read();
    if (value && arrival.rest) unframe(arrival, value);
    else if (value) arrival.parts.push(value.slice());
    if (done && arrival.rest?.length) throw new Error('the last frame is not whole');
    if (done) arrival.isWhole = true;
  } catch (error) {
    throw new Unreachable(String(error));
  } finally {
    clearTimeout(late);
  }
}

/** How far a file is: after a while, and when it is whole. */
export async function followArrival(file: string): Promise<{ rows: number; isWhole: boolean }> {
  const arrival = arrivals.get(file);
  if (!arrival) throw new Unreachable('the file was dropped');
  const from = performance.now();
  while (!arrival.isWhole && performance.now() - from < reportMs) await readPart(arrival);
  return { rows: arrival.rows, isWhole: arrival.isWhole };
}

export { unpack } from './unpacking';

/** Hands a file that has arrived to the browser, which saves it. */
export function saveArrival(file: string): void {
  const arrival = arrivals.get(file);
  if (!arrival) return;
  const url = URL.createObjectURL(new Blob(arrival.parts));
  Object.assign(document.createElement('a'), { href: url, download: arrival.name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000); // some browsers fetch it a little later
  arrivals.delete(file);
}

export function dropArrival(file: string): void {
  arrivals.get(file)?.abort.abort();
  arrivals.delete(file);
}
