/** What a process means for the record that it is about. */
import type { Context } from '../kernel/context';

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

export interface Business {
  /** The name under which instances carry their record: `businessTable`. */
  table: string;
  /** After every step, in its transaction. */
  changed(cx: Context, progress: Progress): Promise<void>;
  /** Variables that follow from values of a form, such as days from two dates; refuses what does not fit. */
  derived?(cx: Context, values: Readonly<Record<string, unknown>>): Record<string, unknown>;
}

const known = new Map<string, Business>();
export function defineBusiness(business: Business): Business {
  known.set(business.table, business);
  return business;
}
export function businessOf(table: string): Business | undefined {
  return known.get(table);
}
