/** What of a session can be observed from outside: by the person, the server, the browser and other windows. */
import type { World } from '../world/world';
import { canonical } from './digest';
import { type Entry, isStep, type Tape } from './tape';

/** Questions to the World that have an effect outside the console; all others only let it go on. */
const outward: ReadonlySet<keyof World> = new Set<keyof World>([
  'send',
  'stream',
  'loadLanguage',
  'navigate',
  'travel',
  'openWindow',
  'print',
  'redirect',
  'reload',
  'pickFile',
  'pickFiles',
  'copy',
  'download',
  'saveReceived',
  'setColorScheme',
  'fillScreen',
  'press',
  'setTitle',
  'broadcast',
]);
/** Parts of the state that count and are neither shown nor sent. */
const countersOfState = new Set(['feedback.next']);
/** Messages and questions to the person are `feedback/…`; the progress bar shows in the state. */
const countsOfCalls = new Set(['feedback/began', 'feedback/ended']);

/** Whether a difference in this entry, or at this path of the state, can be observed. */
export function isObservable(what: Entry | string): boolean {
  if (typeof what === 'string') return !countersOfState.has(what);
  if ('put' in what) return what.put.startsWith('feedback/') && !countsOfCalls.has(what.put);
  if ('call' in what) return outward.has(what.call as keyof World);
  return 'ask' in what && outward.has(what.port as keyof World);
}

/** Shorter values may be amounts and codes as well. */
const leastLength = 8;
/** The text of a value in which readings of the clock and made ids say nothing: another reading is no difference. */
export function neutralOf({ story }: Tape): (value: unknown) => string {
  const readings = new Set<unknown>();
  for (const entry of story)
    if (!isStep(entry) && 'call' in entry && ['now', 'uptime', 'newId'].includes(entry.call)) readings.add(entry.value);
  const isReading = (value: unknown) => readings.has(value) && String(value).length >= leastLength;
  return (value) => {
    const plain = canonical({ value: numbered(value) });
    return canonical(JSON.parse(plain, (_name, held: unknown) => (isReading(held) ? '(read)' : held)));
  };
}
/** Questions count from 1 on each tape: their numbers are no difference. */
function numbered(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'ask' in value ? { ...value, ask: 0 } : value;
}
