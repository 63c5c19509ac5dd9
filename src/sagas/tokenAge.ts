import { tokens } from '../store/session';
import { settings } from '../store/settings';
import type { World } from '../world/world';
import { ask, read, type Saga } from './effects';

/** Seconds after which a token is renewed: what the deployment says, but never later than four fifths of its life. */
export function refreshAfter(tokenTime: number, expiresIn: number): number {
  return expiresIn > 0 ? Math.min(tokenTime, 0.8 * expiresIn) : tokenTime;
}

/**
 * Whether it is time to renew the token. Two clocks are asked: the one on the wall goes on while the machine sleeps,
 * the other cannot be set back. A token from the future was kept by a clock that was wrong, and says nothing.
 */
export function* isOverdue(world: World): Saga<boolean> {
  if (!(yield* read(tokens.selectors.hasToken))) return false;
  const { tokenSetAt, heldSince, expiresIn } = yield* read(tokens.selectors.all);
  const byWall = (yield* ask(world, 'now')) - tokenSetAt;
  const byUptime = (yield* ask(world, 'uptime')) - heldSince;
  const limit = 1000 * refreshAfter((yield* read(settings.selectors.all)).tokenTime, expiresIn);
  // A minute is what clocks are set by when nobody means anything by it.
  return byWall < -60_000 || Math.max(byWall, byUptime) >= limit;
}
