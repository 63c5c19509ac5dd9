/** What a process means for the record that it is about. */
import type { RawBuilder } from 'kysely';
import type { Label } from '../../contract/domain/text';
import type { Fields } from '../../contract/schema/fields';
import type { TaskDetail } from '../../contract/wire/flow';
import type { Context } from '../kernel/context';
import { refuse } from '../kernel/errors';

export interface OpenTask {
  elementId: string;
  assignee: string | null;
}
/** How an instance ended. `rejected`: it ran to its end, and the last decision was against it. */
export type Ending = 'approved' | 'rejected' | 'withdrawn' | 'terminated';

export interface Progress {
  instanceId: string;
  businessId: string;
  startUser: string;
  variables: Readonly<Record<string, unknown>>;
  /** Of the person who made it; '' without one. */
  comment: string;
  /** The decision that led here; undefined where none did. */
  pass: boolean | undefined;
  /** Who decided. */
  decidedBy: string | null;
  open: readonly OpenTask[];
  /** Undefined while it runs. */
  ending: Ending | undefined;
}

export interface Facts {
  fields: Fields;
  values: Readonly<Record<string, unknown>>;
  record: TaskDetail['record'];
}

export interface About {
  what: Label;
  name: string;
}

export interface Business {
  /** The name under which instances carry their record: `businessTable`. */
  table: string;
  /** Category of its processes: it starts those alone, and nothing else starts them. Without one it starts any other. */
  category?: string;
  /** After every step, in its transaction. */
  changed(cx: Context, progress: Progress): Promise<void>;
  /** What people read about the record beside the forms of the process, and where it is. */
  facts?(cx: Context, businessId: string): Promise<Facts>;
  /**
   * What the person who started an instance is told that it has ended for: what is done, and the name of its record, where
   * they may see it. `cx` is theirs.
   */
  about?(cx: Context, businessId: string): Promise<About>;
  /**
   * The condition on a row of `table`, the table of its records, under which the person may see it; undefined where none
   * is hidden. People who may not see the record see nothing of its process either.
   */
  seen?(cx: Context): Promise<RawBuilder<boolean> | undefined>;
  /** The person who started an instance decides on none of its tasks, whatever the diagram says. */
  barsStarter?: true;
  /** Variables that its instances begin with and keep: no form, action or start event sets them. */
  fixed?: readonly string[];
  /** Variables that follow from values of a form, such as days from two dates; refuses what does not fit. */
  derived?(cx: Context, values: Readonly<Record<string, unknown>>): Record<string, unknown>;
}

const known = new Map<string, Business>();
export function defineBusiness(business: Business): Business {
  known.set(business.table, business);
  return business;
}
/** The values without variables that instances of this table keep. */
export function withoutFixed(table: string, values: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const fixed = known.get(table)?.fixed ?? [];
  return Object.fromEntries(Object.entries(values).filter(([name]) => !fixed.includes(name)));
}
/** Refuses a process that records of this table are not for; `table` is '' for a process without a record. */
export function checkMeant(table: string, { category, name }: { category: string; name: string }): void {
  const owner = [...known.values()].find((one) => one.category !== undefined && one.category === category);
  const wanted = known.get(table)?.category;
  if ((owner && owner.table !== table) || (wanted !== undefined && wanted !== category))
    refuse('flow.otherBusiness', { name });
}
/** Those of which a person may not see every record. */
export function scopedBusinesses(): Business[] {
  return [...known.values()].filter(({ seen }) => seen);
}
export function businessOf(table: string): Business | undefined {
  return known.get(table);
}
