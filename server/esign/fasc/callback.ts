/** Callbacks of FASC: form posts whose headers and content are signed with the application's secret. */
import { parsedExactly } from '../../kernel/json';
import { CallbackFault, type TaskEvent } from '../../kernel/signing';
import type { FascApp } from './client';
import { isSignature, signatureOf } from './signature';

/** How far the time of a callback may be from ours. */
const mostApartMs = 5 * 60_000;

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Reads a callback once its signature over the headers and the content as it came is proven. */
export function readCallback(
  { appId, appSecret }: Pick<FascApp, 'appId' | 'appSecret'>,
  now: number,
  headers: Readonly<Record<string, unknown>>,
  body: string,
): TaskEvent {
  const of = (name: string) => textOf(headers[name.toLowerCase()]);
  const timestamp = of('X-FASC-Timestamp');
  const names = ['App-Id', 'Event', 'Nonce', 'Sign-Type', 'Timestamp'].map((name) => `X-FASC-${name}`);
  const signed = { ...Object.fromEntries(names.map((name) => [name, of(name)])), bizContent: body };
  if (!isSignature(of('X-FASC-Sign'), signatureOf(signed, timestamp, appSecret))) throw new CallbackFault('signature');
  if (of('X-FASC-App-Id') !== appId) throw new CallbackFault('application');
  if (!/^\d{13}$/.test(timestamp) || Math.abs(Number(timestamp) - now) > mostApartMs) throw new CallbackFault('time');
  const [event, nonce] = [of('X-FASC-Event'), of('X-FASC-Nonce')];
  const told = contentOf(body);
  const taskId = textOf(told.signTaskId ?? told.signtaskId); // written differently in one event
  const eventTime = textOf(told.eventTime);
  const reference = textOf(told.transReferenceId).slice(0, 128);
  const isShaped =
    /^[\w-]{1,64}$/.test(event) && /^[\x21-\x7e]{1,48}$/.test(nonce) && /^[\x21-\x7e]{0,64}$/.test(taskId);
  if (!isShaped || !/^\d{1,20}$/.test(eventTime) || /\p{Cc}/u.test(reference)) throw new CallbackFault('shape');
  return { event, taskId, eventTime, reference, nonce, body };
}

function contentOf(body: string): Record<string, unknown> {
  try {
    const read = parsedExactly(body);
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read as Record<string, unknown>;
  } catch {
    // no JSON
  }
  throw new CallbackFault('shape');
}
