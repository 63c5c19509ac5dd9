import { sql } from 'kysely';
import { addDays, dateTime } from '../../contract/domain/calendar';
import { contractKindBy, isContractKind, isMandatory, mandatoryKinds } from '../../contract/domain/contractKinds';
import { awaitingContract, isTerminal, signing } from '../../contract/domain/lifecycle/orderStates';
import { mobileIn } from '../../contract/domain/reading/phones';
import {
  type FascContract,
  fascContract,
  type LinkWay,
  providers,
  smsStates,
} from '../../contract/modules/esign/fascContract';
import { customer } from '../../contract/modules/lease/customer';
import { type Order, order } from '../../contract/modules/lease/order';
import { maskPhone } from '../../contract/schema/mask';
import { mostMessagesADay, resendSeconds } from '../../contract/wire/settings';
import { findAttach } from '../engine/files/fileLife';
import type { Context } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { askingOf } from '../kernel/paper/thread';
import { unprintable } from '../kernel/paper/unprintable';
import type { Attach } from '../kernel/ports';
import { objectsFor } from '../lease/asset/objects';
import { lacksIdentity } from '../lease/customer/identity';
import { moveOrder } from '../lease/order/orderLifecycle';
import { canSendSms } from '../messages/services';
import { docOf, inFull, type Origin, originOf, wordsIn } from './contractDoc';
import { refuseMissing, versionFor, worded } from './contractTemplate/versions';
import type { Witness } from './counter';
import { identityKept, isStillTheirs } from './madeOut';
import { keepPaper } from './paper/paperFiles';
import type { ContractDoc } from './paper/pdf';
import { printContract } from './paper/printing';
import { providerFor, providerOf } from './provider/provider';

/** Days for which a link is valid; how often a contract can be sent again. */
const linkDays = 7;
const mostResends = 5;

/** What a contract row holds beyond its declared fields. */
export type ContractRow = FascContract & {
  doc: ContractDoc;
  sentTime: string | null;
  /** The contract as it is shown before it is signed, with a watermark. */
  pdfId: string | null;
  /** The file for the signatures, and its digest: with the company's electronic seal, or plain for a signing service. */
  sealedPdfId: string | null;
  pdfSha256: string | null;
  signedPdfId: string | null;
  /** Of the customer's signature: 1 added, 2 failed and why; null: none was asked for. */
  stampState: number | null;
  stampFault: string | null;
  identifiedTime: string | null;
  wrongTries: number;
  lockedUntil: string | null;
  evidence: { label: string; value: string }[];
  /** Since when the customer's number has been stored as printed, and who entered it. */
  phoneSince: string | null;
  phoneBy: string | null;
  /** Keyed hashes of the printed identity number, since when it has been stored, and who entered it. */
  idNoHash: string | null;
  idTailHash: string | null;
  idNoSince: string | null;
  idNoBy: string | null;
  /** The last code: when it was sent, and when the gateway took it. */
  codeTime: string | null;
  codeTakenTime: string | null;
  /** The session at the counter: its witness, number and end, and wrong entries before it. */
  witness: Witness | null;
  counterKey: string | null;
  counterUntil: string | null;
  counterTries: number;
  counterLockedUntil: string | null;
};

/** One sending of one contract. */
export type Sending = Pick<FascContract, 'id' | 'retryFlag'>;
/** The ticket of a signing page is computed from its subject, so it is not stored, and a resend invalidates the old
 *  one. */
export function ticketText({ tenantId }: Context, { id, retryFlag }: Sending) {
  return `${tenantId}.${id}.${retryFlag ?? 0}`;
}
function ticketOf(cx: Context, row: Sending): string {
  return `${ticketText(cx, row)}.${cx.deps.secrets.sign('sign-ticket', ticketText(cx, row))}`;
}
export function loanUrlOf(cx: Context, row: Sending): string {
  return `${cx.deps.settings.publicUrl}/sign/${ticketOf(cx, row)}`;
}

/** The printed number, if short messages can reach it. */
export function mobileOf({ doc }: Pick<ContractRow, 'doc'>): string | undefined {
  return mobileIn(doc.customer.tel);
}

/** How the link of this order's contracts would get to the customer now. */
export async function linkWayOf(cx: Context, held: Order): Promise<LinkWay> {
  const tel = held.tel ?? (await cx.rows(customer).get(held.customerId))?.tel;
  const isReachable = mobileIn(tel) !== undefined;
  const canSend = await canSendSms(cx);
  if (canSend && isReachable) return 'sms';
  if (providerFor(cx) !== providers.local) return isReachable ? 'service' : 'forward';
  return canSend ? 'noMobile' : 'noGateway';
}

/** A contract without a session at the counter. */
export const noCounter = {
  witness: null,
  counterKey: null,
  counterUntil: null,
  counterTries: 0,
  counterLockedUntil: null,
};

/** The columns that one sending changes; the state of an earlier sending is reset. */
export function sendingChange(
  { sentTime, retryFlag }: Pick<ContractRow, 'sentTime' | 'retryFlag'>,
  {
    doc,
    file,
    sealed,
    taskId,
    state = 'sign_progress',
    time,
    phone,
    origin,
    identity,
    idNoOrigin,
  }: {
    doc: ContractDoc;
    /** The printed contract, and the file for the signatures. */
    file: Pick<Attach, 'id' | 'sha256'> | null;
    sealed?: Pick<Attach, 'id' | 'sha256'>;
    taskId: string | null;
    state?: string;
    time: string;
    /** Where the message with the link goes. */
    phone: string | undefined;
    /** When that number was entered, and by whom: this person decides who gets the code. */
    origin: Origin | undefined;
    /** The stored hashes of the identity number; when that was entered, and by whom: it decides which document is
     *  accepted. */
    identity: Pick<ContractRow, 'idNoHash' | 'idTailHash'>;
    idNoOrigin: Origin | undefined;
  },
) {
  return {
    doc,
    pdfId: file?.id ?? null,
    sealedPdfId: sealed?.id ?? null,
    pdfSha256: (sealed ?? file)?.sha256 ?? null,
    signTaskId: taskId,
    signTaskStatus: state,
    retryFlag: sentTime === null ? null : (retryFlag ?? 0) + 1,
    sentTime: time,
    expireTime: `${addDays(time.slice(0, 10), linkDays)}${time.slice(10)}`,
    readTime: null,
    identifiedTime: null,
    wrongTries: 0,
    lockedUntil: null,
    reason: null,
    smsStatus: phone ? smsStates.sending : null,
    smsPhone: phone ? maskPhone(phone) : null,
    smsTime: phone ? time : null,
    smsFault: null,
    phoneSince: origin?.time ?? null,
    phoneBy: origin?.by ?? null,
    ...identity,
    idNoSince: idNoOrigin?.time ?? null,
    idNoBy: idNoOrigin?.by ?? null,
    codeTime: null,
    codeTakenTime: null,
    ...noCounter,
  };
}

function secondsBetween(from: string, to: string) {
  return (Date.parse(`${to.replace(' ', 'T')}Z`) - Date.parse(`${from.replace(' ', 'T')}Z`)) / 1000;
}

/**
 * Count a sending before it is made, however it is caused: a contract that is annulled and made again is another row,
 * with the same message. Contracts of one type wait a minute, and a day has a limit: for one order, and for one phone.
 */
async function countSending(cx: Context, { orderId, type }: FascContract, phone: string | undefined): Promise<void> {
  // The order is locked; orders that share a phone wait for each other here.
  if (phone) await cx.exclusive(`papers to ${phone}`);
  const { rows } = await sql<{ last: string | null; ofOrder: number; toPhone: number }>`
    select max(sent_at) filter (where type = ${type}) as last,
           (count(*) filter (where order_id = ${orderId} and sent_at >= ${cx.today}))::int as "ofOrder",
           (count(*) filter (where phone = ${phone ?? null} and sent_at >= ${cx.today}))::int as "toPhone"
    from paper_sending
    where tenant_id = ${cx.tenantId} and (order_id = ${orderId} or phone = ${phone ?? null})`.execute(cx.trx);
  const { last, ofOrder, toPhone } = rows[0]!;
  const wait = last === null ? 0 : resendSeconds - secondsBetween(last, cx.time);
  if (wait > 0) refuse('contract.tooSoon', { seconds: Math.min(resendSeconds, Math.ceil(wait)) });
  if (Math.max(ofOrder, toPhone) >= mostMessagesADay) refuse('contract.tooManyToday', { limit: mostMessagesADay });
  await cx.trx
    .insertInto('paper_sending')
    .values({
      id: cx.deps.newId(),
      tenant_id: cx.tenantId,
      order_id: orderId!,
      type: type!,
      phone: phone ?? null,
      sent_at: cx.time,
    })
    .execute();
}

/**
 * Print the contract, store it, and have its provider open it for the customer, who gets the link by a short message
 * where there is a gateway and a mobile number.
 */
async function send(cx: Context, held: Order, row: ContractRow): Promise<ContractRow> {
  const client = (await cx.rows(customer).get(held.customerId)) ?? refuse('order.noCustomer');
  const doc = await docOf(cx, held, client, row);
  const strange = await unprintable(wordsIn(doc));
  if (strange.length > 0) refuse('contract.unprintable', { characters: strange.join(' ') });
  const phone = (await canSendSms(cx)) ? mobileOf({ doc }) : undefined;
  await countSending(cx, row, phone);
  const printed = inFull(await worded(cx, { doc, templateId: row.templateId }), held, client);
  refuseMissing(cx, printed);
  const isAgain = row.sentTime !== null;
  const provider = providerOf(cx, row);
  const change = sendingChange(row, {
    doc,
    file: await keepPaper(cx, row, await printContract(printed, askingOf(cx))),
    ...(await provider.begin(cx, row, printed)),
    time: cx.time,
    phone: provider.isOpenAtOnce ? phone : undefined,
    origin: await (held.tel ? originOf(cx, order, held.id, 'tel') : originOf(cx, customer, client.id, 'tel')),
    identity: identityKept(cx, row.id, client.idNo),
    idNoOrigin: client.idNo ? await originOf(cx, customer, client.id, 'idNo') : undefined,
  });
  const sent = (await cx
    .rows(fascContract)
    .update(row, { ...change, doc: JSON.stringify(doc) }, { action: isAgain ? 'resend' : 'send' })) as ContractRow;
  await provider.sent(cx, sent, { phone, url: loanUrlOf(cx, sent) });
  return sent;
}

export function isExpired(cx: Context, row: Pick<FascContract, 'expireTime' | 'status'>): boolean {
  return row.status === 1 && row.expireTime !== null && row.expireTime < cx.time;
}

/** States of a contract that is not signed and can be sent again without being asked to. */
const inactive = ['rejected', 'expired', 'canceled', 'failed'];

async function makeOne(cx: Context, held: Order, type: number, resend: boolean): Promise<ContractRow> {
  const rows = cx.rows(fascContract);
  const { isRepeatable } = contractKindBy(type);
  const isOver = ({ status }: FascContract) => status === 0 || (isRepeatable && status === 2);
  const found = (await rows.find({ orderId: held.id, type })).filter((row) => !isOver(row)).map(({ id }) => id);
  const [live] = (await rows.lock(found)) as ContractRow[];
  // A second one beside a contract that the person may not see would be as valid as that.
  if (!live && found.length > 0) refuse('notYours');
  if (!live) {
    const contractNumber = `${held.contractCode}-${String(type).padStart(2, '0')}`;
    const row = await rows.insert(
      {
        orderId: held.id,
        contractNumber: await freeNumber(cx, contractNumber),
        type,
        status: 1,
        provider: providerFor(cx),
        businessDeptId: cx.principal?.deptId ?? null,
        templateId: await versionFor(cx, type, held.productId),
      },
      { action: 'make' },
    );
    return send(cx, held, row as ContractRow);
  }
  if (live.status === 2 || live.signTaskStatus === 'sign_completed') return refuse('contract.complete');
  if (live.signTaskStatus === 'failed' && (await isStillTheirs(cx, live))) return providerOf(cx, live).retry(cx, live);
  const isInactive = isExpired(cx, live) || inactive.includes(live.signTaskStatus ?? '');
  if (!resend && !isInactive && live.sentTime) return live; // a repeated request makes no second contract
  if (live.sentTime && (live.retryFlag ?? 0) >= mostResends) refuse('contract.tooOften', { limit: mostResends });
  return send(cx, held, live);
}

/** An annulled contract keeps its number; the one that replaces it gets the next: `-01`, `-01-02`, `-01-03`. */
async function freeNumber(cx: Context, number: string): Promise<string> {
  const taken = await cx.trx
    .selectFrom('lease_contract')
    .select('id')
    .where('tenant_id', '=', cx.tenantId)
    .where('contract_number', 'like', `${number}%`)
    .execute();
  return taken.length === 0 ? number : `${number}-${String(taken.length + 1).padStart(2, '0')}`;
}

async function refuseUnidentified(cx: Context, { customerId }: Order): Promise<void> {
  if (await lacksIdentity(cx, customerId!)) refuse('contract.identityNeeded');
}

/**
 * Make the contracts of an order, or send one again. Without `type`: every required contract that is not complete. The
 * order is locked first, so two clicks at once make one contract.
 */
export async function makeContract(
  cx: Context,
  { orderId, type, resend }: { orderId: string; type?: number; resend: boolean },
): Promise<ContractRow[]> {
  const [held] = await cx.rows(order).lock([orderId]);
  if (!held) return refuse('notYours');
  await cx.approvals.refusePending(order, [orderId]);
  const status = held.businessStatus ?? 0;
  const isNeeded = type === undefined || isMandatory(type);
  if (type !== undefined && !isContractKind(type)) refuse('contract.badType');
  if (isNeeded) await refuseUnidentified(cx, held);
  if (isNeeded) await objectsFor(cx, held);
  if (held.pzsfqr !== 1 && status < awaitingContract) refuse('order.voucherNotConfirmed');
  if (isNeeded ? ![awaitingContract, signing].includes(status) : isTerminal(status) || status < awaitingContract) {
    const live = await cx.rows(fascContract).has({ orderId, ...(type ? { type } : {}), status: 2 });
    refuse(live ? 'contract.complete' : 'contract.wrongState');
  }
  const complete = (await cx.rows(fascContract).find({ orderId, status: 2 })).map((row) => row.type);
  const wanted = type === undefined ? mandatoryKinds.filter((one) => !complete.includes(one)) : [type];
  const made: ContractRow[] = [];
  for (const one of wanted) made.push(await makeOne(cx, held, one, resend));
  if (status === awaitingContract && isNeeded) await moveOrder(cx, held, signing, { by: 'system' });
  return made;
}

/** A complete contract that was migrated without its file is printed, from its stored terms, when it is first viewed. */
export async function printComplete(cx: Context, id: string): Promise<Attach | undefined> {
  const [row] = (await cx.rows(fascContract).lock([id])) as ContractRow[];
  if (row?.signedPdfId) return findAttach(cx, row.signedPdfId); // a concurrent request was first
  if (row?.status !== 2 || !row.doc) return undefined;
  const signature = { name: row.doc.customer.name, time: row.finishTime ?? row.doc.madeAt, evidence: row.evidence };
  const attach = await keepPaper(cx, row, await printContract({ ...(await worded(cx, row)), signature }, askingOf(cx)));
  await cx.rows(fascContract).update(row, { signedPdfId: attach.id });
  return attach;
}

export function minutesLater(cx: Context, minutes: number): string {
  return dateTime(cx.deps.now() + minutes * 60_000);
}
