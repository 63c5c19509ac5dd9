/**
 * How a start that fails is told. The files of the program are read before `main.ts` can catch anything: it imports this
 * file first.
 */

const loadFailed = 1;

/** Whether it is meant for the person who starts the server; any other error needs its stack. */
export function isSentence(error: unknown): boolean {
  return error instanceof Error && error.constructor === Error && !('code' in error);
}

/** What to print where the program could not be loaded: a sentence where one says it all. */
export function loadFault(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, requireStack } = error as { code?: string; requireStack?: string[] };
  if (code === 'MODULE_NOT_FOUND') {
    const [, name = ''] = /'(.+?)'/.exec(error.message) ?? [];
    const by = requireStack?.[0] ?? '-';
    return `找不到 ${name}，引用它的是 ${by} · ${name} is not there, and ${by} imports it`;
  }
  return isSentence(error) ? error.message : (error.stack ?? error.message);
}

function endUnloaded(error: unknown): void {
  console.error(loadFault(error));
  process.exit(loadFailed);
}
process.on('uncaughtException', endUnloaded);

/** The program is there: from now on it tells of its faults itself. */
export function loaded(): void {
  process.off('uncaughtException', endUnloaded);
}
