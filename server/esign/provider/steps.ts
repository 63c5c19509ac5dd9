/**
 * What is done at a signing service for a contract: its task is created, the tasks of earlier sendings are stopped, the
 * signed file is fetched. A step is written before the service is called and again after its answer, outside of which no
 * transaction is open; so a server that ends in between leaves a step that is due later and begins by looking for what
 * the last attempt has left.
 */
import { buffer } from 'node:stream/consumers';
import { dateTime } from '../../../contract/domain/calendar';
import { fascContract, signWays, smsStates } from '../../../contract/modules/esign/fascContract';
import { maskPhone } from '../../../contract/schema/mask';
import { findAttach } from '../../engine/files/fileLife';
import { defineTask, persistent, type TaskRun } from '../../engine/tasks';
import type { Context, Deps } from '../../kernel/context';
import type { Place } from '../../kernel/ports';
import { ServiceFault, type SigningService, type WantedTask } from '../../kernel/signing';
import { askForWork, type ContractWork, contractWork } from '../../lease/contractWork';
import { type ContractRow, loanUrlOf, mobileOf } from '../contracts';
import { fileEvidence, sealedEvidence } from '../evidence';
import { contractSigned } from '../outcome';
import { keepPaper } from '../paper/paperFiles';
import { sendLink } from '../sending';
import { changeTask, contractOf, enterState, referenceOf, type TaskRow, taskStates, tasksOf } from './tasks';

/** Seconds from each attempt to the next; after the last pause it stays. */
const pauses = [15, 60, 300, 600];
/** A contract whose task could not be created by then waits for a person. */
const mostCreations = 4;
const abolition = '合同已撤回，撤回前客户已完成签署';

type StepKind = 'create' | 'cancel' | 'abolish' | 'fetch';
interface Claim {
  kind: StepKind;
  task: TaskRow;
  row: ContractRow;
  company: string;
  service: SigningService;
  /** An earlier attempt may have had its effect. */
  isAgain: boolean;
  file: Place | undefined;
}

/** `open`: with this number; `signed`: a task that was to be stopped is signed. */
type Done =
  | { is: 'open'; taskId: string }
  | { is: 'over' | 'abolished' }
  | { is: 'signed'; taskId: string }
  | { is: 'fetched'; bytes: Buffer };

/** What a task needs next. */
function kindOf(cx: Context, row: ContractRow, task: TaskRow): StepKind | 'drop' | undefined {
  const isCurrent = row.status === 1 && task.reference === referenceOf(cx, row);
  switch (task.state) {
    case taskStates.making:
      return isCurrent ? 'create' : task.tries === 0 ? 'drop' : 'cancel';
    case taskStates.failed:
      return isCurrent ? undefined : 'cancel';
    case taskStates.open:
      return isCurrent ? undefined : 'cancel';
    case taskStates.signed:
      // One that was signed before it could be stopped is the contract, too.
      return row.status === 1 ? 'fetch' : 'abolish';
    default:
      return undefined;
  }
}

/** Begins the first step that is due; a later one waits for it, so that no two tasks of a contract are open. */
async function claim(cx: Context, contractId: string): Promise<Claim | undefined> {
  const contract = await contractOf(cx, contractId);
  if (!contract) return undefined;
  const { row } = contract;
  for (const task of await tasksOf(cx, contractId)) {
    const kind = kindOf(cx, row, task);
    if (kind === 'drop') await changeTask(cx, task, { state: taskStates.over, due_time: null });
    if (!kind || kind === 'drop') continue;
    if (task.due_time !== null && task.due_time > cx.time) return undefined;
    const service = cx.deps.signing;
    const company = service?.companyOf(cx.tenantId);
    if (!service || company === undefined) return undefined; // the settings are gone; it rests until they are back
    const tries = task.tries + 1;
    const pause = pauses[Math.min(tries, pauses.length) - 1]!;
    await changeTask(cx, task, { tries, due_time: dateTime(cx.deps.now() + pause * 1000) });
    const attach = kind === 'create' && row.sealedPdfId ? await findAttach(cx, row.sealedPdfId) : undefined;
    return {
      kind,
      task: { ...task, tries },
      row,
      company,
      service,
      isAgain: task.tries > 0,
      file: attach && (await cx.deps.files.placeOf(cx, attach)),
    };
  }
  return undefined;
}

function subjectOf({ doc, contractNumber }: ContractRow): string {
  return `${doc.title} ${contractNumber}`;
}

function instantOf(time: string): number {
  return Date.parse(`${time.replace(' ', 'T')}+08:00`);
}

async function wantedOf({ settings }: Deps, { row, task, file }: Claim): Promise<WantedTask> {
  const held = await file?.store.get(file.key);
  if (!held) throw new ServiceFault(`the file of contract ${row.contractNumber} is gone`, 'refused');
  const phone = mobileOf(row);
  return {
    reference: task.reference,
    subject: subjectOf(row),
    fileName: `${row.contractNumber}.pdf`,
    file: await buffer(held.stream),
    expires: instantOf(row.expireTime ?? row.doc.madeAt),
    company: row.doc.provider.name,
    signer: { name: row.doc.customer.name, phone },
    notifies: task.sends_link === 0,
    callbackUrl: `${settings.publicUrl}/api${fascContract.url('callback')}`,
  };
}

async function stop({ service, task, row, company }: Claim): Promise<Done> {
  const { reference } = task;
  const taskId = task.task_id ?? (await service.find(company, { reference, subject: subjectOf(row) }));
  if (taskId === undefined) return { is: 'over' };
  try {
    await service.cancel(taskId, '合同已重新发送或撤回');
    return { is: 'over' };
  } catch (error) {
    if (!(error instanceof ServiceFault) || error.kind !== 'refused') throw error;
    const { state } = await service.detail(taskId);
    if (state === 'open') throw error;
    return state === 'signed' ? { is: 'signed', taskId } : { is: 'over' };
  }
}

async function carryOut(deps: Deps, held: Claim): Promise<Done> {
  const { kind, service, company, task, row, isAgain } = held;
  const { reference } = task;
  if (kind === 'cancel') return stop(held);
  if (kind === 'fetch') return { is: 'fetched', bytes: await service.download(company, task.task_id!) };
  if (kind === 'abolish') {
    if (!isAgain || (await service.detail(task.task_id!)).state === 'signed')
      await service.abolish(company, task.task_id!, abolition);
    return { is: 'abolished' };
  }
  const found = isAgain ? await service.find(company, { reference, subject: subjectOf(row) }) : undefined;
  return { is: 'open', taskId: found ?? (await service.create(company, await wantedOf(deps, held))) };
}

/** The task exists: the customer can sign, and gets the link. */
export async function taskOpened(cx: Context, row: ContractRow, task: TaskRow, taskId: string): Promise<void> {
  await enterState(cx, task, taskStates.open, { task_id: taskId, due_time: null, checked_time: cx.time });
  if (row.status !== 1 || task.reference !== referenceOf(cx, row)) return; // to be stopped by the next step
  const phone = task.sends_link === 1 ? mobileOf(row) : undefined;
  const message = phone ? { smsStatus: smsStates.sending, smsPhone: maskPhone(phone), smsTime: cx.time } : {};
  const opened = (await cx
    .rows(fascContract)
    .update(
      row,
      { signTaskId: taskId, signTaskStatus: 'sign_progress', reason: null, ...message },
      { action: 'taskMade' },
    )) as ContractRow;
  if (phone) await sendLink(cx, opened, { phone, url: loanUrlOf(cx, opened) });
}

/** The signed file is here: the contract is complete, as one that is signed on our page. */
async function complete(cx: Context, row: ContractRow, task: TaskRow, bytes: Buffer): Promise<void> {
  await changeTask(cx, task, { state: taskStates.done, tries: 0, due_time: null, fault: null });
  if (row.status !== 1) return;
  const attach = await keepPaper(cx, row, bytes);
  const evidence = [
    { label: '核验方式', value: '法大大实名认证与意愿确认' },
    { label: '签署任务号', value: task.task_id ?? '' },
    ...(row.pdfSha256 ? [sealedEvidence(row.pdfSha256)] : []),
    fileEvidence(attach.sha256),
  ];
  const signed = (await cx.rows(fascContract).update(
    row,
    {
      status: 2,
      signTaskStatus: 'task_finished',
      signTaskId: task.task_id,
      finishTime: cx.time,
      signWay: signWays.fasc,
      witnessName: null,
      signedPdfId: attach.id,
      evidence: JSON.stringify(evidence),
      reason: null,
    },
    { action: 'sign' },
  )) as ContractRow;
  await contractSigned(cx, signed);
}

/** Stores how a step ended, unless a callback was faster. */
async function settle(cx: Context, { row: { id }, task: before }: Claim, done: Done): Promise<void> {
  const contract = await contractOf(cx, id);
  const task = (await tasksOf(cx, id)).find((one) => one.id === before.id);
  if (!contract || !task || task.state !== before.state) return;
  const { row, isRemoved } = contract;
  switch (done.is) {
    case 'open':
      return taskOpened(cx, row, task, done.taskId);
    case 'signed':
      return enterState(cx, task, taskStates.signed, { task_id: done.taskId });
    case 'fetched':
      return complete(cx, row, task, done.bytes);
    case 'abolished':
      if (!isRemoved)
        await cx.rows(fascContract).update(row, { reason: abolition }, { action: 'taskEnded', reason: abolition });
      return changeTask(cx, task, { state: taskStates.over, due_time: null, fault: null });
    case 'over':
      return changeTask(cx, task, { state: taskStates.over, due_time: null, fault: null });
  }
}

/** Stores why a step failed: a creation waits for a person in the end, everything else is tried again. */
async function failStep(cx: Context, { kind, row: { id }, task: before }: Claim, error: ServiceFault): Promise<void> {
  const contract = await contractOf(cx, id);
  const task = (await tasksOf(cx, id)).find((one) => one.id === before.id);
  if (!contract || !task || task.state !== before.state || task.tries !== before.tries) return;
  const { row } = contract;
  const fault = error.message.slice(0, 300);
  const isEnd = kind === 'create' && (error.kind === 'refused' || task.tries >= mostCreations);
  if (!isEnd) {
    await changeTask(cx, task, { fault });
    return askForWork(cx, id, `again ${task.tries}`, pauses[Math.min(task.tries, pauses.length) - 1]! + 1);
  }
  await changeTask(cx, task, { state: taskStates.failed, due_time: null, fault });
  if (row.status !== 1 || task.reference !== referenceOf(cx, row)) return;
  const reason = fault.slice(0, 200);
  await cx.rows(fascContract).update(row, { signTaskStatus: 'failed', reason }, { action: 'taskFailed', reason });
}

async function work({ deps, data: { contractId }, work: inTenant, signal }: TaskRun<ContractWork>): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const held = await inTenant((cx) => claim(cx, contractId));
    if (!held) return;
    try {
      const done = await carryOut(deps, held);
      await inTenant((cx) => settle(cx, held, done));
    } catch (error) {
      if (!(error instanceof ServiceFault)) throw error;
      return inTenant((cx) => failStep(cx, held, error));
    }
  }
}

/** The task of the queue that does all that is due of one contract. */
export const signingWork = defineTask<ContractWork>({
  name: contractWork,
  atOnce: 4,
  retries: persistent,
  pause: 15,
  run: work,
});
