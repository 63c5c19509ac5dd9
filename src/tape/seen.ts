/** What a person and the server got of a session, from one of its steps on. */
import { fitsPattern, questionName } from './edits/places';
import type { Player } from './player';
import { isStep } from './tape';

export interface Message {
  /** The key of its text, or the sentence that the server sent. */
  text: string;
  values?: Record<string, string | number>;
}
export interface Sent {
  /** `POST /blade-product/product/submit` */
  call: string;
  query?: unknown;
  form?: unknown;
  body?: unknown;
}
export interface Seen {
  messages: Message[];
  /** The calls of which the page says that no answer came. */
  unanswered: string[];
  /** The question that stands open at the end. */
  question: Message | null;
  page: string;
  /** Where the state says at the end that something is being done: buttons that cannot be pressed. */
  busy: string[];
  sent: Sent[];
  /** Errors of the console itself. */
  faults: string[];
  state: object;
}

interface Feedback {
  say?: string;
  text?: string;
  values?: Message['values'];
}
function messageOf({ say, text, values }: Feedback): Message {
  return { text: say ?? text ?? '', ...(values ? { values } : {}) };
}

const signInPath = '/login';
/** Deeper values are data of records. */
const deepest = 6;
function busyIn(held: unknown, path: string, depth = 0): string[] {
  if (typeof held !== 'object' || held === null || Array.isArray(held) || depth > deepest) return [];
  return Object.entries(held).flatMap(([name, value]) => {
    const here = path === '' ? name : `${path}.${name}`;
    if (name !== 'busy' && name !== 'isBusy') return busyIn(value, here, depth + 1);
    if (typeof value !== 'object') return value ? [here] : [];
    return Object.entries(value ?? {}).flatMap(([verb, isOn]) => (isOn ? [`${here}.${verb}`] : []));
  });
}

interface Shape {
  feedback: { question: Feedback | null };
  route: { place: { path: string } | null };
}

/** From step `from` of the new recording on; 0 is the start. */
export function seenBy(player: Player, from: number): Seen {
  const again = player.again();
  const state = player.app.getState() as Shape & Record<string, unknown>;
  const page = state.route.place?.path ?? '';
  const seen: Seen = {
    messages: [],
    unanswered: [],
    question: state.feedback.question && messageOf(state.feedback.question),
    page,
    // The form of the sign-in page stays busy behind the page that follows.
    busy: busyIn(page === signInPath ? state : { ...state, signIn: {} }, ''),
    sent: [],
    faults: [],
    state,
  };
  let number = 0;
  for (const entry of again.story) {
    if (isStep(entry)) number = entry.step;
    if (number < from) continue;
    if ('put' in entry) {
      const payload = (entry.with ?? {}) as Feedback & { call?: string; message?: string };
      if (entry.put === 'feedback/notified') seen.messages.push(messageOf(payload));
      // Behind method and address may stand the key of the command.
      if (entry.put === 'feedback/unanswered')
        seen.unanswered.push((payload.call ?? '').split(' ').slice(0, 2).join(' '));
      if (entry.put === 'log/failed') seen.faults.push(payload.message ?? '');
    }
    if ('ask' in entry && entry.port === 'send') {
      const { query, form, body } = (entry.args?.[0] ?? {}) as Partial<Sent>;
      seen.sent.push({ call: questionName(entry), query, form, body });
    }
  }
  return seen;
}

/** What lies at a path of the state; keys may hold dots themselves. */
export function valueAt(held: unknown, path: string): unknown {
  if (path === '') return held;
  if (typeof held !== 'object' || held === null) return undefined;
  const whole = held as Record<string, unknown>;
  for (let end = path.indexOf('.'); ; end = path.indexOf('.', end + 1)) {
    const name = end < 0 ? path : path.slice(0, end);
    if (Object.hasOwn(whole, name)) {
      const found = valueAt(whole[name], end < 0 ? '' : path.slice(end + 1));
      if (found !== undefined || end < 0) return found;
    }
    if (end < 0) return undefined;
  }
}

/** Whether a message fits a pattern, by its key or by its words. */
export function isMessage(message: Message, pattern: string, wording: (message: Message) => string): boolean {
  return fitsPattern(message.text, pattern) || fitsPattern(wording(message), pattern);
}
