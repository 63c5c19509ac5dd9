import { readFileSync } from 'node:fs';

/** What a program says of itself when it is asked for help: the comment that its file begins with. */
export function usageOf(file: string): string {
  const [, about = ''] = /^\/\*\*\n([\s\S]*?)\n \*\//.exec(readFileSync(file, 'utf8')) ?? [];
  return about.replace(/^ \* ?/gm, '');
}
