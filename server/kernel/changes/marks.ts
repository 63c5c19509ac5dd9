/** Marks which rows of large tables a transaction changes, so that what was counted over them is not counted again. */

/** Tables that are large, and tables that what is counted over those depends on. */
export const followed: readonly string[] = [
  'lease_customer',
  'lease_order',
  'lease_order_open',
  'lease_payment_plan',
  'lease_payment_txn',
  'lease_picture',
  'lease_plan_pause',
  'lease_receipt',
];

const name = `"?(${followed.join('|')})"?(?![\\w"])`;
const writes = new RegExp(`\\b(?:insert\\s+into|update|delete\\s+from|merge\\s+into)\\s+(?:only\\s+)?${name}`, 'gi');
/** One table is written, and whole rows of it, or their ids, are answered. */
const answersIds = new RegExp(`^\\s*(?:insert|update|delete)\\b[^]*\\breturning\\s+(?:\\*|"?id"?|${name}\\.\\*)$`, 'i');
const joins = /\b(?:from|using)\b/i;

/** Most rows of a table that one mark names; of more it is not known which. */
const mostNamed = 2_000;

/** The tables of `followed` that a statement writes to. */
export function writtenBy(text: string): string[] {
  if (/^\s*(?:select|set|begin|commit|rollback|savepoint|release)\b/i.test(text)) return [];
  return [...new Set([...text.matchAll(writes)].map(([, table]) => table!.toLowerCase()))];
}

/** Whether `id` in the rows of its answer is the id of each row that it wrote. */
function namesRows(text: string): boolean {
  const [found] = answersIds.exec(text) ?? [];
  if (!found || [...text.matchAll(writes)].length !== 1) return false;
  // Without its table's name, `*` and `id` may be those of a table that it joins.
  return /\.\*$/.test(found) || !joins.test(text.replace(/^\s*delete\s+from/i, ''));
}

interface Answer {
  rows?: readonly { id?: unknown }[];
}
interface Statement {
  text: string;
  values: unknown[];
}

export interface Marks {
  /** A statement was executed. */
  written(text: string, answer: unknown): void;
  /** What is to be executed before the transaction ends, or turns to another tenant; undefined when nothing is. */
  taken(): Statement[];
  /** The transaction ended. */
  clear(): void;
}

/** How many transactions of a process pass until one of them deletes old marks of its tenant. */
const pruningEvery = 50;
let transactions = 0;

export function openMarks(): Marks {
  let tenantId = '';
  const changed = new Map<string, Set<string> | null>();
  return {
    written(text, answer) {
      tenantId = /^set local app\.tenant = '([\w-]+)'/.exec(text)?.[1] ?? tenantId;
      for (const table of writtenBy(text)) {
        const rows = namesRows(text) ? (answer as Answer).rows : undefined;
        const known = changed.has(table) ? changed.get(table)! : new Set<string>();
        const isKnown = known !== null && rows?.every(({ id }) => id !== undefined) === true;
        if (isKnown) for (const { id } of rows!) known.add(String(id));
        if (isKnown && known.size === 0) continue; // it found no row
        changed.set(table, isKnown && known.size <= mostNamed ? known : null);
      }
    },
    taken() {
      if (changed.size === 0) return [];
      const marks = [...changed].map(([table, ids]) => [table, ids && [...ids]] as const);
      changed.clear();
      const values = marks.map((_, i) => `(current_setting('app.tenant'), $${2 * i + 1}, $${2 * i + 2}::bigint[])`);
      const insert = {
        text: `insert into list_change (tenant_id, table_name, record_ids) values ${values.join(', ')}`,
        values: marks.flat(),
      };
      const isPruning = tenantId !== '' && ++transactions % pruningEvery === 0;
      return isPruning ? [insert, { text: pruning, values: [tenantId] }] : [insert];
    },
    clear: () => changed.clear(),
  };
}

/** What is remembered is counted anew before its marks are that old. Rows that another transaction deletes are left to it. */
const pruning = `delete from list_change where tenant_id = $1 and id in (
  select id from list_change where tenant_id = $1 and create_time < now() - interval '1 hour'
  limit 2000 for update skip locked)`;
