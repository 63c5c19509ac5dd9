/** What waits for the person: how much of each kind, and what of it has waited longest. */
import { approvalActOf, approvalActs } from '../../contract/domain/approvals';
import { textIn } from '../../contract/domain/text';
import { moduleNamed } from '../../contract/modules';
import { approval } from '../../contract/modules/approval/approval';
import { order } from '../../contract/modules/lease/order';
import { workClaim } from '../../contract/modules/work/workClaim';
import { workTodo } from '../../contract/modules/work/workTodo';
import { filtersOf } from '../../contract/schema/conditions';
import type { Module, Row } from '../../contract/schema/module';
import {
  type Waiting,
  type WaitingKind,
  type WaitingRow,
  waitingKinds,
  waitingNames,
  waitingUrl,
} from '../../contract/wire/waiting';
import { mayList } from '../engine/rights/permissions';
import { hidesAny } from '../engine/rights/scopes';
import { present, presentAll, servedIn } from '../engine/serverModule';
import type { Call } from '../kernel/call';
import type { Context } from '../kernel/context';
import { list, oneOf, shape, text, whole } from '../kernel/schemas';

/** Rows of one kind that are sent with its count. */
const mostRows = 4;

type Told = Omit<WaitingRow, 'id'>;

function words(...parts: unknown[]): string {
  return parts.filter(Boolean).join(' · ');
}
function textOf(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}

function taskOf(subject: string) {
  return async (_cx: Context, row: Row): Promise<Told> => ({
    title: textOf(row.processDefinitionName),
    note: words(row.taskName, row.startUserName),
    amount: '',
    time: textOf(row.createTime),
    subject,
    subjectId: textOf(row.taskId),
  });
}

/** A task that decides on a request is named after the request: the deed, its record and its amount. */
function requestOf(subject: string) {
  const told = taskOf(subject);
  return async (cx: Context, row: Row): Promise<Told> => {
    const task = await told(cx, row);
    const served = servedIn(cx, approval.name);
    const found = served && (await cx.rows(approval).get(textOf(row.businessId)));
    if (!found) return task;
    const request = await present(served, cx, found);
    const act = approvalActOf(Number(request.act));
    return {
      ...task,
      title: words(act && textIn(approvalActs[act].title, cx.language), request.entityName),
      amount: textOf(request.amount),
    };
  };
}

const tells: Record<WaitingKind, (cx: Context, row: Row) => Promise<Told>> = {
  approval: requestOf(workTodo.name),
  approvalToClaim: requestOf(workClaim.name),
  task: taskOf(workTodo.name),
  taskToClaim: taskOf(workClaim.name),
  voucher: async (_cx, row) => ({
    title: textOf(row.contractCode),
    note: textOf(row.customerName),
    amount: textOf(row.totalAmount),
    time: textOf(row.createTime),
    subject: order.name,
    subjectId: row.id,
  }),
  promise: async (_cx, row) => ({
    title: textOf(row.contractCode),
    note: textOf(row.customerName),
    amount: textOf(row.promiseAmount),
    time: textOf(row.promiseDate),
    subject: order.name,
    subjectId: textOf(row.orderId),
  }),
  note: async (_cx, row) => ({
    title: textOf(row.content),
    note: textOf(row.writerName),
    amount: '',
    time: textOf(row.remindTime),
    subject: textOf(row.subject),
    subjectId: textOf(row.subjectId),
  }),
};

/** One kind; undefined where the person may not list it, may not do it, or may not see what it is found by. */
async function waitingOf(cx: Context, kind: WaitingKind): Promise<Waiting | undefined> {
  const { module: name, view, since, ...part } = waitingKinds[kind];
  const module: Module | undefined = moduleNamed(name);
  const served = servedIn(cx, name);
  if (!module || !served || !(await mayList(cx, module))) return undefined;
  if ('needs' in part && !(await cx.may(part.needs))) return undefined;
  const filters = filtersOf(module, module.views![view]!.seek(cx.today));
  const fields = Object.keys(filters).map((key) => key.split('_', 1)[0]!);
  if (await hidesAny(cx, module, ...fields, since)) return undefined;
  const page = await cx.rows(module).page({ ...filters, ascs: since, size: String(mostRows) });
  const rows = await presentAll(served, cx, page.records, 'list');
  return {
    kind,
    count: page.total,
    rows: await Promise.all(rows.map(async (row) => ({ id: row.id, ...(await tells[kind](cx, row)) }))),
  };
}

const one = shape({
  id: text(),
  title: text(),
  note: text(),
  amount: text(),
  time: text(),
  subject: text(),
  subjectId: text(),
});

export const waitingCalls: Call[] = [
  {
    method: 'GET',
    path: waitingUrl,
    title: ['待我处理的事项', 'What waits for the person'],
    answer: list(shape({ kind: oneOf(...waitingNames), count: whole(), rows: list(one) })),
    permission: 'signedIn',
    async handle(cx): Promise<Waiting[]> {
      const found: Waiting[] = [];
      for (const kind of waitingNames) {
        const waiting = await waitingOf(cx, kind);
        if (waiting) found.push(waiting);
      }
      return found;
    },
  },
];
