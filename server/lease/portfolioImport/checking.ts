/** The check of an uploaded workbook, behind the calls: part by part, each written in a transaction of its own. */
import { sql } from 'kysely';
import { importStates, type PortfolioImport, portfolioImport } from '../../../contract/modules/lease/portfolioImport';
import type { Fault } from '../../../contract/wire/portfolio/faults';
import { mostInstalments } from '../../../contract/wire/portfolio/sheets';
import { identityHash } from '../../engine/columns';
import { defineTask, sendTask } from '../../engine/tasks';
import type { Context } from '../../kernel/context';
import { unprintable } from '../../kernel/paper/unprintable';
import type { TaskData } from '../../kernel/ports';
import { openRests } from '../../kernel/workQueue';
import {
  type Ground,
  judgeCustomer,
  judgeOrder,
  type KnownProduct,
  type ReadCustomer,
  type StagedOrder,
} from './judging';
import type { PackedOrder, PackedRow } from './reading';
import {
  clear,
  clearParts,
  FaultLog,
  keepCustomers,
  keepOrders,
  partOf,
  type StagedCustomer,
  tellProgress,
} from './store';

type Work = <T>(part: (cx: Context) => Promise<T>) => Promise<T>;
interface Checked extends TaskData {
  id: string;
}

interface Alike {
  id: string;
  name: string;
  tel: string;
  hash: string | null;
}

/** Customers who are there already and have one of the numbers. */
async function alikeCustomers(cx: Context, customers: readonly ReadCustomer[]): Promise<Alike[]> {
  const hashes = customers.flatMap(({ idNo }) => (idNo === null ? [] : [identityHash(cx, idNo)]));
  const { rows } = await sql<Alike>`
    select id, real_name as name, tel, id_no_hash as hash from lease_customer
    where tenant_id = ${cx.tenantId} and is_deleted = 0
      and (id_no_hash = any(${hashes}) or tel = any(${customers.map(({ tel }) => tel)}))
    order by id`.execute(cx.trx);
  return rows;
}

/** Customers of one part, compared with those who are there. */
async function stageCustomers(
  cx: Context,
  rows: readonly PackedRow[],
  seen: { refs: Map<string, number>; ids: Map<string, number> },
): Promise<{ staged: StagedCustomer[]; faults: Fault[] }> {
  const judged = rows.map((packed) => ({ row: packed.row, ...judgeCustomer(packed, cx.today) }));
  const known = await alikeCustomers(
    cx,
    judged.map(({ customer }) => customer),
  );
  const byHash = new Map(known.flatMap((one) => (one.hash === null ? [] : [[one.hash, one] as const])));
  const byTel = new Map(known.map((one) => [one.tel, one]));
  const strange = new Set(await unprintable(judged.map(({ customer }) => customer.realName).join('')));
  const staged: StagedCustomer[] = [];
  const faults: Fault[] = [];
  for (const { row, customer, faults: own } of judged) {
    const say = (field: string, code: Fault['code'], values: Fault['values'] = {}) =>
      own.push({ sheet: 'customers', row, field, code, values });
    const before = seen.refs.get(customer.ref);
    if (before !== undefined && before !== row) say('ref', 'refTwice', { row: before });
    else seen.refs.set(customer.ref, row);
    const odd = [...new Set(customer.realName)].filter((character) => strange.has(character));
    if (odd.length > 0) say('realName', 'unprintable', { characters: odd.join(' ') });
    const hash = customer.idNo === null ? null : identityHash(cx, customer.idNo);
    if (hash !== null) {
      const other = seen.ids.get(hash);
      if (other !== undefined && other !== row) say('idNo', 'idTwice', { row: other });
      else seen.ids.set(hash, row);
    }
    const same = hash === null ? undefined : byHash.get(hash);
    const tel = byTel.get(customer.tel);
    // Without a number, name and phone together say who it is.
    const used = same ?? (hash === null && tel?.name === customer.realName ? tel : undefined);
    if (used && used.name !== customer.realName) say('idNo', 'idTaken', { name: used.name, customerId: used.id });
    else if (used) say('', 'customerUsed', { name: used.name, customerId: used.id });
    else if (tel) say('tel', 'telTaken', { name: tel.name, customerId: tel.id });
    if ((before ?? row) === row && customer.ref !== '') staged.push({ row, customer, customerId: used?.id ?? null });
    faults.push(...own);
  }
  return { staged, faults };
}

async function productsOf({ trx, tenantId }: Context): Promise<Pick<Ground, 'productsByName' | 'productsByCode'>> {
  const rows = await trx
    .selectFrom('lease_product')
    .select(['id', 'product_name as name', 'product_code as code', 'direction', 'amount_per as amountPer'])
    .where('tenant_id', '=', tenantId)
    .where('is_deleted', '=', 0)
    .orderBy('id')
    .execute();
  const byName = new Map<string, KnownProduct[]>();
  for (const row of rows) byName.set(row.name, [...(byName.get(row.name) ?? []), row]);
  return { productsByName: byName, productsByCode: new Map(rows.map((row) => [row.code, row])) };
}

export async function takenCodes({ trx, tenantId }: Context, codes: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ code: string }>`
    select contract_code as code from lease_order
    where tenant_id = ${tenantId} and contract_code = any(${codes})`.execute(trx);
  return new Set(rows.map(({ code }) => code));
}

const codeAt = 0;
function codeOf({ cells }: PackedRow): string {
  const cell = cells[codeAt];
  return cell ? cell[0].trim() : '';
}

/** Orders of one part, one after the other. `room`: instalments that the orders of the import may still come to. */
export async function judgeInTurns(
  rows: readonly PackedOrder[],
  ground: Ground,
  room: { instalments: number },
  rest: () => Promise<void>,
): Promise<{ staged: StagedOrder[]; faults: Fault[] }> {
  const staged: StagedOrder[] = [];
  const faults: Fault[] = [];
  for (const packed of rows) {
    const { order, faults: own } = judgeOrder(packed, ground);
    room.instalments -= order?.newRows.length ?? 0;
    const isTooMuch = order !== undefined && room.instalments < 0;
    if (isTooMuch)
      own.push({ sheet: 'orders', row: packed.row, field: '', code: 'tooMany', values: { limit: mostInstalments } });
    faults.push(...own);
    if (order && !isTooMuch && !own.some(({ code }) => code === 'codeTwice')) staged.push(order);
    await rest();
  }
  return { staged, faults };
}

/** Instalments that are written at a time, before and after the takeover. */
const mostAtOnce = 2000;
/** Orders in sets of about as many instalments: one of them may have a thousand. */
function setsOf(staged: readonly StagedOrder[]): StagedOrder[][] {
  const sets: StagedOrder[][] = [];
  let room = 0;
  for (const one of staged) {
    if (room <= 0) {
      sets.push([]);
      room = mostAtOnce;
    }
    sets.at(-1)!.push(one);
    room -= one.oldRows.length + one.newRows.length;
  }
  return sets;
}

async function check(work: Work, id: string, signal: AbortSignal): Promise<void> {
  const begun = await work(async (cx) => {
    const [row] = (await cx.rows(portfolioImport).lock([id])) as PortfolioImport[];
    if (row?.state !== importStates.checking) return undefined;
    await clear(cx, id, 'found');
    return { row, products: await productsOf(cx), notes: await partOf(cx, id, 'notes', 0) };
  });
  if (!begun) return;
  const { row, products, notes } = begun;
  const log = new FaultLog();
  log.add(notes ?? []);
  const seen = { refs: new Map<string, number>(), ids: new Map<string, number>() };
  const customers = new Map<string, { name: string; tel: string }>();
  for (let seq = 0; ; seq++) {
    signal.throwIfAborted();
    const faults = await work(async (cx) => {
      const rows = await partOf(cx, id, 'customers', seq);
      if (!rows) return undefined;
      const found = await stageCustomers(cx, rows, seen);
      for (const { customer } of found.staged)
        customers.set(customer.ref, { name: customer.realName, tel: customer.tel });
      await keepCustomers(cx, id, found.staged);
      return found.faults;
    });
    if (!faults) break;
    log.add(faults);
    await work((cx) => log.write(cx, id));
    log.written();
  }
  const firstRow = new Map<string, number>();
  const total = Math.max(1, row.orderCount ?? 1);
  const room = { instalments: mostInstalments };
  const rest = openRests();
  let done = 0;
  for (let seq = 0; ; seq++) {
    signal.throwIfAborted();
    const part = await work(async (cx) => {
      const rows = await partOf(cx, id, 'orders', seq);
      return rows && { rows, taken: await takenCodes(cx, rows.map(codeOf)) };
    });
    if (!part) break;
    for (const one of part.rows) if (!firstRow.has(codeOf(one))) firstRow.set(codeOf(one), one.row);
    const ground: Ground = { ...products, takeoverDate: row.takeoverDate!, customers, firstRow, taken: part.taken };
    const { staged, faults } = await judgeInTurns(part.rows, ground, room, rest);
    log.add(faults);
    for (const set of setsOf(staged)) {
      await work((cx) => keepOrders(cx, id, set));
      await rest();
    }
    done += part.rows.length;
    await work(async (cx) => {
      await log.write(cx, id);
      await tellProgress(cx, id, Math.min(99, Math.floor((100 * done) / total)));
    });
    log.written();
  }
  for (let seq = 0; ; seq++) {
    const rows = await work((cx) => partOf(cx, id, 'orphans', seq));
    if (!rows) break;
    log.add(
      rows.map(({ row: at }) => ({ sheet: 'instalments', row: at, field: 'contractCode', code: 'noOrder' as const })),
    );
  }
  await finish(work, id, log);
}

/** What was found is whole: people go on with it. */
function finish(work: Work, id: string, log: FaultLog): Promise<void> {
  return work(async (cx) => {
    await log.write(cx, id);
    await clearParts(cx, id);
    const { rows } = await sql<{ principal: string }>`
      select coalesce(sum((stated ->> 'principal')::numeric), 0) as principal from lease_portfolio_order
      where tenant_id = ${cx.tenantId} and import_id = ${id}`.execute(cx.trx);
    const [held] = (await cx.rows(portfolioImport).lock([id])) as PortfolioImport[];
    if (!held) return;
    await cx.rows(portfolioImport).update(held, {
      state: log.faults > 0 ? importStates.faulty : importStates.checked,
      progress: 100,
      faultCount: log.faults,
      noteCount: log.notes,
      principal: rows[0]!.principal,
    });
  });
}

export const checkTask = defineTask<Checked>({
  name: 'portfolio.check',
  retries: 3,
  atOnce: 1,
  run: ({ data, work, signal }) => check(work, data.id, signal),
});

/** Checks it after the commit of the call that has uploaded it. */
export async function startCheck(cx: Context, id: string): Promise<void> {
  await sendTask(cx, checkTask, { id }, { key: `portfolio ${id}` });
}
