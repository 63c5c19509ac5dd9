/** In lines: what a person and the server got of a replay. */
import { brief } from './describe';
import { canonical } from './digest';
import type { Unmet, Wording } from './expectations';
import type { Message, Seen, Sent } from './seen';
import type { Say } from './words';

function told(message: Message, wording: Wording): string {
  const words = wording(message);
  return words === message.text ? words : `${message.text} ${words}`;
}
/** `GET …/page ×2`: equal ones once. */
function counted(texts: readonly string[]): string[] {
  return [...new Set(texts)].map((text) => {
    const times = texts.filter((one) => one === text).length;
    return times === 1 ? text : `${text} ×${times}`;
  });
}
function sentText({ call, query, form, body }: Sent): string {
  return call.startsWith('GET ') ? call : `${call} ${brief(body ?? form ?? query)}`.trim();
}

/** All that was seen and sent, a line each. */
export function describeSeen(seen: Seen, say: Say, wording: Wording): string[] {
  const none = say('none');
  const listed = (name: string, texts: readonly string[]) =>
    (texts.length === 0 ? [none] : counted(texts)).map((text) => `${name}  ${text}`);
  return [
    ...listed(
      say('message'),
      seen.messages.map((message) => told(message, wording)),
    ),
    ...seen.unanswered.map((call) => `${say('noAnswer')}  ${call}`),
    `${say('question')}  ${seen.question ? told(seen.question, wording) : none}`,
    `${say('page')}  ${seen.page || none}`,
    `${say('busy')}  ${seen.busy.join(', ') || none}`,
    ...listed(say('sent'), seen.sent.map(sentText)),
    ...seen.faults.map((fault) => `${say('bug')}  ${fault}`),
  ];
}

function missingIn(one: readonly string[], other: readonly string[]): string[] {
  const left = [...other];
  return one.filter((text) => {
    const at = left.indexOf(text);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Parts of the state that say nothing beyond the messages. */
const toldElsewhere = ['feedback', 'log'];
function partsApart(one: object, other: object): string[] {
  const [now, before] = [one as Record<string, unknown>, other as Record<string, unknown>];
  const names = new Set([...Object.keys(now), ...Object.keys(before)]);
  return [...names].filter((name) => !toldElsewhere.includes(name) && canonical(now[name]) !== canonical(before[name]));
}

/** What was seen otherwise than without the edits, in one line. */
export function describeSeenApart(seen: Seen, base: Seen, say: Say, wording: Wording): string {
  const texts = (one: Seen) => one.messages.map((message) => told(message, wording));
  const apart = (name: string, now: readonly string[], before: readonly string[]) => [
    ...counted(missingIn(now, before)).map((text) => `+ ${name} ${text}`),
    ...counted(missingIn(before, now)).map((text) => `- ${name} ${text}`),
  ];
  const questions = (one: Seen) => (one.question ? [told(one.question, wording)] : []);
  const changed = partsApart(seen.state, base.state);
  const parts = [
    ...seen.faults.filter((fault) => !base.faults.includes(fault)).map((fault) => `✗ ${say('bug')} ${fault}`),
    ...apart(say('message'), texts(seen), texts(base)),
    ...apart(say('noAnswer'), seen.unanswered, base.unanswered),
    ...apart(say('question'), questions(seen), questions(base)),
    ...(seen.page === base.page ? [] : [`${say('page')} ${seen.page}`]),
    ...apart(say('busy'), seen.busy, base.busy),
    ...(changed.length === 0 ? [] : [`${say('parts')} ${changed.join(', ')}`]),
  ];
  return parts.length === 0 ? say('asBefore') : parts.join('; ');
}

export function describeUnmet({ name, wanted, found }: Unmet, say: Say): string {
  return say('unmet', { name, wanted: JSON.stringify(wanted), found: brief(found) });
}
