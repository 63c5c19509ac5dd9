import { addDays, dateTime } from '../../contract/calendar';
import { mandatoryContracts, wordOf } from '../../contract/dictionaries';
import { maskCard, maskIdentity } from '../../contract/mask';
import { customer } from '../../contract/modules/customer';
import { type FascContract, fascContract } from '../../contract/modules/fascContract';
import { type Order, order } from '../../contract/modules/order';
import { sum } from '../../contract/money';
import { awaitingContract, awaitingStart, isTerminal, signing } from '../../contract/orderStates';
import type { Attach, Context } from '../context';
import { refuse } from '../errors';
import { findAttach } from '../files';
import { hasLivePaper, moveOrder, scheduleOf } from '../lease/orders';
import { type ContractDoc, type ContractType, renderContract, unprintable } from './pdf';

/** A link can be used this many days; a paper can be sent again this often, and not before this many seconds passed. */
const linkDays = 7;
const mostResends = 5;
const resendSeconds = 60;

/** What a contract row holds beyond its declared fields. */
export type ContractRow = FascContract & {
  doc: ContractDoc;
  sentTime: string | null;
  pdfId: string | null;
  pdfSha256: string | null;
  signedPdfId: string | null;
  identifiedTime: string | null;
  wrongTries: number;
  lockedUntil: string | null;
  evidence: { label: string; value: string }[];
};

/** One sending of one paper. */
type Sending = Pick<FascContract, 'id' | 'retryFlag'>;
/** The ticket of a signing page is computed from what it stands for, so none rests in the database and a resend ends the old one. */
const ticketText = ({ tenantId }: Context, { id, retryFlag }: Sending) => `${tenantId}.${id}.${retryFlag ?? 0}`;
const ticketOf = (cx: Context, row: Sending): string =>
  `${ticketText(cx, row)}.${cx.deps.secrets.sign('sign-ticket', ticketText(cx, row))}`;
export const isTicket = (cx: Context, row: Sending, ticket: string): boolean => {
  const text = ticketText(cx, row);
  return ticket.startsWith(`${text}.`) && cx.deps.secrets.isSigned('sign-ticket', text, ticket.slice(text.length + 1));
};
export const loanUrlOf = (cx: Context, row: Sending): string =>
  `${cx.deps.settings.publicUrl}/sign/${ticketOf(cx, row)}`;

const docOf = async (cx: Context, held: Order, type: number, contractNumber: string): Promise<ContractDoc> => {
  const client = (await cx.rows(customer).get(held.customerId)) ?? refuse('order.noCustomer');
  const { tenant_name } = await cx.trx
    .selectFrom('tenant')
    .select('tenant_name')
    .where('tenant_id', '=', cx.tenantId)
    .executeTakeFirstOrThrow();
  // Before the start is fixed the dates are printed as rules; the amounts are the same whatever the day.
  const plan = scheduleOf({ ...held, interestDate: held.interestDate ?? cx.today });
  const total = (name: 'rent' | 'principal' | 'amountPayable') => sum(plan.rows.map((row) => row[name]));
  return {
    title: wordOf('contract_type', type, 'zh'),
    contractNumber,
    type: type as ContractType,
    provider: { name: tenant_name },
    customer: {
      name: client.realName,
      ...(client.idNo ? { idNo: maskIdentity(client.idNo) } : {}),
      tel: held.tel ?? client.tel,
    },
    productName: held.productName ?? '',
    totalAmount: held.totalAmount,
    yearRate: held.yearRate ?? '0',
    deadline: held.deadline ?? 0,
    getType: held.getType ?? 0,
    basis: held.dayCount === 360 ? 360 : 365,
    interestDate: held.interestDate,
    maturity: held.interestDate ? plan.maturity : null,
    bankName: held.bankName ?? '',
    bankCardMasked: maskCard(held.bankCardCode ?? ''),
    plan: plan.rows,
    totals: { rent: total('rent'), principal: total('principal'), amountPayable: total('amountPayable') },
    madeAt: cx.time,
  };
};

const secondsBetween = (from: string, to: string) =>
  (Date.parse(`${to.replace(' ', 'T')}Z`) - Date.parse(`${from.replace(' ', 'T')}Z`)) / 1000;

/** Print the paper, keep it, and open its signing page for the customer. The seals of our side are on it from the start. */
const send = async (cx: Context, held: Order, row: ContractRow): Promise<ContractRow> => {
  const doc = await docOf(cx, held, row.type ?? 1, row.contractNumber ?? '');
  const strange = await unprintable([doc.provider.name, doc.customer.name, doc.productName, doc.bankName].join(''));
  if (strange.length > 0) refuse('contract.unprintable', { characters: strange.join(' ') });
  const bytes = await renderContract(doc);
  const attach = await cx.deps.files.keep(cx, {
    bytes,
    originalName: `${row.contractNumber}.pdf`,
    contentType: 'application/pdf',
  });
  const isAgain = row.sentTime !== null;
  return (await cx.rows(fascContract).update(
    row,
    {
      doc: JSON.stringify(doc),
      pdfId: attach.id,
      pdfSha256: attach.sha256,
      signTaskId: cx.deps.newId(),
      signTaskStatus: 'sign_progress',
      retryFlag: isAgain ? (row.retryFlag ?? 0) + 1 : null,
      sentTime: cx.time,
      expireTime: `${addDays(cx.today, linkDays)} ${cx.time.slice(11)}`,
      readTime: null,
      identifiedTime: null,
      wrongTries: 0,
      lockedUntil: null,
      reason: null,
    },
    { action: isAgain ? 'resend' : 'send' },
  )) as ContractRow;
};

export const isExpired = (cx: Context, row: Pick<FascContract, 'expireTime' | 'status'>): boolean =>
  row.status === 1 && row.expireTime !== null && row.expireTime < cx.time;

const makeOne = async (cx: Context, held: Order, type: number, resend: boolean): Promise<ContractRow> => {
  const rows = cx.rows(fascContract);
  const found = (await rows.find({ orderId: held.id, type })).filter((row) => row.status !== 0).map(({ id }) => id);
  const [live] = (await rows.lock(found)) as ContractRow[];
  if (!live) {
    const contractNumber = `${held.contractCode}-${String(type).padStart(2, '0')}`;
    const row = await rows.insert(
      {
        orderId: held.id,
        contractNumber: await freeNumber(cx, contractNumber),
        type,
        status: 1,
        businessDeptId: cx.principal?.deptId ?? null,
      },
      { action: 'make' },
    );
    return send(cx, held, row as ContractRow);
  }
  if (live.status === 2) return refuse('contract.complete');
  const isDead = isExpired(cx, live) || live.signTaskStatus === 'rejected';
  if (!resend && !isDead && live.sentTime) return live; // asking twice makes no second paper
  if (live.sentTime) {
    const wait = resendSeconds - secondsBetween(live.sentTime, cx.time);
    if (wait > 0) refuse('contract.tooSoon', { seconds: Math.ceil(wait) });
    if ((live.retryFlag ?? 0) >= mostResends) refuse('contract.tooOften', { limit: mostResends });
  }
  return send(cx, held, live);
};

/** An annulled paper keeps its number; the one that replaces it gets the next letter. */
const freeNumber = async (cx: Context, number: string): Promise<string> => {
  const taken = await cx.trx
    .selectFrom('lease_contract')
    .select('id')
    .where('tenant_id', '=', cx.tenantId)
    .where('contract_number', 'like', `${number}%`)
    .execute();
  return taken.length === 0 ? number : `${number}${String.fromCharCode(64 + taken.length)}`;
};

/**
 * Make the contracts of an order, or send one again. Without `type`: every paper the order needs that is not complete.
 * Two clicks at once give one paper: the order is locked first.
 */
export const makeContract = async (
  cx: Context,
  { orderId, type, resend }: { orderId: string; type?: number; resend: boolean },
): Promise<ContractRow[]> => {
  const [held] = await cx.rows(order).lock([orderId]);
  if (!held) return refuse('notYours');
  const status = held.businessStatus ?? 0;
  const mandatory = Object.keys(mandatoryContracts).map(Number);
  const isMandatory = type === undefined || mandatory.includes(type);
  if (type !== undefined && ![1, 2, 3, 4].includes(type)) refuse('contract.badType');
  if (held.pzsfqr !== 1 && status < awaitingContract) refuse('order.voucherNotConfirmed');
  if (isMandatory ? ![awaitingContract, signing].includes(status) : isTerminal(status) || status < awaitingContract) {
    const live = await cx.rows(fascContract).has({ orderId, ...(type ? { type } : {}), status: 2 });
    refuse(live ? 'contract.complete' : 'contract.wrongState');
  }
  const complete = (await cx.rows(fascContract).find({ orderId, status: 2 })).map((row) => row.type);
  const wanted = type === undefined ? mandatory.filter((one) => !complete.includes(one)) : [type];
  const made: ContractRow[] = [];
  for (const one of wanted) made.push(await makeOne(cx, held, one, resend));
  if (status === awaitingContract && isMandatory) await moveOrder(cx, held, signing, { by: 'system' });
  return made;
};

/** A complete contract that was taken over without its file is printed, from what was agreed, when it is first looked at. */
export const printComplete = async (cx: Context, id: string): Promise<Attach | undefined> => {
  const [row] = (await cx.rows(fascContract).lock([id])) as ContractRow[];
  if (row?.signedPdfId) return findAttach(cx, row.signedPdfId); // somebody else was first
  if (row?.status !== 2 || !row.doc) return undefined;
  const signature = { name: row.doc.customer.name, time: row.finishTime ?? row.doc.madeAt, evidence: row.evidence };
  const bytes = await renderContract({ ...row.doc, signature });
  const attach = await cx.deps.files.keep(cx, {
    bytes,
    originalName: `${row.contractNumber}.pdf`,
    contentType: 'application/pdf',
  });
  await cx.rows(fascContract).update(row, { signedPdfId: attach.id });
  return attach;
};

/** The order hears of a signed paper: its flag is set, and with the last one it waits for its start. */
export const contractSigned = async (cx: Context, row: ContractRow): Promise<void> => {
  const [held] = await cx.rows(order).lock([row.orderId!]);
  if (!held) return;
  const flag = mandatoryContracts[row.type as keyof typeof mandatoryContracts];
  const flagged = flag ? await cx.rows(order).update(held, { [flag]: 1 }, { action: 'signed' }) : held;
  if (flagged.businessStatus === signing && flagged.prqy === 1 && flagged.qyqy === 1)
    await moveOrder(cx, flagged, awaitingStart, { by: 'system' });
};

/** A refused paper sends the order back when nothing else is signed or waiting. */
export const contractRejected = async (cx: Context, row: ContractRow): Promise<void> => {
  const [held] = await cx.rows(order).lock([row.orderId!]);
  if (held?.businessStatus === signing && !(await hasLivePaper(cx, held.id)))
    await moveOrder(cx, held, awaitingContract, { by: 'system', reason: row.reason ?? '' });
};

export const minutesLater = (cx: Context, minutes: number): string => dateTime(cx.deps.now() + minutes * 60_000);
