/** The calls of a module, as its declaration and its rules make them. Route, rule, write: there is no fourth layer. */
import { isEmpty } from '../../contract/domain/values';
import type { Module } from '../../contract/schema/module';
import { type Asked, type Call, needId } from '../kernel/call';
import type { Context } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { actionCalls } from './actions';
import { historyOf } from './audit';
import { choiceCalls } from './choices';
import { removeRecords } from './removal';
import { alikeOf, saveRecord } from './saving';
import { present, presentAll, type ServerModule } from './serverModule';
import { treeCalls, withParentName } from './trees';

type Share = Pick<Call, 'acrossTenants' | 'writesPlatform'>;

/** Lists, single looks and histories. */
function readingCalls(served: ServerModule, reads: Share): Call[] {
  const { module, rules } = served;
  const { url } = module;
  const calls: Call[] = [];
  if (module.tree) calls.push(...treeCalls(served).map((call) => ({ ...call, ...reads })));
  if (module.offers('list') && (!module.tree || module.tree.isPaged))
    calls.push({
      ...reads,
      method: 'GET',
      path: url('list'),
      permission: module.permission('list'),
      async handle(cx, { params }) {
        const page = await cx.rows(module).page(params);
        return { ...page, records: await presentAll(served, cx, page.records) };
      },
    });
  if (!module.offers('detail')) return calls;
  calls.push({
    ...reads,
    method: 'GET',
    path: url('detail'),
    permission: module.permission('detail'),
    async handle(cx, { params }) {
      const id = needId({ id: params.id || (rules.key && params[rules.key]) });
      const row = (await cx.rows(module).get(id)) ?? refuse('notFound');
      return withParentName(cx, served, await present(served, cx, row));
    },
  });
  calls.push({
    ...reads,
    method: 'GET',
    path: url('history'),
    permission: module.permission('detail'),
    async handle(cx, { params }) {
      const id = needId(params);
      if (!(await cx.rows(module).get(id))) refuse('notFound');
      return historyOf(cx, id);
    },
  });
  return calls;
}

/** Saving and removing. */
function writingCalls(served: ServerModule, reads: Share, writes: Share): Call[] {
  const { module, rules } = served;
  const { url } = module;
  const calls: Call[] = [];
  const save = (cx: Context, asked: Asked) => saveRecord(cx, served, asked);
  const prepare = rules.preparing ? { prepare: rules.preparing } : {};
  // What is asked decides, not which call asked it: `submit` with an id is an update.
  const permission = ({ body }: Asked) => module.permission(isEmpty(body.id) ? 'add' : 'update');
  const codes = [module.permission('add'), module.permission('update')];
  if (module.offers('add'))
    calls.push({ ...writes, ...prepare, method: 'POST', path: url('add'), permission, codes, handle: save });
  if (module.offers('update') && url('update') !== url('add'))
    calls.push({
      ...writes,
      ...prepare,
      method: 'POST',
      path: url('update'),
      permission: module.permission('update'),
      handle: (cx, asked) => {
        if (isEmpty(asked.body.id)) refuse('missingParameter', { name: 'id' });
        return save(cx, asked);
      },
    });
  if (module.alike)
    calls.push({
      ...reads,
      method: 'POST', // in a body: what is compared names people
      path: url('alike'),
      permission: codes,
      handle: (cx, { body }) => alikeOf(cx, module, body),
    });
  if (module.offers('remove'))
    calls.push({
      ...writes,
      method: 'POST',
      path: url('remove'),
      permission: module.permission('remove'),
      handle: (cx, { params }) => removeRecords(cx, served, params),
    });
  return calls;
}

/** All calls of one module; `all` are the modules that may point to it. */
export function callsOf(served: ServerModule, all: readonly Module[]): Call[] {
  const { module, rules } = served;
  const reads: Share = module.acrossTenants ? { acrossTenants: true } : {};
  const writes: Share = { ...reads, ...(module.scope === 'platform' ? { writesPlatform: true } : {}) };
  const calls = [
    ...readingCalls(served, reads),
    ...choiceCalls(served, all),
    ...writingCalls(served, reads, writes),
    ...actionCalls(served),
  ];
  const own = rules.calls ?? [];
  // A module's own answer to a call stands instead of the usual one.
  const isOwn = ({ method, path }: Call) => own.some((call) => call.method === method && call.path === path);
  return [...calls.filter((call) => !isOwn(call)), ...own];
}
