/** A database of another system, as the model tool and the query page read it. */

export interface SourceTable {
  name: string;
  comment: string;
  isView: boolean;
}

export interface SourceColumn {
  name: string;
  /** As the database writes it, such as `varchar(20)`. */
  type: string;
  comment: string;
  isKey: boolean;
  isRequired: boolean;
  /** Characters of texts, digits of decimals; null where the type has none. */
  length: number | null;
  /** Digits after the point; null where the type has none. */
  scale: number | null;
}

export interface QueryResult {
  columns: string[];
  /** As the database prints values; null for none. */
  rows: (string | null)[][];
  /** There were more rows, or more bytes, than are answered. */
  isCut: boolean;
}

export interface Source {
  /** Tables and views of the schema that names resolve to, by name. */
  tables(): Promise<SourceTable[]>;
  /** Columns in their order; empty where there is no such table. */
  columns(table: string): Promise<SourceColumn[]>;
  /** The first rows of one question, in a transaction that writes nothing. */
  query(text: string): Promise<QueryResult>;
  /** What identifies the database among others. */
  identity(): Promise<string>;
  /** What the account may do beyond reading rows, in the database's own words; empty for a reader. */
  excess(): Promise<string[]>;
}

export interface SourceLimits {
  connectMs: number;
  statementMs: number;
  rows: number;
  /** Of all values of an answer, in UTF-16 units. */
  size: number;
  /** From connecting to the last answer, whatever the other side does. */
  wholeMs: number;
  /** Bytes that a connection may bring: the driver holds a whole row before it is cut. */
  received: number;
}
export const sourceLimits: SourceLimits = {
  connectMs: 5_000,
  statementMs: 10_000,
  rows: 1_000,
  size: 1024 * 1024,
  wholeMs: 20_000,
  received: 16 * 1024 * 1024,
};
/** For a trial while a person waits for a form: below the time after which the console gives up. */
export const trialLimits: SourceLimits = { ...sourceLimits, statementMs: 3_000, wholeMs: 9_000 };

/** Where to connect, and as whom. */
export interface SourceAccess {
  /** The resolved address. */
  address: string;
  port: number;
  database: string;
  user: string;
  password: string;
  /** The name that a certificate must have; null: the connection is not encrypted. */
  certifiedAs: string | null;
}

/** The rows of an answer within the limits. */
export function cut(columns: string[], rows: readonly (string | null)[][], limits: SourceLimits): QueryResult {
  const kept: (string | null)[][] = [];
  let size = 0;
  for (const row of rows.slice(0, limits.rows)) {
    size += row.reduce((sum, value) => sum + (value?.length ?? 0), 0);
    if (size > limits.size && kept.length > 0) break;
    kept.push(
      row.map((value) => (value === null || value.length <= limits.size ? value : value.slice(0, limits.size))),
    );
  }
  return { columns, rows: kept, isCut: kept.length < rows.length };
}
