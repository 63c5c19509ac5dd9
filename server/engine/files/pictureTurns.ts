import type { Context } from '../../kernel/context';
import { workQueues } from '../../kernel/workQueue';

type Entitled = <T>(work: (cx: Context) => Promise<T>) => Promise<T>;

/** Of a person at once; the others wait, and what they send is not read meanwhile. */
const inTurn = workQueues(2, 30);

/** Work that holds a whole picture in memory. */
export async function inPictureTurn<T>(entitled: Entitled, work: () => Promise<T>): Promise<T> {
  const whose = await entitled(async ({ tenantId, principal }) => `${tenantId} ${principal?.userId ?? ''}`);
  return inTurn(whose, work);
}
