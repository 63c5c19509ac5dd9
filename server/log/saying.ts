const patienceMs = 15_000;

/** What a server says while it starts. Silent minutes look like a program that hangs: until `ready`, the last line is said
 *  again every while, as still going on. */
export function openSaying(print: (line: string) => void): { say(line: string): void; ready(): void } {
  let last = '';
  let isReady = false;
  const again = setInterval(() => print(`仍在进行 · still going on: ${last}`), patienceMs);
  again.unref();
  return {
    say(line) {
      last = line;
      if (!isReady) again.refresh();
      print(line);
    },
    ready() {
      isReady = true;
      clearInterval(again);
    },
  };
}

/** In one line: the password and the address that come next must stay in sight. */
export function tablesLine(steps: readonly string[]): string {
  const named = steps.length > 3 ? [steps[0], steps.at(-1)].join(' … ') : steps.join(', ');
  const count = steps.length === 1 ? '1 step' : `${steps.length} steps`;
  return `数据表已更新（${steps.length} 步）· tables brought up to date in ${count}: ${named}`;
}
