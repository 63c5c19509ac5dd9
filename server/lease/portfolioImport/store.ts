/** The rows of an import between its upload and its posting, each kind written and read by sets. */
import { sql } from 'kysely';
import { type Fault, noteCodes } from '../../../contract/wire/portfolio/faults';
import { mostFaults } from '../../../contract/wire/portfolio/sheets';
import type { Context } from '../../kernel/context';
import type { ReadCustomer, StagedOrder } from './judging';
import type { PackedOrder, PackedRow, ReadPortfolio } from './reading';

/** Rows of a part: what is read and written at a time. */
const inPart = { customers: 1000, orders: 100, orphans: 1000, notes: 1000 };
type Part = keyof typeof inPart;

/** Keeps what the workbook holds until it was checked: encrypted, because it names people and their numbers. */
export async function keepParts(cx: Context, importId: string, content: ReadPortfolio): Promise<void> {
  const { trx, tenantId, deps } = cx;
  for (const sheet of Object.keys(inPart) as Part[]) {
    const rows = content[sheet];
    for (let at = 0, seq = 0; at < rows.length; at += inPart[sheet], seq++)
      await trx
        .insertInto('lease_portfolio_part')
        .values({
          ...{ tenant_id: tenantId, import_id: importId, sheet, seq },
          content: deps.secrets.seal(JSON.stringify(rows.slice(at, at + inPart[sheet]))),
        })
        .execute();
  }
}

type RowsOf = { customers: PackedRow; orders: PackedOrder; orphans: PackedRow; notes: Fault };
/** The rows of one part; undefined after the last. */
export async function partOf<P extends Part>(
  { trx, tenantId, deps }: Context,
  importId: string,
  sheet: P,
  seq: number,
): Promise<RowsOf[P][] | undefined> {
  const held = await trx
    .selectFrom('lease_portfolio_part')
    .select('content')
    .where('tenant_id', '=', tenantId)
    .where('import_id', '=', importId)
    .where('sheet', '=', sheet)
    .where('seq', '=', seq)
    .executeTakeFirst();
  return held && (JSON.parse(deps.secrets.unseal(held.content)) as RowsOf[P][]);
}

/** Removes what was found in the workbook; and the workbook itself where nothing is to be found any more. */
export async function clear({ trx, tenantId }: Context, importId: string, what: 'found' | 'all'): Promise<void> {
  const found = ['lease_portfolio_fault', 'lease_portfolio_customer', 'lease_portfolio_order'] as const;
  for (const table of what === 'all' ? ([...found, 'lease_portfolio_part'] as const) : found)
    await sql`delete from ${sql.table(table)} where tenant_id = ${tenantId} and import_id = ${importId}`.execute(trx);
}
export async function clearParts({ trx, tenantId }: Context, importId: string): Promise<void> {
  await sql`delete from lease_portfolio_part where tenant_id = ${tenantId} and import_id = ${importId}`.execute(trx);
}

/** Faults and notes as they are counted and kept: `faults` of the first kind, `notes` of the second. */
export class FaultLog {
  faults = 0;
  notes = 0;
  private seq = 0;
  private waiting: { seq: number; level: number; fault: Fault }[] = [];

  add(found: readonly Fault[]): void {
    for (const fault of found) {
      const level = noteCodes.has(fault.code) ? 2 : 1;
      const of = level === 1 ? ++this.faults : ++this.notes;
      // Of each its own number, so that many notes leave room for the first fault.
      if (of <= mostFaults) this.waiting.push({ seq: ++this.seq, level, fault });
    }
  }

  async write({ trx, tenantId }: Context, importId: string): Promise<void> {
    const rows = this.waiting.map(({ seq, level, fault: { sheet, row, field, code, values = {} } }) => ({
      ...{ seq, level, sheet, field, code },
      row_no: row,
      words: values,
    }));
    if (rows.length === 0) return;
    await sql`
      insert into lease_portfolio_fault (tenant_id, import_id, seq, level, sheet, row_no, field, code, words)
      select ${tenantId}, ${importId}::bigint, v.*
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as v(seq int, level int, sheet text, row_no int, field text, code text, words jsonb)`.execute(trx);
  }

  /** What was written was committed. */
  written(): void {
    this.waiting = [];
  }
}

export interface StagedCustomer {
  row: number;
  /** Of the customer who is there already. */
  customerId: string | null;
  customer: ReadCustomer;
}

export async function keepCustomers(cx: Context, importId: string, staged: readonly StagedCustomer[]): Promise<void> {
  if (staged.length === 0) return;
  const rows = staged.map(({ row, customerId, customer }) => ({
    ref: customer.ref,
    row_no: row,
    customer_id: customerId,
    is_known: customerId !== null,
    content: cx.deps.secrets.seal(JSON.stringify(customer)),
  }));
  await sql`
    insert into lease_portfolio_customer (tenant_id, import_id, ref, row_no, customer_id, is_known, content)
    select ${cx.tenantId}, ${importId}::bigint, v.*
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as v(ref text, row_no int, customer_id bigint, is_known boolean, content text)`.execute(cx.trx);
}

export async function keepOrders(cx: Context, importId: string, staged: readonly StagedOrder[]): Promise<void> {
  if (staged.length === 0) return;
  const rows = staged.map((one) => ({
    id: cx.deps.newId(),
    row_no: one.row,
    contract_code: one.contractCode,
    customer_ref: one.customerRef,
    customer_name: one.customerName,
    product_id: one.product.id,
    product_name: one.product.name,
    direction: one.direction,
    difference: one.difference,
    old_count: one.oldRows.length,
    new_count: one.newRows.length,
    old_total: one.oldTotal,
    new_total: one.newTotal,
    may_keep: one.mayKeep,
    decision: one.decision,
    content: { ...one.content, amountPer: one.product.amountPer },
    old_rows: one.oldRows,
    new_rows: one.newRows,
    stated: one.stated,
    kept: one.kept,
    rebuilt: one.rebuilt,
  }));
  await sql`
    insert into lease_portfolio_order (tenant_id, import_id, id, row_no, contract_code, customer_ref, customer_name,
      product_id, product_name, direction, difference, old_count, new_count, old_total, new_total, may_keep, decision,
      content, old_rows, new_rows, stated, kept, rebuilt)
    select ${cx.tenantId}, ${importId}::bigint, v.*
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v(id bigint, row_no int, contract_code text,
      customer_ref text, customer_name text, product_id bigint, product_name text, direction int, difference int,
      old_count int, new_count int, old_total numeric, new_total numeric, may_keep boolean, decision int,
      content jsonb, old_rows jsonb, new_rows jsonb, stated jsonb, kept jsonb, rebuilt jsonb)`.execute(cx.trx);
}

/** How far the work behind an import is: written without version and history. */
export async function tellProgress({ trx, tenantId }: Context, importId: string, percent: number): Promise<void> {
  await sql`
    update lease_portfolio_import set progress = ${percent}
    where tenant_id = ${tenantId} and id = ${importId}`.execute(trx);
}
