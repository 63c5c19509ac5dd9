/** A source tree as a zip of the generator meets it. What is to be written is gathered first, and written at once. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const listFile = 'contract/modules/index.ts';
export const migrations = 'server/migrations';

/** An expected reason to stop, told in one line. */
export class Refused extends Error {
  override name = 'Refused';
}

export class Tree {
  /** Texts to be written by path; null removes the file. */
  private readonly pending = new Map<string, string | null>();

  constructor(readonly root: string) {
    if (!existsSync(join(root, listFile))) throw new Refused(`${root} is not the source tree of this product`);
  }

  read(path: string): string | undefined {
    if (this.pending.has(path)) return this.pending.get(path) ?? undefined;
    const file = join(this.root, path);
    return existsSync(file) ? readFileSync(file, 'utf8').replaceAll('\r\n', '\n') : undefined;
  }
  write(path: string, text: string): void {
    if (this.read(path) !== text) this.pending.set(path, text);
  }
  remove(path: string): void {
    if (this.read(path) !== undefined) this.pending.set(path, null);
  }

  /** Names in a folder, with those that are to be written there. */
  names(folder: string): string[] {
    const path = join(this.root, folder);
    const names = new Set(existsSync(path) ? readdirSync(path) : []);
    for (const [file, text] of this.pending)
      if (dirname(file) === folder) names[text === null ? 'delete' : 'add'](file.slice(folder.length + 1));
    return [...names].sort();
  }

  /** The number of the last migration. */
  lastMigration(): number {
    const numbers = this.names(migrations).flatMap((name) => (/^\d{4}_/.test(name) ? [Number(name.slice(0, 4))] : []));
    return Math.max(0, ...numbers);
  }

  /** Answers the paths that have changed. */
  commit(): string[] {
    for (const [path, text] of this.pending) {
      const file = join(this.root, path);
      if (text === null) {
        rmSync(file);
        if (readdirSync(dirname(file)).length === 0) rmdirSync(dirname(file));
      } else {
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text);
      }
    }
    const changed = [...this.pending.keys()];
    this.pending.clear();
    return changed;
  }
}
