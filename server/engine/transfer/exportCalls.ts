/** `GET {path}/export`: the list as a file, streamed. */
import Type from 'typebox';
import { maskOf } from '../../../contract/schema/mask';
import { mostRowsStreamed } from '../../../contract/wire/transfer';
import { type Call, defineCall } from '../../kernel/call';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { described, flag, line, oneOf, optional } from '../../kernel/schemas';
import { contentTypes, sheetFormats } from '../../kernel/sheets/sheet';
import { own } from '../../kernel/table';
import { writeAudit } from '../audit/entries';
import { schemasOf, titlesOf } from '../callSchemas';
import { mayList } from '../rights/permissions';
import type { ServerModule } from '../serverModule';
import { type ExportPlan, fileOut, planExport, rowsOut, titleOut } from './exporting';

/** Files that a person may receive at a time, from each server. */
export const mostAtOnce = 2;
const running = new Map<string, number>();

/** Takes one of the person's places; answers how to give it back. */
export function takePlace(userId: string): () => void {
  const taken = running.get(userId) ?? 0;
  if (taken >= mostAtOnce) refuse('transfer.tooManyAtOnce', { limit: mostAtOnce });
  running.set(userId, taken + 1);
  return () => {
    const left = (running.get(userId) ?? 1) - 1;
    if (left > 0) running.set(userId, left);
    else running.delete(userId);
  };
}

/** The parameters of an export beside the conditions of its list. */
export const exportQuery = {
  format: Type.Unsafe<(typeof sheetFormats)[number]>({ ...oneOf(...sheetFormats), default: 'xlsx' }),
  columns: optional(
    Type.Array(line(64), {
      minItems: 1,
      maxItems: 200,
      ...described('列（字段名），默认与列表一致', 'Names of the fields; by default those of the list'),
    }),
  ),
};

/** Refuses people who may not list the module: the right to export alone opens nothing. */
export async function refuseUnlisted(cx: Context, { module }: ServerModule): Promise<void> {
  if (!(await mayList(cx, module))) refuse('forbidden', { permission: module.permission('list') });
}

/** Notes in the history what leaves the house: how many rows, which columns, by which conditions. */
export function noteExport(cx: Context, { module }: ServerModule, plan: ExportPlan): void {
  const conditions = Object.entries(plan.query).flatMap(([name, value]) => {
    const field = own(module.fields, name.split('_', 1)[0]!);
    return value ? [`${name}=${field ? maskOf(field, String(value)) : value}`] : [];
  });
  const reason = [plan.format, `${plan.total}`, plan.columns.join(','), ...conditions].join(' · ');
  writeAudit(cx, module, { id: '0' }, [], { action: 'export', reason: reason.slice(0, 500) });
}

/** `订单管理_2026-11-22.xlsx` */
export function fileNameOut({ module }: ServerModule, { language, format }: ExportPlan, today: string): string {
  return `${titleOut(module, language).replace(/[\\/:*?"<>|]/g, ' ')}_${today}.${format}`;
}

/** Each part with its length and the number of rows so far, 4 bytes each, big-endian. */
export async function* framed(parts: AsyncIterable<Buffer>, rows: () => number): AsyncGenerator<Buffer> {
  for await (const part of parts) {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(part.length, 0);
    head.writeUInt32BE(rows(), 4);
    yield Buffer.concat([head, part]);
  }
}

export function exportCalls(served: ServerModule): Call[] {
  const { module } = served;
  if (!module.offers('export')) return [];
  return [
    defineCall({
      method: 'GET',
      path: module.url('export'),
      title: titlesOf(module).export,
      query: {
        ...exportQuery,
        framed: flag(
          '分帧：每段前有 8 字节（段长、已写行数），供显示进度',
          'In frames: 8 bytes before each part (its length, rows so far), so that progress can be shown',
        ),
      },
      describes: { query: schemasOf(module).conditions },
      answer: 'file',
      permission: module.permission('export'),
      ...(module.acrossTenants ? { acrossTenants: true as const } : {}),
      async handle(cx, { input, params }) {
        await refuseUnlisted(cx, served);
        const plan = await planExport(cx, served, input, params);
        // A page receives short lists alone. The list of another tenant stays with the call that names it.
        if (input.framed && plan.total > mostRowsStreamed && cx.tenantId === cx.principal!.tenantId)
          refuse('transfer.inBackground', { limit: mostRowsStreamed });
        noteExport(cx, served, plan);
        return { plan, today: cx.today, userId: cx.principal!.userId };
      },
      send(made, { input }, entitled) {
        const { plan, today, userId } = made as { plan: ExportPlan; today: string; userId: string };
        const closed = takePlace(userId);
        let reached = 0;
        const rows = rowsOut(served, plan, entitled, (count) => {
          reached = count;
        });
        const file = fileOut(served, plan, rows);
        return {
          name: fileNameOut(served, plan, today),
          contentType: input.framed ? 'application/octet-stream' : contentTypes[plan.format],
          headers: { 'x-total-count': String(plan.total) },
          parts: input.framed ? framed(file, () => reached) : file,
          closed,
        };
      },
    }),
  ];
}
