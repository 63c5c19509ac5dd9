/**
 * A list that is written into the store of files, batch by batch, in constant memory. An attempt that breaks off is
 * begun again: a workbook is one compressed stream, which no later process can go on with, and a list of a hundred
 * thousand rows takes seconds.
 */
import { Readable } from 'node:stream';
import { countIn, filledIn, textIn } from '../../../contract/domain/text';
import type { RefusalCode } from '../../../contract/wire/refusals';
import { sentence } from '../../../contract/wire/refusals';
import { transferDays, transferWords } from '../../../contract/wire/transfer';
import { absentPrincipal } from '../../auth/session';
import { notify } from '../../engine/inbox/notify';
import { mayList, mayRoute } from '../../engine/rights/permissions';
import { type ServerModule, servedIn } from '../../engine/serverModule';
import { defineTask, sendTask, type Task, type TaskRun } from '../../engine/tasks';
import { type Entitled, type ExportPlan, fileOut, rowsOut } from '../../engine/transfer/exporting';
import type { Context } from '../../kernel/context';
import { Refusal, refuse } from '../../kernel/errors';
import type { TaskData } from '../../kernel/ports';
import {
  claim,
  expiredTransfers,
  finish,
  lostTransfers,
  planOf,
  progress,
  release,
  removeTransfers,
  type Stored,
} from './store';

export const taskName = 'transfer.export';
export interface TransferData extends TaskData {
  transferId: string;
}

/** Bytes without a row are swept after an hour: a file has to be whole before that. */
const mostMs = 50 * 60_000;
/** As stores know the formats. */
const storedTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
} as const;

/** The attempt ends without an outcome: it was cancelled, or is another server's now. */
class Superseded extends Error {}
/** The server stops: the next one begins again. */
class Stopping extends Error {}

/** Refuses people who may not export the module now. */
export async function refuseUnexported(cx: Context, { module }: ServerModule): Promise<void> {
  const permission = module.permission('export');
  if (!(await mayRoute(cx, 'GET', module.url('export'), [permission])) || !(await mayList(cx, module)))
    refuse('forbidden', { permission });
}

async function tell(cx: Context, { id, userId, fileName }: Stored, plan: ExportPlan, end: Ending): Promise<void> {
  const { language } = plan;
  const isMade = end.state === 'done';
  await notify(cx.trx, cx.deps, {
    tenantId: cx.tenantId,
    audience: 'user',
    userId,
    kind: 'message',
    title: filledIn(textIn(isMade ? transferWords.made : transferWords.failed, language), { name: fileName }),
    content: isMade
      ? filledIn(textIn(transferWords.madeText, language), { rows: countIn(end.rows, language), days: transferDays })
      : sentence(end.reason, language),
    subject: 'transfer',
    subjectId: id,
  });
}
type Ending = { state: 'done'; rows: number; attachId: string } | { state: 'failed'; reason: RefusalCode };

/** Each batch as the person, while the attempt is in hand and they may still export. */
function entitledIn({ workAs, deps, data, signal }: TaskRun<TransferData>, at: Stored) {
  const { language } = planOf(deps, at);
  const until = deps.now() + mostMs;
  let reached = 0;
  const entitled: Entitled = async (part) => {
    const done = await workAs(
      async (trx) => {
        const principal = await absentPrincipal(deps, trx, { tenantId: data.tenantId, userId: at.userId }, at);
        return principal && { principal, language };
      },
      async (cx) => {
        if (signal.aborted) throw new Stopping();
        if (deps.now() > until) refuse('transfer.broken');
        if (!(await progress(cx, at, reached))) throw new Superseded();
        const inside = await cx.knowing(at.module);
        await refuseUnexported(inside, servedIn(inside, at.module) ?? refuse('transfer.rightsLost'));
        return { answer: await part(inside) };
      },
    );
    return (done ?? refuse('transfer.rightsLost')).answer;
  };
  return {
    entitled,
    reached: (rows: number) => {
      reached = rows;
    },
    rows: () => reached,
  };
}

async function write(run: TaskRun<TransferData>, served: ServerModule, at: Stored): Promise<void> {
  const { work, deps } = run;
  const plan = planOf(deps, at);
  const { entitled, reached, rows } = entitledIn(run, at);
  const contentType = storedTypes[plan.format];
  const place = await work((cx) => deps.files.placeFor(cx, contentType));
  const bytes = Readable.from(fileOut(served, plan, rowsOut(served, plan, entitled, reached)), { objectMode: false });
  const stored = await deps.files.store(place, bytes, { originalName: at.fileName, contentType });
  await work(async (cx) => {
    const { id: attachId } = await deps.files.record(cx, stored, 'record');
    const end: Ending = { state: 'done', rows: rows(), attachId };
    // The transaction takes the file's row back with it; the bytes are swept.
    if (!(await finish(cx, at, end))) throw new Superseded();
    await tell(cx, at, plan, end);
  });
}

/** The refusal that an error means for good; undefined for one that another attempt may not meet. */
function lastingRefusal(error: unknown): RefusalCode | undefined {
  if (!(error instanceof Refusal) || error.status >= 500) return undefined;
  return error.code === 'forbidden' ? 'transfer.rightsLost' : error.code;
}

export const transferTask: Task<TransferData> = defineTask<TransferData>({
  name: taskName,
  async run(asked) {
    const { data, work, deps, isLast } = asked;
    const at = await work((cx) => claim(cx, data.transferId));
    if (!at) return;
    const served = await work(async (cx) => servedIn(await cx.knowing(at.module), at.module));
    try {
      if (!served) refuse('transfer.rightsLost');
      await write(asked, served, at);
    } catch (error) {
      if (error instanceof Superseded) return;
      const reason = lastingRefusal(error) ?? (isLast && !(error instanceof Stopping) ? 'transfer.broken' : undefined);
      if (reason === undefined) {
        await work((cx) => release(cx, at));
        throw error;
      }
      await work(async (cx) => {
        if (await finish(cx, at, { state: 'failed', reason }))
          await tell(cx, at, planOf(deps, at), { state: 'failed', reason });
      });
    }
  },
});

/** Puts a transfer into the queue, in the transaction of its cause. */
export function sendTransfer(cx: Context, transferId: string): Promise<void> {
  return sendTask<TransferData>(cx, { name: taskName }, { transferId }, { key: transferId });
}

/** Removes what has expired, and begins again what was lost. */
export async function sweepTransfers(cx: Context): Promise<void> {
  await removeTransfers(cx, await expiredTransfers(cx));
  for (const id of await lostTransfers(cx)) await sendTransfer(cx, id);
}
