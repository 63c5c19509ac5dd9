import { framePainted } from './turns';

/** So many questions of one task begin before the page is painted: to begin one takes the page some milliseconds. */
const mostAtOnce = 2;
let begunNow = 0;

/** When a call may begin; undefined: now. A command never waits. */
export function turnOf(method: 'GET' | 'POST'): Promise<void> | undefined {
  if (method === 'POST') return undefined;
  if (begunNow === 0)
    setTimeout(() => {
      begunNow = 0;
    });
  begunNow += 1;
  return begunNow > mostAtOnce ? framePainted() : undefined;
}
