/** The simulated rows of the demo portfolio, and their history. */
import type { AuditAction } from '../../../contract/modules/system/auditLog';
import type { Module } from '../../../contract/schema/module';
import { changesBetween } from '../../engine/audit/entries';
import type { Signing } from '../../esign/evidence';
import type { FieldChange } from '../../kernel/context';

export const tenantId = '000000';

export const system = '系统';

export const [sales, partner, paperwork, finance] = ['林予墨', '周启岚', '沈知遥', '顾西洲'] as const;

/** A row by the names of the contract. It is changed in place, so every reference to it sees its latest state. */
export type Draft = Record<string, unknown> & { id: string; version: number };

export interface Note {
  at: string;
  by: string;
  action?: AuditAction;
  reason?: string;
}

export interface Entry extends Required<Note> {
  module: Module;
  row: Draft;
  changes: FieldChange[];
}

export function openBook(newId: () => string) {
  const tables = new Map<string, Draft[]>();
  const entries: Entry[] = [];
  const counts = new Map<string, { name: string; day: string; last: number }>();
  /** How contracts were signed, by their rows. */
  const signings = new Map<Draft, Signing>();
  const put = (table: string, values: Record<string, unknown>): Draft => {
    const row = { id: newId(), ...values } as Draft;
    if (!tables.has(table)) tables.set(table, []);
    tables.get(table)!.push(row);
    return row;
  };
  const write = (
    module: Module,
    row: Draft,
    before: Draft | undefined,
    { at, by, action = 'update', reason = '' }: Note,
  ) => entries.push({ module, row, at, by, action, reason, changes: changesBetween(module, before, row) });
  return {
    tables,
    entries,
    counts,
    signings,
    /** The next number of the day, as the program makes them: `HT20261120000001`. */
    number(name: string, day: string): string {
      const count = counts.get(name + day) ?? { name, day, last: 0 };
      counts.set(name + day, { ...count, last: count.last + 1 });
      return `${name}${day.replaceAll('-', '')}${String(count.last + 1).padStart(6, '0')}`;
    },
    /** A row whose creation has no actor and leaves no entry. */
    put,
    add(module: Module, table: string, values: Record<string, unknown>, note: Note): Draft {
      const row = put(table, { ...values, version: 1, createTime: note.at, updateTime: note.at });
      write(module, row, undefined, { action: 'add', ...note });
      return row;
    },
    change(module: Module, row: Draft, change: Record<string, unknown>, note: Note): void {
      const before = { ...row };
      Object.assign(row, change, { version: row.version + 1, updateTime: note.at });
      write(module, row, before, { action: 'update', ...note });
    },
  };
}

export type Book = ReturnType<typeof openBook>;
