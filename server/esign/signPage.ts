import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { maskPhone } from '../../contract/mask';
import { customer } from '../../contract/modules/customer';
import { fascContract } from '../../contract/modules/fascContract';
import { order } from '../../contract/modules/order';
import { asSystem, envelope, languageOf, type Registry } from '../api';
import type { Context, Deps } from '../context';
import { Refusal, refuse } from '../errors';
import { isStoredId } from '../ids';
import { type ContractRow, contractRejected, contractSigned, isExpired, isTicket, minutesLater } from './contracts';
import { checkedPicture, renderContract } from './pdf';
import { contractText, dueDate } from './templates';

/** Wrong answers before the link rests, and for how many minutes. A passed check is good for half an hour. */
const mostTries = 5;
const lockMinutes = 15;
const passMs = 30 * 60 * 1000;
const consent = '我已完整阅读并同意以上合同，使用电子签名签署，其效力与手写签名一致。';

/** A text of a body from anywhere; whatever else it may be counts as not given. */
const textOf = (body: Record<string, unknown>, name: string): string => {
  const value = body[name];
  return typeof value === 'string' ? value : '';
};

/**
 * The customer's side: a public page behind a ticket, in four steps (who are you, read, sign, done). It is the embedded
 * signing provider; nothing here needs a session, and a ticket opens one paper of one tenant and nothing else.
 */
export const signPage = (app: FastifyInstance, deps: Deps, registry: Registry): void => {
  interface Visit {
    cx: Context;
    row: ContractRow;
    ticket: string;
    body: Record<string, unknown>;
  }
  const visit = (request: FastifyRequest, work: (visit: Visit) => Promise<unknown>): Promise<unknown> => {
    const { ticket } = request.params as { ticket: string };
    const [tenantId = '', id = ''] = ticket.split('.');
    if (!/^\d{1,12}$/.test(tenantId) || !isStoredId(id)) refuse('sign.badLink');
    const ground = { tenantId, actor: '', language: languageOf(request), requestId: request.id, address: request.ip };
    return asSystem(deps, registry, ground, async (cx) => {
      const [row] = (await cx.rows(fascContract).lock([id])) as ContractRow[];
      // The ticket is compared with the one the row has now: a resend, a cancellation or an expiry ends the old ones.
      if (!row || row.status === 0 || !isTicket(cx, row, ticket)) return refuse('sign.badLink');
      cx.actor = row.doc.customer.name;
      return work({ cx, row, ticket, body: (request.body ?? {}) as Record<string, unknown> });
    });
  };
  const open = (row: ContractRow, cx: Context) => {
    if (row.status === 2) refuse('sign.done');
    if (isExpired(cx, row) || row.signTaskStatus !== 'sign_progress') refuse('sign.badLink');
    if (row.lockedUntil && row.lockedUntil > cx.time) refuse('sign.locked', { minutes: lockMinutes });
  };
  const passFor = (ticket: string, expires: number) =>
    `${expires}.${deps.secrets.sign('sign-pass', `${ticket}.${expires}`)}`;
  const needPass = (ticket: string, body: Visit['body']) => {
    const [expires = '', proof = ''] = textOf(body, 'pass').split('.');
    const isOurs = deps.secrets.isSigned('sign-pass', `${ticket}.${expires}`, proof);
    if (!isOurs || Number(expires) < deps.now()) refuse('sign.identifyFirst');
  };

  const route = (
    method: 'GET' | 'POST',
    step: string,
    work: (visit: Visit, request: FastifyRequest) => Promise<unknown>,
  ) =>
    app.route({
      method,
      url: `/api/lease-sign/:ticket${step}`,
      bodyLimit: 512 * 1024,
      config: { permission: 'anyone' },
      handler: async (request) => {
        const answer = await visit(request, (held) => work(held, request));
        // A wrong answer must be counted, so its refusal is thrown after the transaction that counts it.
        if (answer instanceof Refusal) throw answer;
        return envelope(answer, languageOf(request));
      },
    });

  /** What the page shows before anybody has said who they are. */
  route('GET', '', async ({ cx, row }) => {
    if (row.status !== 2) open(row, cx);
    return {
      title: row.doc.title,
      contractNumber: row.contractNumber,
      providerName: row.doc.provider.name,
      expireDate: row.expireTime?.slice(0, 10) ?? '',
      tel: maskPhone(row.doc.customer.tel ?? ''),
      needsIdTail: Boolean(row.doc.customer.idNo),
      isSigned: row.status === 2,
    };
  });

  route('POST', '/identify', async ({ cx, row, ticket, body }) => {
    open(row, cx);
    const held = (await cx.rows(order).get(row.orderId!)) ?? refuse('sign.badLink');
    const client = (await cx.rows(customer).get(held.customerId)) ?? refuse('sign.badLink');
    const isTel = textOf(body, 'tel').trim() === (held.tel ?? client.tel);
    const isTail = !client.idNo || textOf(body, 'idTail').trim().toUpperCase() === client.idNo.slice(-4).toUpperCase();
    if (!isTel || !isTail) {
      const wrongTries = row.wrongTries + 1;
      const isLocked = wrongTries >= mostTries;
      await cx.rows(fascContract).update(row, {
        wrongTries: isLocked ? 0 : wrongTries,
        lockedUntil: isLocked ? minutesLater(cx, lockMinutes) : null,
      });
      return isLocked ? new Refusal('sign.locked', { minutes: lockMinutes }) : new Refusal('sign.notIdentified');
    }
    await cx.rows(fascContract).update(row, { identifiedTime: cx.time, wrongTries: 0 });
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

  route('POST', '/read', async ({ cx, row, ticket, body }) => {
    open(row, cx);
    needPass(ticket, body);
    if (!row.readTime) await cx.rows(fascContract).update(row, { readTime: cx.time }, { action: 'read' });
    return true;
  });

  route('POST', '/sign', async ({ cx, row, ticket, body }, request) => {
    open(row, cx);
    needPass(ticket, body);
    if (!row.readTime) refuse('sign.readFirst');
    if (body.consent !== true) refuse('sign.consentNeeded');
    const [, encoded = ''] =
      /^data:image\/png;base64,([A-Za-z0-9+/=]{100,400000})$/.exec(textOf(body, 'signature')) ??
      refuse('sign.signatureNeeded');
    let image: Buffer;
    try {
      image = checkedPicture(Buffer.from(encoded, 'base64'));
    } catch {
      return refuse('sign.signatureNeeded');
    }
    const evidence = [
      { label: '身份核验时间', value: row.identifiedTime ?? '' },
      { label: '阅读完成时间', value: row.readTime ?? '' },
      { label: '签署时间', value: cx.time },
      { label: '网络地址', value: request.ip },
      { label: '设备信息', value: String(request.headers['user-agent'] ?? '').slice(0, 160) },
      { label: '同意条款摘要', value: createHash('sha256').update(consent).digest('hex') },
      { label: '签署前文件摘要', value: row.pdfSha256 ?? '' },
    ];
    const bytes = await renderContract({
      ...row.doc,
      signature: { name: row.doc.customer.name, time: cx.time, image, evidence },
    });
    const attach = await cx.deps.files.keep(cx, {
      bytes,
      originalName: `${row.contractNumber}.pdf`,
      contentType: 'application/pdf',
    });
    const signed = (await cx.rows(fascContract).update(
      row,
      {
        status: 2,
        signTaskStatus: 'task_finished',
        finishTime: cx.time,
        signedPdfId: attach.id,
        evidence: JSON.stringify([...evidence, { label: '签署后文件摘要', value: attach.sha256 }]),
      },
      { action: 'sign' },
    )) as ContractRow;
    await contractSigned(cx, signed);
    return { finishTime: cx.time, pdf: cx.deps.files.link(cx.tenantId, attach.id, cx.deps.now()) };
  });

  route('POST', '/refuse', async ({ cx, row, ticket, body }) => {
    open(row, cx);
    needPass(ticket, body);
    const reason = textOf(body, 'reason').trim().slice(0, 200);
    if (reason === '') refuse('order.reasonNeeded');
    const refused = (await cx
      .rows(fascContract)
      .update(row, { signTaskStatus: 'rejected', reason }, { action: 'reject', reason })) as ContractRow;
    await contractRejected(cx, refused);
    return true;
  });
};
