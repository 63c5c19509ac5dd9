import type { Deps } from './context';

/** Fill an empty database with a believable portfolio. */
export const fillDemo = async (_deps: Deps, _log: (text: string) => void): Promise<void> => undefined;
