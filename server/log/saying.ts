const patienceMs = 15_000;

/** What a server says while it starts. Silent minutes look like a program that hangs: until `ready`, it says every while
 *  that it still goes on. */
export function openSaying(print: (line: string) => void): { say(line: string): void; ready(): void } {
  const startedAt = Date.now();
  let isReady = false;
  const again = setInterval(() => {
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    print(`仍在启动，已 ${seconds} 秒… · still starting, ${seconds} s so far…`);
  }, patienceMs);
  again.unref();
  return {
    say(line) {
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
