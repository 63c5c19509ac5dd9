/** The version of the database's tables: a newer release of the program may raise it while this one runs. */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database';

/** The version, as a column of a statement. */
export const schemaVersion: RawBuilder<string> = sql<string>`(select max(version) from schema_migration)`;

/** Whether the tables are newer than this program, whose writes may break their rules then. */
export interface SchemaWatch {
  /** Takes note of a version that was read; refuses when it is newer. */
  check(version: string): void;
  /** Reads the version. Rejects when the database does not answer. */
  look(db: Pick<Database, 'kysely'>): Promise<void>;
  isNewer(): boolean;
}
