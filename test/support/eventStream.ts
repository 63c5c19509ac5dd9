/** A reader of server-sent events, as the console is one: with the session in a header. */
import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';

export interface Received {
  event: string;
  data: unknown;
}

export interface EventStream {
  status: number;
  headers: IncomingHttpHeaders;
  /** The next event; rejects when there is none in time, or the stream has ended. */
  next(ms?: number): Promise<Received>;
  /** The events that arrive within so many ms. */
  within(ms: number): Promise<Received[]>;
  /** Resolves when the server has closed it. */
  ended: Promise<void>;
  close(): void;
}

function parsed(text: string): Received | undefined {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1];
  const event = field('event');
  return event === undefined ? undefined : { event, data: JSON.parse(field('data') ?? 'null') };
}

export async function openEventStream(url: string, headers: Record<string, string>): Promise<EventStream> {
  // A connection of its own: a pool would open others ahead of need, which a server that stops waits for.
  const request = get(url, { agent: false, headers: { accept: 'text/event-stream', ...headers } });
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request.on('response', resolve).on('error', reject);
  });
  const queue: Received[] = [];
  const waiting: (() => void)[] = [];
  const wake = () => {
    for (const one of waiting.splice(0)) one();
  };
  let isOver = false;
  const read = async () => {
    let rest = '';
    const decoder = new TextDecoder();
    for await (const bytes of answer as AsyncIterable<Uint8Array>) {
      rest += decoder.decode(bytes, { stream: true });
      const parts = rest.split('\n\n');
      rest = parts.pop()!;
      for (const part of parts) {
        const one = parsed(part);
        if (one) queue.push(one);
      }
      wake();
    }
  };
  const ended = read()
    .catch(() => undefined)
    .then(() => {
      isOver = true;
      wake();
    });
  const more = (ms: number) =>
    new Promise<boolean>((resolve) => {
      const late = setTimeout(() => resolve(false), ms);
      waiting.push(() => {
        clearTimeout(late);
        resolve(true);
      });
    });
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    ended,
    async next(ms = 5_000) {
      const end = Date.now() + ms;
      while (queue.length === 0) {
        if (isOver || !(await more(Math.max(1, end - Date.now()))))
          throw new Error(isOver ? 'ended' : 'no event in time');
      }
      return queue.shift()!;
    },
    async within(ms) {
      await new Promise((resolve) => setTimeout(resolve, ms));
      return queue.splice(0);
    },
    close: () => void request.destroy(),
  };
}
