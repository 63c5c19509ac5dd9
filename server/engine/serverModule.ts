import type { TProperties, TSchema } from 'typebox';
import type { ApprovalActName } from '../../contract/domain/approvals';
import type { Kind } from '../../contract/schema/fields';
import { maskIdentity } from '../../contract/schema/mask';
import { type DraftOf, type Module, type RecordOf, type Row, referencesOf } from '../../contract/schema/module';
import { openIn } from '../../contract/schema/secretMembers';
import type { RefusalCode } from '../../contract/wire/refusals';
import type { Call } from '../kernel/call';
import type { Change, Context } from '../kernel/context';
import { shownHtml } from '../kernel/html';
import type { Table } from '../kernel/table';
import type { Tables } from '../kernel/tables';
import { withNames } from './references';
import { hiddenFields, withoutUnseen } from './rights/scopes';

/** The rule of one action; permission, locks, confirmation and history are the engine's. */
export interface ActionRule<M extends Module> {
  /** Slow work before and outside of the transaction, such as calls to other hosts; see `prepare` of a call. */
  preparing?(
    asked: { ids: readonly string[] },
    entitled: <T>(work: (cx: Context) => Promise<T>) => Promise<T>,
  ): Promise<unknown>;
  /** Refuses records that the person may not act on, before anything about their state is disclosed. */
  allow?(cx: Context, rows: RecordOf<M>[]): Promise<void>;
  /**
   * Inside the transaction, with the rows locked. Its result is written: one change for all rows, or one for each by
   * its id. A row that the rule has written itself, or recorded in the history, is not recorded again.
   */
  run(
    cx: Context,
    rows: RecordOf<M>[],
    /** `prepared`: the result of `preparing`; `answer` says what the call answers, where `answer` below declares it. */
    asked: {
      reason: string;
      input: Record<string, unknown>;
      prepared?: unknown;
      /** The trial that the person has confirmed, where the rule has one. */
      trial?: string | undefined;
      answer(data: unknown): void;
    },
    // biome-ignore lint/suspicious/noConfusingVoidType: a rule that changes nothing else returns nothing
  ): Promise<Change<RecordOf<M>> | ReadonlyMap<string, Change<RecordOf<M>>> | undefined | void>;
  /** Says what would be done, by the function that `run` counts with, and writes nothing. Its answer is that of the call. */
  trial?(cx: Context, rows: RecordOf<M>[]): Promise<{ trial: string }>;
  /** The `data` of its answer, where that is more than that it is done. */
  answer?: TSchema;
  /** Accepts rows in any state, as clients of the family expect: `shown` and `off` apply to the button alone. */
  isAlwaysTaken?: true;
  /** Makes tables: its transaction is one of their owner. */
  asOwner?: true;
  /** The name of `ids` in clients of the family; accepted beside it. */
  idsAs?: string;
}

/** Does a deed that was approved, with the rights of the person who asked for it; every rule holds again. */
export type ApprovedDeed = (
  cx: Context,
  asked: { id: string; input: Record<string, unknown>; reason: string },
) => Promise<unknown>;

/** A record that is to be added (`next` alone), changed (both) or removed (`before` alone). */
export interface Write<M extends Module> {
  id: string;
  before: RecordOf<M> | undefined;
  next: RecordOf<M> | undefined;
  /** What `approvedWrite` writes once others have agreed. */
  input: Readonly<Record<string, unknown>>;
}

/** The rules of a single module. Everything that holds for all modules is in this file. */
export interface Rules<M extends Module> extends Omit<Table, 'module'> {
  /**
   * Before the write, inside its transaction: sees the record as it will be and may refuse, or return values that the
   * server sets itself (snapshots, derived fields).
   */
  saving?(
    next: RecordOf<M>,
    cx: Context,
    before: RecordOf<M> | undefined,
    /** The result of `preparing`. */
    prepared: unknown,
  ): Promise<DraftOf<M> | Record<string, unknown> | undefined>;
  /** Asks others to decide on a write before it is done: true where nothing is written until they have. */
  waiting?(write: Write<M>, cx: Context): Promise<boolean>;
  /** `saving` reads no other records for a new one, so that many can be judged before they are in the table. */
  savesAlone?: true;
  /** The answer to a save, when it has more than the record. */
  answering?(row: Row, prepared: unknown): Row;
  /** The members of that answer beyond the record. */
  answers?: TProperties;
  /** CPU-heavy work before and outside of the transaction; see `prepare` of a call. */
  preparing?: Call['prepare'];
  /** The field that is a row's id: clients of the family request rows by its name. */
  key?: keyof M['fields'] & string;
  unique?: readonly (readonly (keyof M['fields'] & string)[])[];
  alike?: readonly (keyof M['fields'] & string)[];
  taken?: { readonly [name in keyof M['fields'] & string]?: RefusalCode };
  /** After the write, still inside the transaction. */
  saved?(row: RecordOf<M>, cx: Context, before: RecordOf<M> | undefined): Promise<void>;
  /** Tables go with rows: a removal is a transaction of their owner. */
  removesAsOwner?: true;
  /** Before rows are removed; may refuse. */
  removing?(rows: RecordOf<M>[], cx: Context): Promise<void>;
  /** A record before it is sent: links, texts, figures that are not stored. */
  showing?(row: RecordOf<M>, cx: Context): RecordOf<M> | Promise<RecordOf<M>>;
  /** Shown records before they go out as a file, where their page shows more than their fields: words for codes, names. */
  exporting?(rows: RecordOf<M>[], cx: Context): Promise<object[]> | object[];
  /** The rule of each declared action. */
  actions?: { readonly [name in keyof M['actions'] & string]?: ActionRule<M> };
  /** Deeds of its records that further people may have to approve. */
  approved?: { readonly [act in ApprovalActName]?: ApprovedDeed };
  /** Calls beyond list, detail, submit, update and remove. */
  calls?: Call[];
}
export interface ServerModule extends Table {
  rules: Rules<any>;
}
/** The module of that name with its rules, as far as the work knows it. */
export function servedIn(cx: Context, name: string): ServerModule | undefined {
  const table = cx.tableOf(name);
  return table && 'rules' in table ? (table as ServerModule) : undefined;
}
/** Its table is one that the migrations make: `npm run tables` makes a new one known. */
export function defineServerModule<M extends Module>(
  module: M,
  rules: Rules<M> & { table: keyof Tables },
): ServerModule {
  return {
    ...rules,
    module,
    rules,
  };
}

const common = [
  'id',
  'tenantId',
  'createUser',
  'createDept',
  'createTime',
  'updateUser',
  'updateTime',
  'status',
  'isDeleted',
  'version',
];

/** A value as it is sent. */
function sentValue(cx: Context, kind: Kind | undefined, held: unknown): unknown {
  if (typeof held !== 'string') return held;
  if (kind === 'identity') return maskIdentity(held);
  return kind === 'html' ? shownHtml(cx, held) : held;
}

/**
 * Records as they are sent: declared fields and the titles of referenced records, identity numbers masked, rich text
 * with links to its pictures. A list leaves rich text out: it may be as long as all other rows together.
 */
export async function presentAll(
  served: ServerModule,
  cx: Context,
  rows: readonly object[],
  how?: 'list',
): Promise<Row[]> {
  const { module, rules } = served;
  const hidden = await hiddenFields(cx, module);
  const names = referencesOf(module).flatMap(({ name, shownAs }) => (hidden.has(name) ? [] : [shownAs]));
  const fields = [...new Set([...common, ...Object.keys(module.fields), ...names])].filter(
    (name) =>
      !hidden.has(name) &&
      module.fields[name]?.kind !== 'secret' &&
      !(how === 'list' && module.fields[name]?.kind === 'html'),
  );
  const shown = await Promise.all(rows.map((row) => (rules.showing ? rules.showing(row as never, cx) : row) as Row));
  return (await withNames(cx, served, await withoutUnseen(cx, served, shown))).map((row) => {
    const out: Record<string, unknown> = {};
    for (const name of fields) {
      if (!(name in row)) continue;
      const field = module.fields[name];
      out[name] = sentValue(cx, field?.kind, field ? openIn(field, row, row[name]) : row[name]);
    }
    return out as Row;
  });
}
export async function present(served: ServerModule, cx: Context, row: object): Promise<Row> {
  return (await presentAll(served, cx, [row]))[0]!;
}
