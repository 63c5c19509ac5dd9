/** The server's stream of events, read by fetch: an EventSource could not send the session in a header. */
import { type PushArrival, pushEventOf, pushNames, silenceMs } from '../../contract/wire/push';
import type { StreamEnd } from './world';

/** An event in its text: `event: …` and `data: …`, one a line. Heartbeats are comments and have neither. */
function eventOf(text: string): { name: string; data: string } {
  const field = (name: string) =>
    text
      .split('\n')
      .find((line) => line.startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim() ?? '';
  return { name: field('event'), data: field('data') };
}

/**
 * Resolves when the stream has ended; a silence longer than its heartbeats counts as an end. Aborting `signal` closes
 * it.
 */
export async function readStream(
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal,
  arrived: (what: PushArrival) => void,
): Promise<StreamEnd> {
  const silence = new AbortController();
  let watch = setTimeout(() => silence.abort(), silenceMs);
  const heard = () => {
    clearTimeout(watch);
    watch = setTimeout(() => silence.abort(), silenceMs);
  };
  const stop = () => silence.abort();
  signal.addEventListener('abort', stop);
  let status = 0;
  let why: StreamEnd['why'];
  try {
    const answer = await fetch(url, {
      headers: { ...headers, Accept: 'text/event-stream' },
      cache: 'no-store',
      credentials: 'same-origin',
      signal: silence.signal,
    });
    const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true;
    status = answer.status === 200 && !isStream ? 404 : answer.status;
    if (status !== 200 || !answer.body) return { status };
    const reader = answer.body.getReader();
    const decoder = new TextDecoder();
    for (let rest = ''; ; ) {
      const { done, value } = await reader.read();
      if (done) break;
      heard();
      const parts = (rest + decoder.decode(value, { stream: true })).split('\n\n');
      rest = parts.pop() ?? '';
      for (const { name, data } of parts.map(eventOf)) {
        if (name === pushNames.over || name === pushNames.restart) why = name;
        const event = name === pushNames.changed ? pushEventOf(data) : undefined;
        if (name === pushNames.open) arrived({ topic: 'open' });
        else if (event) arrived(event);
      }
    }
  } catch {
    // the connection is lost, or was closed by this side
  } finally {
    clearTimeout(watch);
    signal.removeEventListener('abort', stop);
    silence.abort();
  }
  return { status, ...(why ? { why } : {}) };
}
