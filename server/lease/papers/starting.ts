/** Readings that this server does, and the task that does them again where a server ended before. */
import { setTimeout as sleep } from 'node:timers/promises';
import { loanInformation, readStatuses } from '../../../contract/modules/lease/loanInformation';
import { fieldsOf, isPaperType } from '../../../contract/wire/ocr/judging';
import { defineTask, sendTask } from '../../engine/tasks';
import type { Context, Deps } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { OcrError, OcrStopped, type Paper } from '../../kernel/ocr';
import type { Place, TaskData } from '../../kernel/ports';
import { type PaperRow, type Stored, sealed } from './stored';

type Work = <T>(part: (cx: Context) => Promise<T>) => Promise<T>;

/** When a paper whose server has ended is read by another one, in seconds. */
const againAfter = 180;
/** Papers of one person that wait for their reading: fewer than the line of the process takes of one. */
const mostOfPerson = 50;
/** Steps of progress that are written, per cent. */
const step = 10;

interface Due extends TaskData {
  id: string;
}
/** Readings that run here, by the id of their paper. */
const running = new Map<string, Promise<void>>();

/** Resolves when the reading of the paper is done here, at the latest after `ms`; at once where it runs elsewhere. */
export async function readingDone(id: string, ms: number): Promise<void> {
  const work = running.get(id);
  if (!work) return;
  const over = new AbortController();
  await Promise.race([work, sleep(ms, undefined, { signal: over.signal }).catch(() => undefined)]);
  over.abort();
}

async function bytesAt({ store, key }: Place): Promise<Buffer> {
  const parts: Buffer[] = [];
  const found = await store.get(key);
  if (!found) throw new OcrError('the file is gone');
  for await (const part of found.stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Written without version and history: it changes with every step. */
async function tellProgress(work: Work, id: string, percent: number): Promise<void> {
  await work(({ trx, tenantId }) =>
    trx
      .updateTable('lease_loan_information')
      .set({ progress: percent })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .where('read_status', '=', readStatuses.reading)
      .execute(),
  );
}

type Outcome = { status: number; provider: string; stored: Stored | null };

async function outcomeOf(
  { ocr }: Pick<Deps, 'ocr'>,
  paper: Paper,
  progress: (percent: number) => void,
): Promise<Outcome | undefined> {
  const manual = { status: readStatuses.manual, provider: 'manual', stored: null };
  const { picType, contentType } = paper;
  if (!isPaperType(picType) || !ocr) return manual;
  const isPdf = contentType === 'application/pdf';
  const provider = isPdf ? 'local' : ocr.engine;
  try {
    const { lines, fields, width, height } = await ocr.read(paper, progress);
    // A scan: its pages hold pictures alone.
    if (isPdf && lines.length === 0) return manual;
    const has = (key: string) => fields.some((field) => field.key === key && field.value !== '');
    const needed = Object.entries(fieldsOf(picType)).filter(([, { isNeeded }]) => isNeeded);
    const status = fields.every(({ value }) => value === '')
      ? readStatuses.failed
      : needed.every(([key]) => has(key))
        ? readStatuses.ok
        : readStatuses.partial;
    const text = lines.map((line) => line.text).join('\n');
    return { status, provider, stored: { fields, text, width, height } };
  } catch (error) {
    // The task of the paper reads it in the next server.
    if (error instanceof OcrStopped) return undefined;
    if (!(error instanceof OcrError)) throw error;
    return { status: readStatuses.failed, provider, stored: null };
  }
}

async function read(work: Work, id: string): Promise<void> {
  const begun = await work(async (cx) => {
    const [row] = (await cx.rows(loanInformation).lock([id])) as PaperRow[];
    if (row?.readStatus !== readStatuses.reading) return undefined;
    const attach = await cx.trx
      .selectFrom('attach')
      .select(['id', 'name', 'oss_id', 'content_type'])
      .where('tenant_id', '=', cx.tenantId)
      .where('id', '=', row.attachId)
      .executeTakeFirstOrThrow();
    const place = await cx.deps.files.placeOf(cx, { id: attach.id, name: attach.name, ossId: attach.oss_id });
    const { deps, tenantId } = cx;
    const paper = {
      tenantId,
      personId: row.createUser ?? '',
      bytes: () => bytesAt(place),
      contentType: attach.content_type,
      picType: row.picType,
    };
    return { paper, attachId: row.attachId, deps };
  });
  if (!begun) return;
  const { paper, deps, attachId } = begun;
  let told = 0;
  let telling = Promise.resolve();
  const progress = (percent: number) => {
    if (percent < told + step) return;
    told = percent;
    telling = telling.then(() => tellProgress(work, id, percent)).catch(() => undefined);
  };
  const outcome = await outcomeOf(deps, paper, progress);
  await telling;
  if (!outcome) return;
  const { status, provider, stored } = outcome;
  await work(async (cx) => {
    const [row] = (await cx.rows(loanInformation).lock([id])) as PaperRow[];
    // Another file, or another type, has its own reading.
    if (row?.readStatus !== readStatuses.reading || row.attachId !== attachId || row.picType !== paper.picType) return;
    const change = { readStatus: status, provider, progress: 100, reading: stored && sealed(cx, stored) };
    await cx.rows(loanInformation).update(row, change as never, { action: 'recognise' });
  });
}

/** Reads a paper in this server, once at a time. */
function run(work: Work, id: string): Promise<void> {
  const known = running.get(id);
  if (known) return known;
  const begun = read(work, id).finally(() => running.delete(id));
  running.set(id, begun);
  return begun;
}

export const paperTask = defineTask<Due>({
  name: 'paper.read',
  retries: 3,
  atOnce: 1,
  run: ({ data, work }) => run(work, data.id),
});

/** Reads the paper after the commit of its row: here, and by another server should this one end. */
export async function startReading(cx: Context, id: string): Promise<void> {
  const { count } = cx.trx.fn;
  const { waiting } = await cx.trx
    .selectFrom('lease_loan_information')
    .select(count<string>('id').as('waiting'))
    .where('tenant_id', '=', cx.tenantId)
    .where('create_user', '=', cx.principal?.userId ?? null)
    .where('read_status', '=', readStatuses.reading)
    .executeTakeFirstOrThrow();
  if (Number(waiting) > mostOfPerson) refuse('busy');
  await sendTask(cx, paperTask, { id }, { after: againAfter });
  cx.later((again) => run(again, id));
}
