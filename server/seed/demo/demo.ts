/**
 * A realistic portfolio for an empty installation, so that every screen has content on the first day. All people and
 * companies are invented, and none of their numbers can be real: phones are in an unassigned range, cards fail their
 * own check digit, identity numbers name a region that does not exist.
 *
 * The same clock gives the same portfolio. The orders are simulated in memory, move by move, by the rules of the
 * business, and written in bulk in one transaction.
 */
import { sql } from 'kysely';
import { businessDate, dateTime } from '../../../contract/domain/calendar';
import { unnamedCompany } from '../../../contract/modules/system/tenant';
import type { Deps } from '../../kernel/context';
import { bind, type Trx } from '../../kernel/database';
import { nameCompany } from '../essentials';
import { tenantId } from './book';
import { writeBook } from './life';
import { hirePeople, type Visitor, writePeople } from './people';
import { makeDemoKeys } from './signatures';
import { statementOf } from './statement';
import { printPapers, save } from './write';

const demoCompany = '青屿融租（演示）有限公司';
/** Any number will do as long as it never changes. */
const demoLock = 7_150_005;

export interface ForVisitors {
  /** Whom they may be. */
  people: Visitor[];
  /** A file of the bank to import. */
  statement: string;
}

async function isEmptyTenant(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`
    select exists (select 1 from lease_product where tenant_id = ${tenantId})
        or exists (select 1 from lease_customer where tenant_id = ${tenantId})
        or exists (select 1 from lease_order where tenant_id = ${tenantId}) as some`.execute(trx);
  return rows[0]?.some === false;
}

/**
 * Fill the platform tenant when it has no product, no customer and no order, removed ones included; otherwise do
 * nothing. All or nothing; of several servers that try at once, one does it. Answers what visitors need.
 */
export async function fillDemo(deps: Deps, log: (text: string) => void): Promise<ForVisitors | undefined> {
  const startedAt = deps.now();
  const today = businessDate(startedAt);
  const provider = await deps.db.withTenant(tenantId, today, async (trx) => {
    if (!(await isEmptyTenant(trx))) return undefined;
    const own = trx.selectFrom('tenant').select('tenant_name').where('tenant_id', '=', tenantId);
    const named: string = (await own.executeTakeFirstOrThrow()).tenant_name;
    return named === unnamedCompany ? demoCompany : named;
  });
  if (provider === undefined) return undefined;

  log('正在写入演示数据 · filling in the demo portfolio');
  const staff = hirePeople(deps.newId);
  const book = writeBook(deps.newId, provider, today, staff);
  // Signing takes a second or more, so it is done before the transaction.
  const keys = await makeDemoKeys(provider, today);
  const prints = await printPapers(book, keys);
  const invited = await deps.db.withTenant(tenantId, today, async (trx) => {
    await sql`select pg_advisory_xact_lock(${demoLock})`.execute(trx);
    if (!(await isEmptyTenant(trx))) return undefined;
    await bind(trx, { platform: 'on' });
    await nameCompany(trx, demoCompany, '青屿融租');
    await bind(trx, { platform: '' });
    await save(deps, trx, { book, prints, keys, today });
    return writePeople(deps, trx, dateTime(startedAt), staff);
  });
  const count = (table: string) => book.tables.get(table)?.length ?? 0;
  const seconds = ((deps.now() - startedAt) / 1000).toFixed(1);
  log(
    `演示数据已就绪：${count('lease_order')} 个订单、${count('lease_customer')} 位客户、` +
      `${count('lease_payment_plan')} 期付款计划 · demo portfolio written in ${seconds} s`,
  );
  return invited && { people: invited, statement: statementOf(book, today) };
}
