/** What a contract prints, and since when that has been stored. */

import { sql } from 'kysely';
import { type ContractKind, contractKindBy, contractKinds } from '../../contract/domain/contractKinds';
import { planTermsOf } from '../../contract/domain/leasing/record';
import { directionWord } from '../../contract/domain/lifecycle/direction';
import { sum } from '../../contract/domain/money';
import type { FascContract } from '../../contract/modules/esign/fascContract';
import type { Customer } from '../../contract/modules/lease/customer';
import type { Order } from '../../contract/modules/lease/order';
import { maskCard, maskIdentity } from '../../contract/schema/mask';
import type { Module } from '../../contract/schema/module';
import type { Context } from '../kernel/context';
import { firstDay, scheduleOf } from '../lease/order/orderTerms';
import type { ContractDoc, ContractParty } from './paper/pdf';
import { objectsOf } from './wording/objects';
import { wordsOf } from './wording/objectsAnnex';
import { repaymentOf } from './wording/repayment';
import { settledLines } from './wording/settlement';
import { supplementTerms } from './wording/supplement';

/** When a field that the contract prints was entered, and by whom. */
export interface Origin {
  time: string;
  by: string;
}
export async function originOf(
  cx: Context,
  { name }: Pick<Module, 'name'>,
  id: string,
  field: string,
): Promise<Origin | undefined> {
  const entered = await cx.trx
    .selectFrom('audit_log')
    .select(['create_time', 'user_name'])
    .where('tenant_id', '=', cx.tenantId)
    .where('entity', '=', name)
    .where('entity_id', '=', id)
    .where(sql<boolean>`changes @> ${JSON.stringify([{ field }])}::jsonb`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return entered && { time: entered.create_time, by: entered.user_name };
}

/** The company of the tenant, as contracts print it. What is empty has no line. */
export async function providerOf({ trx, tenantId }: Pick<Context, 'trx' | 'tenantId'>): Promise<ContractParty> {
  const company = await trx
    .selectFrom('tenant')
    .select(['tenant_name', 'credit_code', 'address', 'contact_number'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return {
    name: company.tenant_name,
    ...(company.credit_code ? { idNo: company.credit_code } : {}),
    ...(company.contact_number ? { tel: company.contact_number } : {}),
    ...(company.address ? { address: company.address } : {}),
  };
}

/** Names and words of a contract that people have entered, to see whether the font has their characters. */
export function wordsIn({ provider, customer, productName, bankName, objects }: ContractDoc): string {
  const { name, address = '', tel = '' } = provider;
  return [name, address, tel, customer.name, productName, bankName].join('') + wordsOf(objects);
}

/** What a contract prints, as of now. */
export async function docOf(
  cx: Context,
  held: Order,
  client: Customer,
  { type, contractNumber }: Pick<FascContract, 'type' | 'contractNumber'>,
): Promise<ContractDoc> {
  // Before the start is fixed the dates are printed as rules; the amounts do not depend on the day.
  const started = { ...held, interestDate: held.interestDate ?? firstDay(held, cx.today) };
  const plan = scheduleOf(started);
  const kind = contractKindBy(type);
  const repayment = repaymentOf(planTermsOf(started), plan);
  const total = (name: 'rent' | 'principal' | 'amountPayable') => sum(plan.rows.map((row) => row[name]));
  return {
    title: kind.title[0],
    contractNumber: contractNumber ?? '',
    type: (type ?? contractKinds.service) as ContractKind,
    provider: await providerOf(cx),
    customer: {
      name: held.customerName ?? client.realName,
      ...(client.idNo ? { idNo: maskIdentity(client.idNo) } : {}),
      tel: held.tel ?? client.tel,
    },
    productName: held.productName ?? '',
    totalAmount: held.totalAmount,
    yearRate: held.yearRate ?? '0',
    deadline: held.deadline ?? 0,
    getType: held.getType ?? 0,
    basis: plan.basis,
    ...(repayment ? { repayment } : {}),
    interestDate: held.interestDate,
    maturity: held.interestDate ? plan.maturity : null,
    bankName: held.bankName ?? '',
    bankCardMasked: maskCard(held.bankCardCode ?? ''),
    cashDirection: directionWord(held.direction),
    plan: plan.rows,
    totals: { rent: total('rent'), principal: total('principal'), amountPayable: total('amountPayable') },
    ...(kind.listsObjects ? await objectsOf(cx, held) : {}),
    ...(kind.amounts === 'settlement' ? await settledLines(cx, held) : {}),
    ...(kind.amounts === 'change' ? supplementTerms(held) : {}),
    madeAt: cx.time,
  };
}

/** The same with both numbers in full, as the file has it. The stored terms keep them masked, as screens show them. */
export function inFull(
  doc: ContractDoc,
  held: Pick<Order, 'bankCardCode'>,
  { idNo }: Pick<Customer, 'idNo'>,
): ContractDoc {
  const customer = idNo ? { ...doc.customer, idNo } : doc.customer;
  return { ...doc, customer, ...(held.bankCardCode ? { bankCardMasked: held.bankCardCode } : {}) };
}
