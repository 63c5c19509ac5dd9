/** Who has how many of the database connections at a time; further requests wait. */
import type { Database } from '../kernel/database';
import { workQueues } from '../kernel/workQueue';

/** Requests of a holder that wait. */
const mostWaiting = 500;

export interface Asks {
  tenantId: string;
  userId: string;
  /** The call reads much of the portfolio. */
  isDear: boolean;
}

/**
 * Of the connections, the requests of one person have half at most, so that whatever one asks for, others are answered.
 * Calls that read much of the portfolio have a third together, so that cheap ones never wait behind them.
 */
function openShares(most: number) {
  const ofPerson = workQueues(Math.max(1, Math.floor(most / 2)), mostWaiting);
  const ofDear = workQueues(Math.max(1, Math.floor(most / 3)), mostWaiting);
  return <T>({ tenantId, userId, isDear }: Asks, work: () => Promise<T>): Promise<T> =>
    ofPerson(`${tenantId} ${userId}`, () => (isDear ? ofDear('all', work) : work()));
}

const shares = new WeakMap<Database, ReturnType<typeof openShares>>();

/** Runs work of a request once its person, and dear calls together, have a connection left. */
export function inShare<T>(db: Database, asks: Asks, work: () => Promise<T>): Promise<T> {
  const own = shares.get(db) ?? openShares(db.connections().most);
  shares.set(db, own);
  return own(asks, work);
}
