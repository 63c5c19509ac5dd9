/** Signing by FASC (法大大): tasks with one file, which the company seals first and the customer signs then. */
import { maskPhone } from '../../../contract/schema/mask';
import { withoutTold } from '../../engine/saving/storedSecret';
import { parsedExactly } from '../../kernel/json';
import {
  type EventMeaning,
  type FascSettings,
  ServiceFault,
  type SigningService,
  type TaskDetail,
  type TaskState,
  type WantedTask,
} from '../../kernel/signing';
import { readCallback } from './callback';
import { type FascClient, openClient, type Surroundings } from './client';

const actors = { company: 'company', customer: 'customer' };
const docId = 'contract';
const transferMs = 60_000;
const mostFile = 50 * 1024 * 1024;
const mostSubject = 200;
const mostNote = 200;
const mostPages = 20;

const states: Readonly<Record<string, TaskState>> = {
  task_created: 'open',
  finish_creation: 'open',
  fill_progress: 'open',
  fill_completed: 'open',
  sign_progress: 'open',
  sign_completed: 'open', // becomes task_finished by itself
  task_finished: 'signed',
  task_terminated: 'canceled',
  expired: 'expired',
  abolishing: 'abolishing',
  revoked: 'revoked',
};

/** Events that bring a state of their own, whatever they say beside. */
const eventStates: Readonly<Record<string, TaskState>> = {
  'sign-task-start': 'open',
  'sign-task-finished': 'signed',
  'sign-task-sign-rejected': 'rejected',
  'sign-task-fill-rejected': 'rejected',
  'sign-task-canceled': 'canceled',
  'sign-task-expire': 'expired',
  'sign-task-abolish': 'revoked',
};
const reasons = ['signRejectReason', 'fillRejectReason', 'terminationNote', 'signFailedReason', 'reason'] as const;

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
/** People write reasons; a database takes no zero byte, and a line of history no control character. */
function plainText(value: unknown): string {
  return textOf(value)
    .replace(/\p{Cc}+/gu, (found) => (/\s/.test(found) ? ' ' : ''))
    .trim();
}
/** ms since 1970; 0 for what is no time. */
function timeOf(value: unknown): number {
  const text = textOf(value);
  return /^\d{13}$/.test(text) ? Number(text) : 0;
}
function needed(data: Readonly<Record<string, unknown>>, name: string, path: string): string {
  const value = textOf(data[name]);
  if (value === '') throw new ServiceFault(`FASC ${path}: no ${name} in the answer`, 'unavailable');
  return value;
}
/** Documented as a truth value and as 1 or 0. */
function isTrue(value: unknown): boolean {
  return value === true || value === 1 || value === '1' || value === 'true';
}

/** Names of files may have none of the characters that the service forbids. */
function fileName(name: string): string {
  return name.replace(/[^\p{L}\p{N}._-]/gu, '_').slice(-100);
}

function detailOf(data: Readonly<Record<string, unknown>>, taskId: string): TaskDetail {
  const known = states[textOf(data.signTaskStatus)];
  if (!known) throw new ServiceFault(`FASC: unknown state ${textOf(data.signTaskStatus).slice(0, 40)}`, 'refused');
  const state = known === 'canceled' && !isTrue(data.cancelStatus) ? 'rejected' : known;
  return { taskId, reference: textOf(data.transReferenceId), state, reason: plainText(data.terminationNote) };
}

function meaningOf({ event, body }: { event: string; body: string }): EventMeaning | undefined {
  const told = parsedExactly(body) as Record<string, unknown>;
  const reason = reasons.map((name) => plainText(told[name])).find(Boolean) ?? '';
  if (event === 'sign-task-read') return told.actorId === actors.customer ? { isRead: true, reason } : undefined;
  if (event === 'sign-task-extension') return { reason, expires: timeOf(told.expiresTime) };
  if (event === 'sign-task-sign-failed' || event === 'sign-task-join-failed') return { reason };
  // The event of the last signer may come with the end of the task, and before the event of that.
  const state = eventStates[event] ?? (told.signTaskStatus === 'task_finished' ? 'signed' : undefined);
  return state && { state, reason };
}

/** The documented way of a file: an address to put it at, then its processing, which answers its number. */
async function upload({ call }: FascClient, { egress }: Surroundings, { file, fileName: name }: WantedTask) {
  const place = await call('/file/get-upload-url', { fileType: 'doc' }, { isSafe: true });
  const fddFileUrl = needed(place, 'fddFileUrl', '/file/get-upload-url');
  const headers = { 'content-type': 'application/octet-stream' };
  const url = needed(place, 'uploadUrl', '/file/get-upload-url');
  const { status } = await egress({ method: 'PUT', url, headers, body: file, patienceMs: transferMs }).catch(
    (cause) => {
      throw new ServiceFault('FASC: the file could not be sent', 'unavailable', '', { cause });
    },
  );
  if (status !== 200) throw new ServiceFault(`FASC: the file was answered with HTTP ${status}`, 'unavailable');
  const described = { fileType: 'doc', fddFileUrl, fileName: fileName(name), fileFormat: 'pdf' };
  const made = await call('/file/process', { fddFileUrlList: [described] }, { isSafe: true });
  const [first] = (Array.isArray(made.fileIdList) ? made.fileIdList : []) as Record<string, unknown>[];
  return needed(first ?? {}, 'fileId', '/file/process');
}

function taskOf(company: string, fileId: string, wanted: WantedTask, businessId: string | undefined) {
  const { reference, subject, signer, notifies, expires, callbackUrl } = wanted;
  const field = (fieldId: string, fieldName: string, fieldType: string, positionKeyword: string) => ({
    fieldId,
    fieldName,
    fieldType,
    position: { positionMode: 'keyword', positionKeyword, keywordOffsetX: '60', keywordOffsetY: '60' },
  });
  return {
    initiator: { idType: 'corp', openId: company },
    signTaskSubject: subject.slice(0, mostSubject),
    transReferenceId: reference,
    expiresTime: String(expires),
    callbackUrl,
    autoStart: true,
    signInOrder: true,
    ...(businessId ? { businessId } : {}),
    docs: [
      {
        docId,
        docName: subject.slice(0, mostSubject),
        docFileId: fileId,
        docFields: [
          field('seal', '甲方盖章', 'corp_seal', '甲方（盖章）'),
          field('signature', '乙方签字', 'person_sign', '乙方（签字）'),
        ],
      },
    ],
    actors: [
      {
        actor: {
          actorId: actors.company,
          actorType: 'corp',
          actorName: wanted.company,
          permissions: ['sign'],
          actorOpenId: company,
        },
        signFields: [{ fieldDocId: docId, fieldId: 'seal' }],
        signConfigInfo: { orderNo: 1, ...(businessId ? { requestVerifyFree: true } : {}) },
      },
      {
        actor: {
          actorId: actors.customer,
          actorType: 'person',
          actorName: signer.name,
          permissions: ['sign'],
          identNameForMatch: signer.name,
          ...(signer.phone ? { accountName: signer.phone } : {}),
          ...(notifies && signer.phone
            ? { sendNotification: true, notifyType: ['start'] }
            : { sendNotification: false }),
        },
        signFields: [{ fieldDocId: docId, fieldId: 'signature' }],
        signConfigInfo: { orderNo: 2, verifyMethods: ['sms', 'face'], readingToEnd: true },
      },
    ],
  };
}

export function openFasc(settings: FascSettings, around: Surroundings): SigningService {
  const client = openClient(settings, around);
  const { call } = client;
  const owner = (openId: string) => ({ idType: 'corp', openId });

  return {
    companyOf: (tenantId) => settings.companies.get(tenantId),

    async create(company, wanted) {
      try {
        const task = taskOf(company, await upload(client, around, wanted), wanted, settings.businessId);
        return needed(await call('/sign-task/create', task), 'signTaskId', '/sign-task/create');
      } catch (error) {
        if (!(error instanceof ServiceFault)) throw error;
        const { phone = '' } = wanted.signer;
        const said = withoutTold(error.message, [[phone, maskPhone(phone)]]);
        throw new ServiceFault(said, error.kind, error.code, { cause: error.cause });
      }
    },

    async find(company, { reference, subject }) {
      const asked = {
        ownerId: owner(company),
        ownerRole: 'initiator',
        listFilter: { signTaskSubject: subject.slice(0, mostSubject) },
        listPageSize: 100,
      };
      for (let page = 1; page <= mostPages; page++) {
        const found = await call('/sign-task/owner/get-list', { ...asked, listPageNo: page }, { isSafe: true });
        const tasks = (Array.isArray(found.signTasks) ? found.signTasks : []) as Record<string, unknown>[];
        const own = tasks.find(({ transReferenceId }) => transReferenceId === reference);
        if (own) return needed(own, 'signTaskId', '/sign-task/owner/get-list');
        if (page >= Number(found.listPageCount ?? 1)) return undefined;
      }
      return undefined;
    },

    async signerUrl(taskId) {
      const path = '/sign-task/actor/get-url';
      const asked = { signTaskId: taskId, actorId: actors.customer };
      const data = await call(path, asked, { isSafe: true });
      const url = textOf(data.actorSignTaskEmbedUrl) || needed(data, 'actorSignTaskUrl', path);
      if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
        throw new ServiceFault(`FASC ${path}: no address in the answer`, 'unavailable');
      return url;
    },

    async detail(taskId) {
      return detailOf(await call('/sign-task/get-detail', { signTaskId: taskId }, { isSafe: true }), taskId);
    },

    async cancel(taskId, note) {
      await call('/sign-task/cancel', { signTaskId: taskId, terminationNote: note.slice(0, mostNote) });
    },

    async urge(taskId) {
      await call('/sign-task/urge', { signTaskId: taskId });
    },

    async abolish(company, taskId, reason) {
      await call('/sign-task/abolish', {
        signTaskId: taskId,
        abolishedInitiator: { initiatorId: company },
        docSource: 'platform',
        reason: reason.slice(0, mostNote),
        followOriginalConfig: true,
        autoStart: true,
      });
    },

    async download(company, taskId) {
      const path = '/sign-task/owner/get-download-url';
      const asked = { ownerId: owner(company), signTaskId: taskId, downloadMode: 'download' };
      const url = needed(await call(path, asked, { isSafe: true }), 'downloadUrl', path);
      const { status, bytes } = await around
        .egress({ method: 'GET', url, patienceMs: transferMs, mostBytes: mostFile })
        .catch((cause) => {
          throw new ServiceFault('FASC: the signed file could not be fetched', 'unavailable', '', { cause });
        });
      if (status !== 200)
        throw new ServiceFault(`FASC: the signed file was answered with HTTP ${status}`, 'unavailable');
      if (!bytes.subarray(0, 1024).includes('%PDF-'))
        throw new ServiceFault('FASC: the signed file is no PDF', 'unavailable');
      return bytes;
    },

    readCallback: (headers, body) => readCallback(settings, around.now(), headers, body),
    meaningOf,
  };
}
