import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { dateTime } from '../../../contract/domain/calendar';
import { fascContract, providers } from '../../../contract/modules/esign/fascContract';
import { maskPhone } from '../../../contract/schema/mask';
import { holdsUnseen } from '../../../contract/schema/validate';
import { resendSeconds } from '../../../contract/wire/settings';
import { codeForPage, deliverCode, makeCode, redeemCode } from '../../auth/oneTimeCode';
import type { Registry } from '../../engine/work';
import type { Deps } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { openRoute } from '../../kernel/route';
import { ServiceFault } from '../../kernel/signing';
import { type ContractRow, mobileOf } from '../contracts';
import { worded } from '../contractTemplate/versions';
import { consent, type Signing } from '../evidence';
import { contractRejected } from '../outcome';
import { checkedSignature } from '../paper/signaturePicture';
import { dueDate } from '../wording/clauses';
import { contractText } from '../wording/filling';
import { isCharge, lineName } from '../wording/repayment';
import { readWork, type SigningWork, signFile, storeSigned } from './signing';
import { type StepInput, type StepName, signSteps, stepInputOf } from './signSteps';
import {
  codeFor,
  knows,
  passFor,
  passMs,
  requireOpen,
  requirePass,
  requireValid,
  type Visit,
  visit,
  wrongAnswer,
} from './signVisit';

/** The contract for an identified customer, with the pass for the next steps. */
async function shownContract(held: Visit) {
  const { cx, row } = held;
  const text = contractText(await worded(cx, row));
  return {
    pass: passFor(held, cx.deps.now() + passMs),
    customerName: row.doc.customer.name,
    roles: text.roles,
    preamble: text.preamble,
    clauses: text.clauses,
    annexTitle: text.annexTitle,
    plan: row.doc.plan.map((line) => ({
      name: isCharge(line) ? lineName(line, 0) : String(line.currentPeriods),
      currentPeriods: line.currentPeriods,
      dueDate: dueDate(row.doc, line),
      amountPayable: line.amountPayable,
    })),
    totals: row.doc.totals,
    pdf: cx.deps.files.link(cx.tenantId, row.pdfId ?? '0', cx.deps.now()),
    consent,
  };
}

/** The content of the page before identification. */
async function summaryOf(held: Visit) {
  const { cx, row, way } = held;
  const isOurs = row.provider === providers.local;
  const isSigned = row.status === 2 || row.signTaskStatus === 'sign_completed';
  if (!isSigned) await requireValid(held);
  if (isOurs && way === 'link' && !isSigned && !mobileOf(row)) refuse('sign.counterOnly');
  return {
    title: row.doc.title,
    contractNumber: row.contractNumber,
    providerName: row.doc.provider.name,
    expireDate: row.expireTime?.slice(0, 10) ?? '',
    tel: maskPhone(row.doc.customer.tel ?? ''),
    needsIdTail: isOurs && Boolean(row.doc.customer.idNo),
    isSigned,
    way: isOurs ? way : 'service',
    ...(way === 'counter' ? { customerName: row.doc.customer.name, witnessName: row.witness?.name ?? '' } : {}),
    ...(isOurs && way === 'link' && cx.deps.settings.console.phoneTestMode ? { isTest: true } : {}),
  };
}

/** Checks that the contract can be signed as asked, and reads what its signature needs. */
async function signingOf(held: Visit, request: FastifyRequest): Promise<SigningWork> {
  const { cx, row, way, body } = held;
  await requireSignable(held);
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
  return readWork(cx, row, { signing, image });
}

async function requireSignable(held: Visit): Promise<void> {
  await requireOpen(held);
  requirePass(held);
  if (!held.row.identifiedTime) refuse('sign.identifyFirst');
  if (!held.row.readTime) refuse('sign.readFirst');
}

/**
 * The customer's side: a public page behind a ticket, in four steps (identify, read, sign, done). It is the embedded
 * signing provider; nothing here needs a session, and a ticket opens one contract of one tenant and nothing else. It is
 * sent in the header `Sign-Ticket`, because addresses are logged. A customer uses the link of a message and proves to
 * hold the phone; at the counter a witness has identified them before the ticket was made.
 */
export function signPage(app: FastifyInstance, deps: Deps, registry: Registry): void {
  const ground = { deps, registry };
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
    route('POST', name, (request, body) => visit(ground, request, body, (held) => work(held, request)));

  route('GET', 'summary', (request, body) => visit(ground, request, body, summaryOf));

  /** The address of a service's page is good for minutes and one visit, so it is asked for when it is opened. */
  route('POST', 'elsewhere', async (request, body) => {
    const taskId = await visit(ground, request, body, async (held) => {
      await requireValid(held);
      if (held.row.provider === providers.local) refuse('sign.badLink');
      return held.row.signTaskId ?? refuse('sign.badLink');
    });
    try {
      return { url: await (deps.signing ?? refuse('sign.serviceAway')).signerUrl(taskId) };
    } catch (error) {
      if (error instanceof ServiceFault) refuse('sign.serviceAway');
      throw error;
    }
  });

  /** A code to the customer's phone. Answers the id it is redeemed by, and the seconds until the next. */
  route('POST', 'code', async (request, body) => {
    const asked = await visit(ground, request, body, async (held) => {
      await requireOpen(held);
      if (held.way !== 'link') return refuse('sign.badLink');
      return knows(held) ? codeFor(held) : wrongAnswer(held, 'sign.notIdentified');
    });
    const made = await makeCode(deps, asked);
    const codeTime = dateTime(deps.now());
    const isTaken = await deliverCode(deps, asked, made, request.log);
    await visit(ground, request, body, async ({ cx, row }) => {
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
    const asked = await visit(ground, request, body, async (held) => {
      await requireOpen(held);
      if (held.way === 'counter') return undefined;
      return knows(held) ? codeFor(held) : wrongAnswer(held, 'sign.notIdentified');
    });
    const isRight = asked ? await redeemCode(deps, asked, body.codeId ?? '', (body.smsCode ?? '').trim()) : true;
    return visit(ground, request, body, async (held) => {
      const { cx, row, way } = held;
      await requireOpen(held);
      if (!isRight) return wrongAnswer(held, 'sign.wrongCode');
      await cx
        .rows(fascContract)
        .update(
          row,
          { identifiedTime: cx.time, wrongTries: 0 },
          { action: way === 'link' ? 'identify' : 'counterBegin' },
        );
      return shownContract(held);
    });
  });

  step('read', async (held) => {
    const { cx, row } = held;
    await requireOpen(held);
    requirePass(held);
    if (!row.readTime) await cx.rows(fascContract).update(row, { readTime: cx.time }, { action: 'read' });
    return true;
  });

  route('POST', 'sign', async (request, body) => {
    const work = await visit(ground, request, body, (held) => signingOf(held, request));
    const made = await signFile(deps, work);
    return visit(ground, request, body, async (held) => {
      const { cx, row } = held;
      await requireSignable(held);
      const { id } = await storeSigned(cx, row, work, made);
      return { finishTime: work.signing.time, pdf: cx.deps.files.link(cx.tenantId, id, cx.deps.now()) };
    });
  });

  step('refuse', async (held) => {
    const { cx, row, body } = held;
    await requireOpen(held);
    requirePass(held);
    const reason = (body.reason ?? '').trim().slice(0, 200);
    if (reason === '') refuse('order.reasonNeeded');
    if (holdsUnseen(reason)) refuse('unseenText');
    const refused = (await cx
      .rows(fascContract)
      .update(row, { signTaskStatus: 'rejected', reason }, { action: 'reject', reason })) as ContractRow;
    await contractRejected(cx, refused);
    return true;
  });
}
