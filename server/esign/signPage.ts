import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { dateTime } from '../../contract/domain/calendar';
import { fascContract } from '../../contract/modules/lease/fascContract';
import { maskPhone } from '../../contract/schema/mask';
import { resendSeconds } from '../../contract/wire/settings';
import { type CodeAsked, canSendCodes, codeForPage, deliverCode, makeCode, redeemCode } from '../auth/oneTimeCode';
import { isLive } from '../auth/people';
import { asSystem, type Registry } from '../engine/work';
import { languageOf } from '../kernel/call';
import type { Context, Deps } from '../kernel/context';
import { Refusal, refuse } from '../kernel/errors';
import { isStoredId } from '../kernel/ids';
import { openRoute } from '../kernel/route';
import { type ContractRow, contractRejected, contractSigned, isExpired, minutesLater, mobileOf } from './contracts';
import { isWitnessed, wayOf } from './counter';
import { consent, evidenceOf, fileEvidence, type Signing, type SignWay, signedChange } from './evidence';
import { isStillTheirs, isTailOf } from './madeOut';
import { printContract } from './printing';
import { checkedSignature } from './signaturePicture';
import { type StepInput, type StepName, signSteps, stepInputOf } from './signSteps';
import { contractText, dueDate } from './templates';

/** Wrong answers before the link is blocked, and for how many minutes. A passed check is valid for half an hour. */
const mostTries = 5;
const lockMinutes = 15;
const passMs = 30 * 60 * 1000;

/**
 * The customer's side: a public page behind a ticket, in four steps (identify, read, sign, done). It is the embedded
 * signing provider; nothing here needs a session, and a ticket opens one contract of one tenant and nothing else. It is
 * sent in the header `Sign-Ticket`, because addresses are logged. A customer uses the link of a message and proves to
 * hold the phone; at the counter a witness has identified them before the ticket was made.
 */
export function signPage(app: FastifyInstance, deps: Deps, registry: Registry): void {
  interface Visit {
    cx: Context;
    row: ContractRow;
    ticket: string;
    way: SignWay;
    body: StepInput;
  }
  const visit = async <T>(
    request: FastifyRequest,
    body: StepInput,
    work: (visit: Visit) => Promise<T | Refusal>,
  ): Promise<T> => {
    const ticket = String(request.headers['sign-ticket'] ?? '').slice(0, 300);
    const [tenantId = '', id = ''] = ticket.split('.');
    if (!/^\d{1,12}$/.test(tenantId) || !isStoredId(id)) refuse('sign.badLink');
    const ground = { tenantId, actor: '', language: languageOf(request), requestId: request.id, address: request.ip };
    const answer = await asSystem(deps, registry, ground, async (cx) => {
      const [row] = (await cx.rows(fascContract).lock([id])) as ContractRow[];
      // The ticket is compared with the row's current one: a resend, a cancellation or an expiry invalidates the old
      // ones.
      const way = row && row.status !== 0 ? wayOf(cx, row, ticket) : undefined;
      if (!row || !way || !(await isLive(cx.trx, tenantId, deps.now()))) return refuse('sign.badLink');
      if (way === 'counter' && !(await isWitnessed(cx, row))) refuse('sign.counterOver');
      if (way === 'link' && row.status !== 2 && !canSendCodes(deps)) refuse('sign.counterOnly');
      cx.actor = row.doc.customer.name;
      return work({ cx, row, ticket, way, body });
    });
    // A wrong answer must be counted, so its refusal is thrown after the transaction that counts it.
    if (answer instanceof Refusal) throw answer;
    return answer as T;
  };
  const open = async ({ row, cx, way }: Pick<Visit, 'row' | 'cx' | 'way'>) => {
    if (row.status === 2) refuse('sign.done');
    if (isExpired(cx, row) || row.signTaskStatus !== 'sign_progress') refuse('sign.badLink');
    if (way === 'link' && row.lockedUntil && row.lockedUntil > cx.time) refuse('sign.locked', { minutes: lockMinutes });
    if (!(await isStillTheirs(cx, row))) refuse('sign.outdated');
  };
  const passFor = (ticket: string, expires: number) =>
    `${expires}.${deps.secrets.sign('sign-pass', `${ticket}.${expires}`)}`;
  const needPass = ({ ticket, body }: Visit) => {
    const [expires = '', proof = ''] = (body.pass ?? '').split('.');
    const isOurs = deps.secrets.isSigned('sign-pass', `${ticket}.${expires}`, proof);
    if (!isOurs || Number(expires) < deps.now()) refuse('sign.identifyFirst');
  };

  const route = (
    method: 'GET' | 'POST',
    step: StepName,
    work: (request: FastifyRequest, body: StepInput) => Promise<unknown>,
  ) =>
    openRoute(app, {
      method,
      url: `/api/lease-sign/${step}`,
      permission: 'anyone',
      // The signature is a picture; the other steps have short texts.
      ...(step === 'sign' ? { bodyLimit: 512 * 1024 } : {}),
      title: signSteps[step].title,
      ...(method === 'POST' ? { describes: { body: Type.Object(signSteps[step].body) } } : {}),
      answer: signSteps[step].answer,
      headers: { 'Sign-Ticket': Type.String() },
      handle: (_input, request) => work(request, stepInputOf(request.body)),
    });
  const step = (name: StepName, work: (visit: Visit, request: FastifyRequest) => Promise<unknown>) =>
    route('POST', name, (request, body) => visit(request, body, (held) => work(held, request)));

  /** Count a wrong answer of the check. */
  const wrong = async ({ cx, row }: Visit, code: 'sign.notIdentified' | 'sign.wrongCode'): Promise<Refusal> => {
    const wrongTries = row.wrongTries + 1;
    const isLocked = wrongTries >= mostTries;
    await cx.rows(fascContract).update(row, {
      wrongTries: isLocked ? 0 : wrongTries,
      lockedUntil: isLocked ? minutesLater(cx, lockMinutes) : null,
    });
    return isLocked ? new Refusal('sign.locked', { minutes: lockMinutes }) : new Refusal(code);
  };
  /**
   * What the customer must know before a code is sent. Both numbers are the printed ones: changing the order's or the
   * customer's afterwards redirects no code.
   */
  const knows = ({ cx, row, body }: Visit): boolean => {
    const phone = mobileOf(row) ?? refuse('sign.counterOnly');
    return (body.tel ?? '').trim() === phone && isTailOf(cx, row, body.idTail ?? '');
  };
  /** A code is valid for one contract. */
  const codeFor = ({ cx, row }: Visit): CodeAsked => ({
    tenantId: cx.tenantId,
    phone: mobileOf(row) ?? refuse('sign.counterOnly'),
    purpose: 'sign',
    subject: row.id,
  });

  /** The content of the page before identification. */
  route('GET', 'summary', (request, body) =>
    visit(request, body, async (held) => {
      const { cx, row, way } = held;
      if (row.status !== 2) await open(held);
      if (way === 'link' && row.status !== 2 && !mobileOf(row)) refuse('sign.counterOnly');
      return {
        title: row.doc.title,
        contractNumber: row.contractNumber,
        providerName: row.doc.provider.name,
        expireDate: row.expireTime?.slice(0, 10) ?? '',
        tel: maskPhone(row.doc.customer.tel ?? ''),
        needsIdTail: Boolean(row.doc.customer.idNo),
        isSigned: row.status === 2,
        way,
        ...(way === 'counter' ? { customerName: row.doc.customer.name, witnessName: row.witness?.name ?? '' } : {}),
        ...(way === 'link' && cx.deps.settings.console.phoneTestMode ? { isTest: true } : {}),
      };
    }),
  );

  /** A code to the customer's phone. Answers the id it is redeemed by, and the seconds until the next. */
  route('POST', 'code', async (request, body) => {
    const asked = await visit(request, body, async (held) => {
      await open(held);
      if (held.way !== 'link') return refuse('sign.badLink');
      return knows(held) ? codeFor(held) : wrong(held, 'sign.notIdentified');
    });
    const made = await makeCode(deps, asked);
    const codeTime = dateTime(deps.now());
    const isTaken = await deliverCode(deps, asked, made, request.log);
    await visit(request, body, async ({ cx, row }) => {
      await cx
        .rows(fascContract)
        .update(
          row,
          { codeTime, codeTakenTime: isTaken ? cx.time : null },
          { action: isTaken ? 'code' : 'codeFailed' },
        );
      return true;
    });
    if (!isTaken) refuse('sign.codeNotSent');
    return { ...codeForPage(deps, made), seconds: resendSeconds };
  });

  route('POST', 'identify', async (request, body) => {
    const asked = await visit(request, body, async (held) => {
      await open(held);
      if (held.way === 'counter') return undefined;
      return knows(held) ? codeFor(held) : wrong(held, 'sign.notIdentified');
    });
    const isRight = asked ? await redeemCode(deps, asked, body.codeId ?? '', (body.smsCode ?? '').trim()) : true;
    return visit(request, body, async (held) => {
      const { cx, row, ticket, way } = held;
      await open(held);
      if (!isRight) return wrong(held, 'sign.wrongCode');
      await cx
        .rows(fascContract)
        .update(
          row,
          { identifiedTime: cx.time, wrongTries: 0 },
          { action: way === 'link' ? 'identify' : 'counterBegin' },
        );
      const text = contractText(row.doc);
      return {
        pass: passFor(ticket, cx.deps.now() + passMs),
        customerName: row.doc.customer.name,
        roles: text.roles,
        preamble: text.preamble,
        clauses: text.clauses,
        annexTitle: text.annexTitle,
        plan: row.doc.plan.map((line) => ({
          currentPeriods: line.currentPeriods,
          dueDate: dueDate(row.doc, line),
          amountPayable: line.amountPayable,
        })),
        totals: row.doc.totals,
        pdf: cx.deps.files.link(cx.tenantId, row.pdfId ?? '0', cx.deps.now()),
        consent,
      };
    });
  });

  step('read', async (held) => {
    const { cx, row } = held;
    await open(held);
    needPass(held);
    if (!row.readTime) await cx.rows(fascContract).update(row, { readTime: cx.time }, { action: 'read' });
    return true;
  });

  step('sign', async (held, request) => {
    const { cx, row, way, body } = held;
    await open(held);
    needPass(held);
    if (!row.identifiedTime) refuse('sign.identifyFirst');
    if (!row.readTime) refuse('sign.readFirst');
    if (body.consent !== true) refuse('sign.consentNeeded');
    const [, encoded = ''] =
      /^data:image\/png;base64,([A-Za-z0-9+/=]{100,400000})$/.exec(body.signature ?? '') ??
      refuse('sign.signatureNeeded');
    let image: Buffer;
    try {
      image = checkedSignature(Buffer.from(encoded, 'base64'));
    } catch {
      return refuse('sign.signatureNeeded');
    }
    const signing: Signing = {
      way,
      isTest: cx.deps.settings.console.phoneTestMode,
      time: cx.time,
      address: request.ip,
      device: String(request.headers['user-agent'] ?? ''),
    };
    const evidence = evidenceOf(row, signing);
    const bytes = await printContract({
      ...row.doc,
      signature: { name: row.doc.customer.name, time: cx.time, image, evidence },
    });
    const attach = await cx.deps.files.keep(cx, {
      bytes,
      originalName: `${row.contractNumber}.pdf`,
      contentType: 'application/pdf',
      by: 'record',
    });
    const signed = (await cx.rows(fascContract).update(
      row,
      {
        ...signedChange(row, signing),
        signedPdfId: attach.id,
        evidence: JSON.stringify([...evidence, fileEvidence(attach.sha256)]),
      },
      { action: 'sign' },
    )) as ContractRow;
    await contractSigned(cx, signed);
    return { finishTime: cx.time, pdf: cx.deps.files.link(cx.tenantId, attach.id, cx.deps.now()) };
  });

  step('refuse', async (held) => {
    const { cx, row, body } = held;
    await open(held);
    needPass(held);
    const reason = (body.reason ?? '').trim().slice(0, 200);
    if (reason === '') refuse('order.reasonNeeded');
    const refused = (await cx
      .rows(fascContract)
      .update(row, { signTaskStatus: 'rejected', reason }, { action: 'reject', reason })) as ContractRow;
    await contractRejected(cx, refused);
    return true;
  });
}
