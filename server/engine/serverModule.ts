import type { TProperties } from 'typebox';
import { maskIdentity } from '../../contract/schema/mask';
import type { DraftOf, Module, RecordOf, Row } from '../../contract/schema/module';
import type { RefusalCode } from '../../contract/wire/refusals';
import type { Call } from '../kernel/call';
import type { Context } from '../kernel/context';
import type { Table } from '../kernel/table';
import { hiddenFields } from './scopes';

/** The rules only one module has. Everything that is true of all modules stands in this file. */
export interface Rules<M extends Module> extends Omit<Table, 'module'> {
  /**
   * Before the write, inside its transaction: sees the record as it will be and may refuse, or return values that the
   * server sets itself (snapshots, derived fields).
   */
  saving?(
    next: RecordOf<M>,
    cx: Context,
    before: RecordOf<M> | undefined,
    /** What `preparing` found. */
    prepared: unknown,
  ): Promise<DraftOf<M> | Record<string, unknown> | undefined>;
  /** The answer to a save, when it tells more than the record. */
  answering?(row: Row, prepared: unknown): Row;
  /** What that answer has beyond the record. */
  answers?: TProperties;
  /** Slow work of a processor for what is asked, before and outside of the transaction; see `prepare` of a call. */
  preparing?: Call['prepare'];
  /** The field that is a row's id: clients of the family ask for one by its name. */
  key?: keyof M['fields'] & string;
  unique?: readonly (readonly (keyof M['fields'] & string)[])[];
  alike?: readonly (keyof M['fields'] & string)[];
  taken?: { readonly [name in keyof M['fields'] & string]?: RefusalCode };
  /** After the write, still inside. */
  saved?(row: RecordOf<M>, cx: Context, before: RecordOf<M> | undefined): Promise<void>;
  /** Before rows go; may refuse. */
  removing?(rows: RecordOf<M>[], cx: Context): Promise<void>;
  /** A record on its way out: links, words, figures that are not stored. */
  showing?(row: RecordOf<M>, cx: Context): RecordOf<M> | Promise<RecordOf<M>>;
  /** Calls beyond list, detail, submit, update and remove. */
  calls?: Call[];
}
export interface ServerModule extends Table {
  rules: Rules<any>;
}
export const defineServerModule = <M extends Module>(module: M, rules: Rules<M>): ServerModule => ({
  ...rules,
  module,
  rules,
});

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

/** A record as it leaves: declared fields only, identity numbers masked. */
export const present = async ({ module, rules }: ServerModule, cx: Context, row: object): Promise<Row> => {
  const shown = (rules.showing ? await rules.showing(row as never, cx) : row) as Row;
  const hidden = await hiddenFields(cx, module);
  const out: Record<string, unknown> = {};
  for (const name of [...common, ...Object.keys(module.fields)]) {
    if (!(name in shown) || hidden.has(name) || module.fields[name]?.kind === 'secret') continue;
    const held = shown[name];
    out[name] = module.fields[name]?.kind === 'identity' && typeof held === 'string' ? maskIdentity(held) : held;
  }
  return out as Row;
};
