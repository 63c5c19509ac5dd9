/** A copy of the tree to try changes in: sources and test support, the packages linked. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { patched } from '../../scripts/modules/recipe';

const root = join(__dirname, '..', '..');

export interface ScratchCopy {
  path: string;
  write(file: string, text: string): void;
  /** Changes lines of a file; see `patched`. */
  apply(file: string, diff: string): void;
  remove(): void;
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
