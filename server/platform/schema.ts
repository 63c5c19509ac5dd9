/** Compares the version of the database's tables with the migrations of this program. */
import { sql } from 'kysely';
import type { Database } from '../kernel/database';
import { refuse } from '../kernel/errors';
import { type SchemaWatch, schemaVersion } from '../kernel/schemaVersion';
import { readMigrations } from './migrate';

/** How often a server without requests looks, in ms. */
const lookMs = 5_000;

export interface OpenSchema extends SchemaWatch {
  /** Looks regularly until `close`, and tells once when the tables have become newer. */
  watch(db: Pick<Database, 'kysely'>, told: (version: string) => void): void;
  close(): void;
}

export function openSchema(): OpenSchema {
  const own = readMigrations().at(-1)!.version;
  let newer: string | undefined;
  let tell: (version: string) => void = () => undefined;
  let timer: NodeJS.Timeout | undefined;

  const note = (version: string) => {
    if (newer !== undefined || version <= own) return;
    newer = version;
    tell(version);
  };
  const look: SchemaWatch['look'] = async ({ kysely }) => {
    const { rows } = await sql<{ version: string }>`select ${schemaVersion} as version`.execute(kysely);
    note(rows[0]!.version);
  };
  return {
    check(version) {
      note(version);
      if (newer !== undefined) refuse('upgrading');
    },
    look,
    isNewer: () => newer !== undefined,
    watch(db, told) {
      tell = told;
      if (newer !== undefined) tell(newer);
      // Without the database nothing can be read, and nothing written either.
      timer = setInterval(() => void look(db).catch(() => undefined), lookMs).unref();
    },
    close: () => clearInterval(timer),
  };
}
