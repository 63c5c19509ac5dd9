/** A copy of the tree to try changes in: sources and test support, the packages linked. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(__dirname, '..', '..');

export interface ScratchCopy {
  path: string;
  write(file: string, text: string): void;
  /** Replaces lines: `-` the beginning of one that is there, `+` what comes in its place; `+` alone goes before the first import. */
  apply(file: string, diff: string): void;
  remove(): void;
}

/** One change of a line, as a `diff` block writes it. */
function patched(text: string, diff: string, file: string): string {
  let removed = '';
  let next = text;
  for (const line of diff.split('\n').filter(Boolean)) {
    const said = line.slice(1);
    if (line.startsWith('-')) removed = said;
    else if (removed === '') next = next.replace(/^import /m, () => `${said}\nimport `);
    else {
      if (!next.includes(removed)) throw new Error(`${file} has no line '${removed}'`);
      next = next.replace(removed, () => said);
      removed = '';
    }
  }
  return next;
}

/** `more`: files and folders that it has beside the sources. */
export function scratchCopy(more: readonly string[] = []): ScratchCopy {
  const path = mkdtempSync(join(tmpdir(), 'leasedesk-recipe-'));
  for (const name of ['contract', 'server', 'src', 'test/support', 'package.json', 'tsconfig.json', ...more])
    cpSync(join(root, name), join(path, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(path, 'node_modules'));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), text);
  };
  return {
    path,
    write,
    apply: (file, diff) => write(file, patched(readFileSync(join(path, file), 'utf8'), diff, file)),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** The files of a recipe: a step of the README names one in front of its block. */
export function recipeOf(readme: string): { file: string; language: string; text: string }[] {
  const part = readme.slice(readme.indexOf('## Adding a module'));
  const steps = /^\d+\. `([^`]+)`[\s\S]*?^ {3}```(\w+)\n([\s\S]*?)^ {3}```$/gm;
  return [...part.slice(0, part.indexOf('\n## ', 5)).matchAll(steps)].map(([, file, language, text]) => ({
    file: file!,
    language: language!,
    text: text!.replace(/^ {3}/gm, ''),
  }));
}
