/** Rules between a paper and the other records of its tenant. */
import { sql } from 'kysely';
import { cents, isMoney } from '../../../contract/domain/money';
import { customer } from '../../../contract/modules/lease/customer';
import { order } from '../../../contract/modules/lease/order';
import { checkOf, narrow } from '../../../contract/wire/ocr/judging';
import { type PaperCheck, type PaperType, paperTypes, type Reading } from '../../../contract/wire/ocr/papers';
import { hidesAny } from '../../engine/rights/scopes';
import type { Context } from '../../kernel/context';
import type { PaperRow } from './stored';

/** Another order that has the same file, as a picture or as a loan paper. It is named to those who may see it. */
export async function duplicateOf(
  cx: Context,
  row: PaperRow,
): Promise<{ check: PaperCheck; seen: Reading['duplicateOf'] } | null> {
  const { rows } = await sql<{ id: string }>`
    select distinct p.order_id as id
    from attach a
    join attach b on b.tenant_id = ${cx.tenantId} and b.sha256 = a.sha256
    join (
      select attach_id, order_id from lease_picture where tenant_id = ${cx.tenantId} and is_deleted = 0
      union all
      select attach_id, order_id from lease_loan_information
      where tenant_id = ${cx.tenantId} and is_deleted = 0 and order_id is not null
    ) p on p.attach_id = b.id
    where a.tenant_id = ${cx.tenantId} and a.id = ${row.attachId} and p.order_id is distinct from ${row.orderId}
    order by 1 limit 20`.execute(cx.trx);
  if (rows.length === 0) return null;
  const hidesCode = await hidesAny(cx, order, 'contractCode');
  for (const { id } of rows) {
    const held = await cx.rows(order).get(id);
    if (!held || !(await cx.may(order.name))) continue;
    const contractCode = (hidesCode ? '' : held.contractCode) ?? '';
    const check = checkOf('DUPLICATE', 'warn', [], cx.language, { name: contractCode || held.id });
    return { check, seen: { orderId: held.id, contractCode } };
  }
  return { check: checkOf('DUPLICATE', 'warn', [], cx.language, { name: '***' }), seen: null };
}

/** Whether another accepted slip of the tenant has the number, also one that the person may not see. */
export async function isSerialUsed(cx: Context, row: Pick<PaperRow, 'id'>, serialNo: string): Promise<boolean> {
  const { rows } = await sql`
    select id from lease_loan_information
    where tenant_id = ${cx.tenantId} and serial_no = ${serialNo} and id <> ${row.id} and is_deleted = 0
    limit 1`.execute(cx.trx);
  return rows.length > 0;
}

function isSameName(one: string, other: string): boolean {
  const plain = (name: string) => narrow(name).replace(/[\s()（）·.]/g, '');
  return plain(one) === plain(other);
}

/** The checks against the customer, the order, our company and other papers. */
export async function checksBeside(
  cx: Context,
  row: PaperRow,
  type: PaperType,
  values: Readonly<Record<string, string>>,
): Promise<PaperCheck[]> {
  const found: PaperCheck[] = [];
  const { name = '', payerName = '', payeeName = '', amount = '', serialNo = '', contractNumber = '' } = values;
  const maySeeOrder = row.orderId !== null && (await cx.may(order.name));
  const held = maySeeOrder ? await cx.rows(order).get(row.orderId!) : undefined;
  const who = row.customerId ?? held?.customerId ?? null;
  const maySeeName = who !== null && (await cx.may(customer.name)) && !(await hidesAny(cx, customer, 'realName'));
  const realName = maySeeName ? (await cx.rows(customer).get(who!))?.realName : undefined;
  const isOfPerson = type === paperTypes.idPortrait || type === paperTypes.licence;
  if (isOfPerson && name && realName)
    found.push(
      checkOf('HOLDER', isSameName(name, realName) ? 'ok' : 'error', ['name'], cx.language, { name: realName }),
    );
  if (type === paperTypes.slip) {
    if (payerName && realName)
      found.push(
        checkOf('PAYER', isSameName(payerName, realName) ? 'ok' : 'warn', ['payerName'], cx.language, {
          name: realName,
        }),
      );
    const [tenant] = await cx.trx
      .selectFrom('tenant')
      .select('tenant_name')
      .where('tenant_id', '=', cx.tenantId)
      .execute();
    const company = tenant?.tenant_name as string | undefined;
    if (payeeName && company)
      found.push(
        checkOf('PAYEE', isSameName(payeeName, company) ? 'ok' : 'warn', ['payeeName'], cx.language, { name: company }),
      );
    if (isMoney(amount) && held && isMoney(held.totalAmount) && !(await hidesAny(cx, order, 'totalAmount'))) {
      const isSame = cents(amount) === cents(held.totalAmount);
      found.push(
        checkOf('AMOUNT_ORDER', isSame ? 'ok' : 'warn', ['amount'], cx.language, { amount: held.totalAmount }),
      );
    }
    if (serialNo)
      found.push(
        checkOf('SERIAL_USED', (await isSerialUsed(cx, row, serialNo)) ? 'error' : 'ok', ['serialNo'], cx.language),
      );
  }
  if (type === paperTypes.paperContract && contractNumber) {
    const isKnown = await cx.rows(order).has({ contractCode: contractNumber });
    found.push(checkOf('CONTRACT_KNOWN', isKnown ? 'ok' : 'warn', ['contractNumber'], cx.language));
  }
  return found;
}
