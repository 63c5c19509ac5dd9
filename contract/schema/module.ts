/** What a module declares beside its fields, and the records, drafts and pages that follow from it. */

import { label } from '../domain/text';
import type { Field, Fields } from './fields';
import type { Problems } from './validate';

export type Verb = 'list' | 'detail' | 'add' | 'update' | 'remove';
const conventional: Record<Verb, string> = {
  list: 'list',
  detail: 'detail',
  add: 'submit',
  update: 'submit',
  remove: 'remove',
};
/** Reading needs the menu itself; each kind of writing has a button of its own. */
const guards: Record<Verb, string> = { list: '', detail: '', add: '_add', update: '_edit', remove: '_delete' };

export interface ModuleSpec<N extends string = string, F extends Fields = Fields> {
  name: N;
  title: readonly [zh: string, en: string];
  /** Wire path under /api, as the requirement documents write it. */
  path: string;
  /** Only what differs from list, detail, submit, submit, remove. */
  calls?: Partial<Record<Verb, string>>;
  fields: F;
  /** Buttons beyond add, edit, view and delete: `status` becomes the permission `order_status`. */
  actions?: Record<string, readonly [zh: string, en: string]>;
  /** Verbs of the generic screens and calls that this module does not offer. */
  without?: readonly Verb[];
  /** Rows that carry money are changed only by those who saw their latest version. */
  isVersioned?: boolean;
  /** Calls that the family's clients know and that always refuse: they need no right of their own and have no button. */
  refuses?: readonly Verb[];
  /** Fields whose values two records rarely share: the form asks before it saves another record with the same one. */
  alike?: readonly string[];
  /** What is wrong between fields; `today` is `yyyy-MM-dd`. Asked for fields that change only. */
  judging?(draft: Record<string, unknown>, today: string): Problems;
  /** Field that names the record this one belongs to; its history shows this module's changes too. */
  belongsTo?: string;
  /** Fields that name a record where another one points to it. */
  naming?: { title: string; note?: string };
  /** Fields by which a row may be sorted, beyond those that are searched. */
  sortable?: readonly string[];
  /**
   * Rows hang on each other: the field that names the row above ('0' at the top, unless told), and the one that names a
   * row. Their list is the whole tree, unless it is one of pages.
   */
  tree?: { parent: string; title: string; top?: string; isPaged?: true };
  /** The platform's owner may name the tenant that a call is meant for. */
  acrossTenants?: true;
  /** One set of rows for all tenants, written by the platform's own people alone. */
  scope?: 'platform';
}

export const defineModule = <const N extends string, F extends Fields>(spec: ModuleSpec<N, F>) => ({
  ...spec,
  label: label(spec.title[0], spec.title[1]),
  url: (verb: Verb | (string & {})) =>
    `${spec.path}/${spec.calls?.[verb as Verb] ?? conventional[verb as Verb] ?? verb}`,
  permission: (verb: Verb) => (spec.refuses?.includes(verb) ? spec.name : `${spec.name}${guards[verb]}`),
  offers: (verb: Verb) => !spec.without?.includes(verb),
});
export type Module<N extends string = string, F extends Fields = Fields> = ReturnType<typeof defineModule<N, F>>;

type Held<X> = X extends Field<infer V, infer R> ? (R extends true ? V : V | null) : never;
/** What every record has beside its own fields. Money-bearing rows are guarded by `version`. */
export interface Common {
  id: string;
  tenantId: string;
  createUser: string | null;
  createDept: string | null;
  createTime: string;
  updateUser: string | null;
  updateTime: string;
  version: number;
}
export type RecordOf<M extends { fields: Fields }> = Common & { [K in keyof M['fields']]: Held<M['fields'][K]> };
export type DraftOf<M extends { fields: Fields }> = { id?: string } & {
  [K in keyof M['fields']]?: Held<M['fields'][K]> | null;
};

/** A record seen by generic code, which reads fields by name. Module code says `RecordOf<typeof product>` instead. */
export type Row = { id: string; [field: string]: unknown };
/** A list answer. `sums` adds up money columns over the whole filtered set, not the page. */
export interface Page<R = Row> {
  records: R[];
  total: number;
  size: number;
  current: number;
  pages: number;
  sums?: Record<string, string>;
}
export interface Query {
  current: number;
  size: number;
  filters: Record<string, unknown>;
  ascs?: string;
  descs?: string;
}
/** Sizes a person may choose; the server takes any from 1 and cuts at the largest. */
export const pageSizes = [10, 30, 50, 100, 200] as const;
export const isPageSize = (size: unknown): boolean => (pageSizes as readonly unknown[]).includes(size);
export const largestPage = 200;
