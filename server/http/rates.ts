/** How often a person may make a call that costs much: counted by each server, in hours that begin with the first call. */
import { refuse } from '../kernel/errors';

const hourMs = 60 * 60 * 1000;
/** Counts that are held at most; then those that are over go. */
const mostHeld = 10_000;

export function openRates() {
  const held = new Map<string, { until: number; count: number }>();
  return {
    /** Counts a call; refuses one beyond `most` in an hour. */
    count(key: string, most: number, now: number): void {
      if (held.size >= mostHeld) for (const [name, { until }] of held) if (until <= now) held.delete(name);
      const known = held.get(key);
      const own = known && known.until > now ? known : { until: now + hourMs, count: 0 };
      if (own.count >= most) refuse('upload.tooMany', { limit: most });
      own.count++;
      held.set(key, own);
    },
  };
}
