/** The slips of an order, and where else they are used. */
import { sql } from 'kysely';
import { paperTypes } from '../../../contract/domain/papers/fields';
import { acceptStatuses, loanInformation } from '../../../contract/modules/lease/loanInformation';
import { type Order, order } from '../../../contract/modules/lease/order';
import { type Picture, picture, voucherPicType } from '../../../contract/modules/lease/picture';
import type { OtherUse, Voucher } from '../../../contract/wire/lease/voucher';
import { hidesAny } from '../../engine/rights/scopes';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { acceptedIn, type PaperRow, readingIn } from '../papers/stored';

/** Orders that are named as another use; the others are counted by their first ones. */
const mostNamed = 5;

export function slipsOf(cx: Context, orderId: string): Promise<Picture[]> {
  return cx.rows(picture).find({ orderId, picType: voucherPicType });
}

/** The same for a person who reviews them; refused where one of them is outside of their view. */
export async function reviewedSlips(cx: Context, orderId: string): Promise<Picture[]> {
  const slips = await slipsOf(cx, orderId);
  for (const { id } of slips) if (!(await cx.rows(picture).get(id))) refuse('order.slipsHidden');
  return slips;
}

/** Digests of the files of the slips. */
export async function digestsOf(cx: Context, orderId: string): Promise<string[]> {
  const { rows } = await sql<{ digest: string }>`
    select distinct a.sha256 as digest from lease_picture p
    join attach a on a.tenant_id = p.tenant_id and a.id = p.attach_id
    where p.tenant_id = ${cx.tenantId} and p.order_id = ${orderId} and p.pic_type = ${voucherPicType}
      and p.is_deleted = 0`.execute(cx.trx);
  return rows.map(({ digest }) => digest).sort();
}

/** Other orders that have one of these files as a slip, or the serial number. Also those that the person may not see. */
async function usesOf(cx: Context, orderId: string, digests: readonly string[], serial: string) {
  const { rows } = await sql<{ id: string; by: OtherUse['by'] }>`
    select distinct on (id) id, by from (
      select p.order_id as id, 'picture' as by
      from attach a
      join (
        select attach_id, order_id from lease_picture
        where tenant_id = ${cx.tenantId} and is_deleted = 0 and pic_type = ${voucherPicType}
        union all
        select attach_id, order_id from lease_loan_information
        where tenant_id = ${cx.tenantId} and is_deleted = 0 and pic_type = ${voucherPicType} and order_id is not null
      ) p on p.attach_id = a.id
      where a.tenant_id = ${cx.tenantId} and a.sha256 = any(${[...digests]})
      union all
      select id, 'serial' from lease_order
      where tenant_id = ${cx.tenantId} and is_deleted = 0 and voucher_serial = ${serial} and ${serial} <> ''
      union all
      select order_id, 'serial' from lease_loan_information
      where tenant_id = ${cx.tenantId} and is_deleted = 0 and order_id is not null and serial_no = ${serial}
        and ${serial} <> ''
    ) used where id <> ${orderId} order by id, by limit ${mostNamed}`.execute(cx.trx);
  return rows;
}

/** The same for a person: an order outside of their view is not named. */
export async function otherUses(cx: Context, { id }: Pick<Order, 'id'>, serial: string): Promise<OtherUse[]> {
  const found = await usesOf(cx, id, await digestsOf(cx, id), serial);
  const maySee = found.length > 0 && (await cx.may(order.name));
  const hidesCode = await hidesAny(cx, order, 'contractCode');
  const uses: OtherUse[] = [];
  for (const { id: orderId, by } of found) {
    const held = maySee ? await cx.rows(order).get(orderId) : undefined;
    uses.push({ by, orderId: held?.id ?? null, name: (held && !hidesCode && held.contractCode) || null });
  }
  return uses;
}

/** What was read from the order's slip among the loan papers that the person sees: accepted before read, the newest first. */
export async function readSlip(cx: Context, orderId: string): Promise<Partial<Voucher> | undefined> {
  const papers = (await cx.rows(loanInformation).find({ orderId, picType: paperTypes.slip })) as PaperRow[];
  const isAccepted = ({ acceptStatus }: PaperRow) => Number(acceptStatus === acceptStatuses.accepted);
  const seen: PaperRow[] = [];
  for (const one of papers) if (await cx.rows(loanInformation).get(one.id)) seen.push(one);
  const [paper] = seen.sort((a, b) => isAccepted(b) - isAccepted(a) || (a.id < b.id ? 1 : -1));
  if (!paper) return undefined;
  const values =
    acceptedIn(cx, paper) ??
    Object.fromEntries((readingIn(cx, paper)?.fields ?? []).map(({ key, value }) => [key, value]));
  const { amount, payDate, payerName, serialNo } = values;
  if (!amount && !payDate && !payerName && !serialNo) return undefined;
  return {
    ...(amount ? { amount } : {}),
    ...(payDate ? { date: payDate } : {}),
    ...(payerName ? { payer: payerName } : {}),
    ...(serialNo ? { serial: serialNo } : {}),
  };
}
