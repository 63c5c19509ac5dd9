import { callTimeoutMs } from '../../contract/wire/settings';
import { Unreachable } from './world';

/** A small JSON file beside the program. */
export async function readFile<T>(path: string): Promise<T> {
  const answer = await fetch(path, { signal: AbortSignal.timeout(callTimeoutMs) });
  if (!answer.ok) throw new Unreachable(path, answer.status);
  return answer.json() as Promise<T>;
}
/** Where a server tells the settings of the console. */
export const settingsFile = '/config.json';
