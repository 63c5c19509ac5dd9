import { tokens } from '../store/session';
import { settings } from '../store/settings';
import type { World } from '../world/world';
import { ask, read, type Saga } from './effects';

/** Seconds after which a token is renewed: the deployment's setting, but at most four fifths of its lifetime. */
export function refreshAfter(tokenTime: number, expiresIn: number): number {
  return expiresIn > 0 ? Math.min(tokenTime, 0.8 * expiresIn) : tokenTime;
}

/**
 * Whether it is time to renew the token. Two clocks are read: the wall clock goes on while the machine sleeps, the
 * other cannot be set back. A token time in the future comes from a wrong clock, and is ignored.
 */
export function* isOverdue(world: World): Saga<boolean> {
  if (!(yield* read(tokens.selectors.hasToken))) return false;
  const { tokenSetAt, heldSince, expiresIn } = yield* read(tokens.selectors.all);
  const byWall = (yield* ask(world, 'now')) - tokenSetAt;
  const byUptime = (yield* ask(world, 'uptime')) - heldSince;
  const limit = 1000 * refreshAfter((yield* read(settings.selectors.all)).tokenTime, expiresIn);
  // Ordinary clock corrections are smaller than a minute.
  return byWall < -60_000 || Math.max(byWall, byUptime) >= limit;
}
