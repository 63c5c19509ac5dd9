/**
 * Events from the server to open windows: `GET /blade-desk/push` answers a stream of server-sent events, one connection
 * for a browser. An event says that something has changed, never what: the window asks for it with its own rights.
 */
import type { InboxKind } from './inbox';

export const pushPath = '/blade-desk/push';

/**
 * What can change, with `about`: its kind or the id of its record. A new topic is a line here and a listener in the
 * console; the server pushes it with `push` of server/engine/inbox/push.ts.
 */
export interface PushTopics {
  /** The person's messages: one has come, or was taken back. */
  inbox: InboxKind;
}
export type PushTopic = keyof PushTopics;

export type PushEvent = {
  [topic in PushTopic]: {
    topic: topic;
    about: PushTopics[topic];
    /** Many people get it at once: each window waits for a part of so many ms before it asks. */
    spread?: number;
  };
}[PushTopic];

/** Names of the events of the stream. The last two come before the server closes it. */
export const pushNames = {
  /** The connection stands: what was missed before it is asked for now. */
  open: 'open',
  changed: 'changed',
  /** The session has ended or is locked: there is nothing to connect for. */
  over: 'over',
  /** The server stops: connect again. */
  restart: 'restart',
} as const;
export type PushName = (typeof pushNames)[keyof typeof pushNames];

/** The server writes at least so often, in ms; a connection that is silent for longer is lost. */
export const heartbeatMs = 20_000;
export const silenceMs = 50_000;

/** Part of `spread` after which this person's windows ask, in ms. */
export function spreadOf(userId: string, spread = 0): number {
  return spread > 0 ? Number(BigInt(`0${userId.replace(/\D/g, '')}`) % BigInt(spread)) : 0;
}

/** What a window learns: that the connection stands, so that it asks for what it may have missed, or an event. */
export type PushArrival = { topic: 'open' } | PushEvent;

/** An event of the stream, from its `data`; undefined for one that this console does not know. */
export function pushEventOf(data: string): PushEvent | undefined {
  try {
    const event = JSON.parse(data) as Partial<PushEvent> | null;
    return event?.topic === 'inbox' ? (event as PushEvent) : undefined;
  } catch {
    return undefined;
  }
}
