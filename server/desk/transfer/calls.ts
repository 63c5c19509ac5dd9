/** A person's own lists that go out in the background: begin, follow, download, cancel, remove, again. */
import { type RefusalCode, sentence } from '../../../contract/wire/refusals';
import { isInMaking, mostInMaking, type Transfer, transferStates } from '../../../contract/wire/transfer';
import { absentPrincipal } from '../../auth/session';
import { checkRoom, findAttach, roomOf } from '../../engine/files/fileLife';
import { sightOf } from '../../engine/rights/scopes';
import { type ServerModule, servedIn } from '../../engine/serverModule';
import { exportQuery, fileNameOut, noteExport } from '../../engine/transfer/exportCalls';
import { planExport } from '../../engine/transfer/exporting';
import { type Call, defineCall } from '../../kernel/call';
import type { Context, WireQuery } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { StoreError } from '../../kernel/objectStore';
import type { Attach, Place } from '../../kernel/ports';
import { done, id, line, list, moment, nullable, oneOf, shape, text, whole } from '../../kernel/schemas';
import { contentTypes, type SheetFormat } from '../../kernel/sheets/sheet';
import {
  cancelTransfer,
  inMaking,
  keptBytes,
  ownTransfer,
  ownTransfers,
  planOf,
  removeTransfers,
  type Stored,
  sealedPlan,
} from './store';
import { refuseUnexported, sendTransfer } from './task';

const base = '/blade-desk/transfer';
/** Entries of the page: three in the making at a time, kept for some days. */
const mostShown = 200;

const entry = shape({
  id: text(),
  module: text(),
  fileName: text(),
  state: oneOf(...transferStates),
  rows: whole(),
  total: whole(),
  size: nullable(whole()),
  problem: text(),
  createTime: moment(),
  endTime: nullable(moment()),
  expiresAt: nullable(moment()),
});

function shown({ language }: Context, row: Stored & { size?: number | null }): Transfer {
  const { id: own, module, fileName, state, rows, total, reason, createTime, endTime, expiresAt } = row;
  const problem = reason === '' ? '' : sentence(reason as RefusalCode, language);
  return {
    ...{ id: own, module, fileName, state, rows, total, problem, createTime, endTime, expiresAt },
    size: row.size ?? null,
  };
}

type Asked = Parameters<typeof planExport>[2];

/** Writes down what a person asks for, and puts it into the queue. Answers its entry. */
async function begin(cx: Context, served: ServerModule, asked: Asked, conditions: Parameters<typeof planExport>[3]) {
  const { trx, tenantId, deps, time } = cx;
  const { userId, roleIds, deptIds, isSuper } = cx.principal!;
  await refuseUnexported(cx, served);
  await cx.exclusive(`transfers of ${userId}`);
  if ((await inMaking(cx)) >= mostInMaking) refuse('transfer.tooManyInMaking', { limit: mostInMaking });
  await checkRoom(cx, 0);
  const { share } = await roomOf(cx);
  if ((await keptBytes(cx)) >= share) refuse('transfer.tooMuchKept', { limit: Math.floor(share / 1024 / 1024) });
  const plan = await planExport(cx, served, asked, conditions);
  noteExport(cx, served, plan);
  const row = {
    id: deps.newId(),
    module: served.module.name,
    total: plan.total,
    fileName: fileNameOut(served, plan, cx.today),
  };
  await trx
    .insertInto('transfer')
    .values({
      ...{ tenant_id: tenantId, id: row.id, user_id: userId, module: row.module, total: row.total },
      plan: sealedPlan(deps, { ...plan, sight: await sightOf(cx) }),
      role_ids: [...roleIds],
      dept_ids: [...deptIds],
      is_super: isSuper,
      file_name: row.fileName,
      create_time: time,
    })
    .execute();
  await sendTransfer(cx, row.id);
  const fresh = {
    state: 'waiting',
    rows: 0,
    size: null,
    problem: '',
    createTime: time,
    endTime: null,
    expiresAt: null,
  };
  return { ...row, ...fresh } as Transfer;
}

/** Refuses a file whose person may see less than when they asked for it: it may hold what is hidden from them now. */
async function refuseOutseen(cx: Context, row: Stored): Promise<void> {
  const { sight } = planOf(cx.deps, row);
  const principal = await absentPrincipal(cx.deps, cx.trx, { tenantId: cx.tenantId, userId: row.userId }, row);
  if (!principal) refuse('transfer.rightsLost');
  if (sight !== undefined && sight !== (await sightOf({ ...cx, principal }))) refuse('transfer.sightChanged');
}

async function found(cx: Context, which: string): Promise<Stored> {
  return (await ownTransfer(cx, which)) ?? refuse('notFound');
}

/** `realName=李&descs=createTime` as the list reads it; a name may occur once. */
function conditionsIn(text: string): WireQuery {
  const query: WireQuery = {};
  for (const [name, value] of new URLSearchParams(text)) {
    if (Object.hasOwn(query, name)) refuse('badParameter', { name });
    query[name] = value;
  }
  return query;
}

/** The bytes of a stored file, which fail to arrive when the store does. */
async function* bytesOf({ store, key }: Pick<Place, 'store' | 'key'>, size: number): AsyncGenerator<Buffer> {
  const held = await store.get(key);
  if (!held) throw new StoreError('the store has lost a file');
  if (held.size !== size) {
    held.stream.destroy();
    throw new StoreError('the store holds another number of bytes than the file has');
  }
  for await (const part of held.stream) yield part as Buffer;
}

/** The module of that name, one of the tenant's registers among them, in work that knows it. */
async function exporting(cx: Context, name: string): Promise<{ inside: Context; served: ServerModule }> {
  const inside = await cx.knowing(name);
  const served = servedIn(inside, name);
  return served?.module.offers('export') ? { inside, served } : refuse('badParameter', { name: 'module' });
}

export const transferCalls: Call[] = [
  defineCall({
    method: 'POST',
    path: `${base}/begin`,
    title: ['在后台导出列表', 'Export a list in the background'],
    body: {
      ...exportQuery,
      module: line(64, '模块', 'Name of the module'),
      conditions: {
        ...line(20_000, '查询条件与排序，写成查询串', 'Conditions and order of the list, as a query string'),
        default: '',
      },
    },
    answer: entry,
    permission: 'signedIn',
    async handle(cx, { input }) {
      const { inside, served } = await exporting(cx, input.module);
      return begin(inside, served, input, conditionsIn(input.conditions));
    },
  }),
  {
    method: 'GET',
    path: `${base}/list`,
    title: ['我的导出', 'One’s own exports'],
    answer: list(entry),
    permission: 'signedIn',
    handle: async (cx) => (await ownTransfers(cx, mostShown)).map((row) => shown(cx, row)),
  },
  defineCall({
    method: 'GET',
    path: `${base}/download`,
    title: ['下载导出的文件', 'The file of an export'],
    query: { id: id() },
    answer: 'file',
    permission: 'signedIn',
    async handle(cx, { input }) {
      const row = await found(cx, input.id);
      const attach = row.attachId === null ? undefined : await findAttach(cx, row.attachId);
      if (!attach) return refuse('transfer.noFileYet');
      const { inside, served } = await exporting(cx, row.module);
      await refuseUnexported(inside, served);
      await refuseOutseen(cx, row);
      const { format } = planOf(cx.deps, row);
      return { attach, format, name: row.fileName, place: await cx.deps.files.placeOf(cx, attach) };
    },
    send(made) {
      const { attach, format, name, place } = made as {
        attach: Attach;
        format: SheetFormat;
        name: string;
        place: Place;
      };
      return { name, contentType: contentTypes[format], parts: bytesOf(place, attach.size) };
    },
  }),
  defineCall({
    method: 'POST',
    path: `${base}/cancel`,
    title: ['取消导出', 'Cancel an export'],
    body: { id: id() },
    answer: done,
    permission: 'signedIn',
    async handle(cx, { input }) {
      await cancelTransfer(cx, (await found(cx, input.id)).id);
      return true;
    },
  }),
  defineCall({
    method: 'POST',
    path: `${base}/remove`,
    title: ['删除导出及其文件', 'Delete an export and its file'],
    body: { id: id() },
    answer: done,
    permission: 'signedIn',
    async handle(cx, { input }) {
      const row = await found(cx, input.id);
      if (isInMaking(row.state)) refuse('transfer.inMaking');
      await removeTransfers(cx, [row]);
      return true;
    },
  }),
  defineCall({
    method: 'POST',
    path: `${base}/again`,
    title: ['再次导出', 'Export once more'],
    body: { id: id() },
    answer: entry,
    permission: 'signedIn',
    async handle(cx, { input }) {
      const row = await found(cx, input.id);
      const { query, ...plan } = planOf(cx.deps, row);
      const { inside, served } = await exporting(cx, row.module);
      return begin({ ...inside, language: plan.language }, served, plan, query);
    },
  }),
];
