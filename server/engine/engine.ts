/** The calls of a module, made from its declaration and its rules. Route, rule, write: there is no fourth layer. */
import { isEmpty } from '../../contract/domain/values';
import type { Module } from '../../contract/schema/module';
import { type Call, type CallRequest, defineCall } from '../kernel/call';
import type { Context } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { done, id, ids, optional, recordCode, recordCodes } from '../kernel/schemas';
import { actionCalls } from './actions';
import { historyOf } from './audit/entries';
import { savedSchema, schemasOf, sharedSchemas, titlesOf, viewsSchema } from './callSchemas';
import { choiceCalls } from './choices';
import { viewCounts } from './lists/views';
import { removeRecords } from './removal';
import { alikeOf, saveRecord } from './saving/saving';
import { present, presentAll, type ServerModule } from './serverModule';
import { exportCalls } from './transfer/exportCalls';
import { importCalls } from './transfer/importCalls';
import { treeCalls, withParentName } from './trees';

type Share = Pick<Call, 'acrossTenants' | 'writesPlatform'>;

/** Lists, details and histories. */
function readingCalls(served: ServerModule, reads: Share): Call[] {
  const { module, rules } = served;
  const { url } = module;
  const calls: Call[] = [];
  const schemas = schemasOf(module);
  const titles = titlesOf(module);
  if (module.tree) calls.push(...treeCalls(served).map((call) => ({ ...call, ...reads })));
  if (module.offers('list') && (!module.tree || module.tree.isPaged))
    calls.push({
      ...reads,
      method: 'GET',
      path: url('list'),
      title: titles.list,
      describes: { query: schemas.conditions },
      answer: schemas.page,
      permission: module.permission('list'),
      async handle(cx, { params }) {
        const page = await cx.rows(module).page(params);
        return { ...page, records: await presentAll(served, cx, page.records, 'list') };
      },
    });
  if (module.views)
    calls.push({
      ...reads,
      method: 'GET',
      path: url('views'),
      isDear: true,
      title: titles.views,
      answer: viewsSchema(Object.keys(module.views)),
      permission: module.permission('list'),
      handle: (cx) => viewCounts(cx, module),
    });
  if (!module.offers('detail')) return calls;
  const { key } = rules;
  const detail = defineCall({
    ...reads,
    method: 'GET',
    path: url('detail'),
    title: titles.detail,
    query: key ? { id: optional(recordCode()), [key]: optional(recordCode()) } : { id: optional(id()) },
    answer: schemas.detail,
    permission: module.permission('detail'),
    async handle(cx, { input }) {
      const { [key ?? 'id']: named, id = named } = input as Record<string, string | undefined>;
      const row = (await cx.rows(module).get(id ?? refuse('missingParameter', { name: 'id' }))) ?? refuse('notFound');
      return withParentName(cx, served, await present(served, cx, row));
    },
  });
  const history = defineCall({
    ...reads,
    method: 'GET',
    path: url('history'),
    title: titles.history,
    query: { id: key ? recordCode() : id() },
    answer: sharedSchemas.history,
    permission: module.permission('detail'),
    async handle(cx, { input }) {
      if (!(await cx.rows(module).get(input.id))) refuse('notFound');
      return historyOf(cx, module, input.id);
    },
  });
  return module.keepsNoHistory ? [...calls, detail] : [...calls, detail, history];
}

/** Saving and removing. */
function writingCalls(served: ServerModule, reads: Share, writes: Share): Call[] {
  const { module, rules } = served;
  const { url } = module;
  const calls: Call[] = [];
  const save = (cx: Context, asked: CallRequest) => saveRecord(cx, served, asked);
  const prepare = rules.preparing ? { prepare: rules.preparing } : {};
  const schemas = schemasOf(module);
  const titles = titlesOf(module);
  const saves = { ...writes, ...prepare, describes: { body: schemas.draft }, answer: savedSchema(served) };
  // The body decides the permission, not the call's name: `submit` with an id is an update.
  const permission = ({ body }: Pick<CallRequest, 'body'>) => module.permission(isEmpty(body.id) ? 'add' : 'update');
  const codes = [module.permission('add'), module.permission('update')];
  // An address may be that of several verbs.
  const waits = (path: string) =>
    module.mayWait?.some((verb) => url(verb) === path) ? { foretells: true as const } : {};
  if (module.offers('add'))
    calls.push({
      ...saves,
      ...waits(url('add')),
      method: 'POST',
      path: url('add'),
      title: titles.save,
      permission,
      codes,
      handle: save,
    });
  if (module.offers('update') && url('update') !== url('add'))
    calls.push({
      ...saves,
      ...waits(url('update')),
      method: 'POST',
      path: url('update'),
      title: titles.update,
      permission: module.permission('update'),
      handle: (cx, asked) => {
        if (isEmpty(asked.body.id)) refuse('missingParameter', { name: 'id' });
        return save(cx, asked);
      },
    });
  if (module.alike)
    calls.push({
      ...reads,
      method: 'POST', // in a body: the compared values identify people
      path: url('alike'),
      title: titles.alike,
      describes: { body: schemas.draft },
      answer: sharedSchemas.alike,
      permission: codes,
      handle: (cx, { body }) => alikeOf(cx, module, body),
    });
  const many = rules.key ? recordCodes : ids;
  if (module.offers('remove'))
    calls.push(
      defineCall({
        ...writes,
        ...waits(url('remove')),
        method: 'POST',
        path: url('remove'),
        title: titles.remove,
        query: { ids: optional(many()), id: optional(many()) },
        answer: done,
        permission: module.permission('remove'),
        ...(rules.removesAsOwner ? { asOwner: true as const } : {}),
        handle: (cx, { input }) => removeRecords(cx, served, input.ids ?? input.id ?? refuse('nothingChosen')),
      }),
    );
  return calls;
}

/** All calls of one module; `all` are the modules that may point to it. */
export function callsOf(served: ServerModule, all: readonly Module[]): Call[] {
  const { module, rules } = served;
  if (rules.waiting && !module.mayWait)
    throw new Error(`the module '${module.name}' does not declare which of its writes may wait`);
  const reads: Share = module.acrossTenants ? { acrossTenants: true } : {};
  const writes: Share = { ...reads, ...(module.scope === 'platform' ? { writesPlatform: true } : {}) };
  const calls = [
    ...readingCalls(served, reads),
    ...choiceCalls(served, all),
    ...exportCalls(served),
    ...writingCalls(served, reads, writes),
    ...importCalls(served),
    ...actionCalls(served),
  ];
  const own = rules.calls ?? [];
  // A module's own call replaces the generic one.
  const isOwn = ({ method, path }: Call) => own.some((call) => call.method === method && call.path === path);
  return [...calls.filter((call) => !isOwn(call)), ...own];
}
