import { cents, isMoney, yuan } from '../../contract/domain/money';
import { isEmpty } from '../../contract/domain/values';
import { initialDraft } from '../../contract/schema/fields';
import { maskIdentity } from '../../contract/schema/mask';
import { problemText } from '../../contract/schema/messages';
import type { Module, Row } from '../../contract/schema/module';
import { judge, type Problems } from '../../contract/schema/validate';
import { type Asked, type Call, defineCall, wordsOf } from '../kernel/call';
import type { Context, Rows } from '../kernel/context';
import { byName } from '../kernel/database';
import { Refusal, refuse } from '../kernel/errors';
import { isStoredId } from '../kernel/ids';
import { done, id, ids, optional } from '../kernel/schemas';
import { columnOf } from '../kernel/table';
import { historyOf } from './audit';
import { savedSchema, schemasOf, sharedSchemas, titlesOf } from './callSchemas';
import { hasWord } from './dictionaryWords';
import { hiddenFields } from './scopes';
import { present, type ServerModule } from './serverModule';
import { checkLeaves, checkPlace, treeCalls, withParentName } from './trees';
import { takenRefusal } from './uniqueness';

/** What a body may say: declared fields that are not the server's own. A masked secret sent back means "unchanged". */
const draftOf = (
  { fields }: Module,
  body: Record<string, unknown>,
  before: Row | undefined,
  hidden: ReadonlySet<string>,
) => {
  const draft: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = body[name];
    if (field.derived || hidden.has(name) || value === undefined || value === null) continue;
    if (field.kind === 'secret' && value === '') continue; // left empty: what is there stays
    if (typeof value === 'object') refuse('badParameter', { name }); // no kind of field holds a list or an object
    if (field.kind === 'identity' && before && value === maskIdentity(String(before[name] ?? ''))) continue;
    // A field that starts with a value is never without one: emptied, it starts again.
    draft[name] = value === '' && !field.required ? (field.initial ?? value) : normal(field.kind, value);
  }
  return draft;
};

/** Clients of the family send numbers as strings and decimals as numbers; one shape reaches the judge and the table. */
const normal = (kind: string, value: unknown): unknown => {
  if (kind === 'money') return isMoney(value) ? yuan(cents(value)) : value;
  if (typeof value === 'string') {
    if (['integer', 'choice', 'dict', 'flag'].includes(kind) && /^-?\d{1,15}$/.test(value)) return Number(value);
    return kind === 'text' ? value.trim() : value;
  }
  const isText = ['rate', 'ref', 'refs', 'text', 'longText'].includes(kind);
  return isText && typeof value === 'number' && Number.isFinite(value) ? String(value) : value;
};

/** Keys that the tenant's dictionaries do not hold: the judge, which knows no tenant, lets them pass. */
const unknownWords = async (cx: Context, { fields }: Module, draft: Record<string, unknown>): Promise<Problems> => {
  const problems: Problems = {};
  for (const [name, value] of Object.entries(draft)) {
    const code = fields[name]?.dict;
    if (code && !isEmpty(value) && !(await hasWord(cx, code, value))) problems[name] = 'notAChoice';
  }
  return problems;
};

/** Records that are named as alike, a field. */
const mostAlike = 3;

/** Which record a body means, and which state of it: as texts, whatever a client sends. */
const meant = ({ id, version, updateTime }: Record<string, unknown>) =>
  wordsOf({ params: {}, body: { id, version, updateTime } });

/** Rows that carry money change only for those who saw their latest state. */
const checkVersion = ({ isVersioned }: Module, before: Row, body: Record<string, unknown>) => {
  const { version, updateTime } = meant(body);
  if (version) {
    if (Number(version) !== before.version) refuse('stale');
  } else if (updateTime) {
    if (updateTime !== before.updateTime) refuse('stale');
  } else if (isVersioned) refuse('versionMissing');
};

/** The first field whose value another row has already. What a row has stays its own, whoever else has it. */
const takenField = async (
  cx: Context,
  { module, unique = [], alike: names = [] }: ServerModule,
  next: Row,
  before: Row | undefined,
): Promise<string | undefined> => {
  const rows = cx.rows(module) as unknown as Rows<Row>;
  const isNew = (name: string) => !isEmpty(next[name]) && next[name] !== before?.[name];
  const changed = unique.filter((set) => set.some(isNew));
  const alike = names.filter(isNew);
  if (changed.length + alike.length === 0) return undefined;
  // Two who look at the same moment would both find it free.
  await cx.exclusive(`unique ${module.name}`, module.scope);
  for (const set of changed) {
    const where = Object.fromEntries(set.map((name) => [name, next[name]]));
    if (Object.values(where).some(isEmpty)) continue;
    if (await rows.has(where, next.id)) return set.at(-1);
  }
  for (const name of alike) if (await rows.hasAlike(name, String(next[name]), next.id)) return name;
  return undefined;
};

/** What is wrong between fields; what a record already holds is not judged again when something else changes. */
const problemsBetween = (cx: Context, { judging }: Module, next: Row, before: Row | undefined): Problems =>
  Object.fromEntries(
    Object.entries(judging?.(next, cx.today) ?? {}).filter(([name]) => !before || before[name] !== next[name]),
  );

/** Other records that hold a value which two rarely share; one that the person may not see is told without its id and name. */
const alikeOf = async (cx: Context, module: Module, body: Record<string, unknown>) => {
  const rows = cx.rows(module);
  const hidden = await hiddenFields(cx, module);
  const title = module.naming?.title ?? 'id';
  const found: { field: string; id: string | null; title: string | null }[] = [];
  for (const field of module.alike ?? []) {
    const value = body[field];
    if (isEmpty(value) || hidden.has(field)) continue;
    if (typeof value !== 'string') return refuse('badParameter', { name: field });
    const { id: own } = meant(body);
    for (const other of (await rows.find({ [field]: value.trim() }))
      .filter(({ id }) => id !== own)
      .slice(0, mostAlike)) {
      const seen = (await rows.get(other.id)) as Row | undefined;
      found.push({
        field,
        id: seen?.id ?? null,
        title: seen && !hidden.has(title) ? String(seen[title] ?? '') : null,
      });
    }
  }
  return found;
};

/** What belongs to a record goes with it, also what the person does not see of it: links to its files die then, too. */
const removeParts = async (cx: Context, { name }: Module, doomed: readonly { id: string }[]): Promise<void> => {
  if (doomed.length === 0) return;
  for (const part of cx.partsOf(name)) {
    const owner = part.module.belongsTo!;
    const column = columnOf(part, owner);
    const owners: { owner: string }[] = await byName(cx.trx)
      .selectFrom(part.table)
      .select(`${column} as owner`)
      .distinct()
      .where('tenant_id', '=', cx.tenantId)
      .where('is_deleted', '=', 0)
      .where(
        column,
        'in',
        doomed.map(({ id }) => id),
      )
      .execute();
    const rows = cx.rows(part.module) as unknown as Rows<Row>;
    for (const one of owners) {
      const parts = await rows.find({ [owner]: one.owner });
      await removeParts(cx, part.module, parts);
      await rows.remove(parts);
    }
  }
};

const withoutSecrets = ({ fields }: Module, draft: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(draft).filter(([name]) => fields[name]?.kind !== 'secret'));

/** The calls of one module. Route, rule, write: there is no fourth layer. */
export const callsOf = (served: ServerModule): Call[] => {
  const { module, rules } = served;
  const { url } = module;
  const calls: Call[] = [];
  const reads: Partial<Call> = module.acrossTenants ? { acrossTenants: true } : {};
  const writes: Partial<Call> = { ...reads, ...(module.scope === 'platform' ? { writesPlatform: true } : {}) };
  const schemas = schemasOf(module);
  const titles = titlesOf(module);
  const saves = { describes: { body: schemas.draft }, answer: savedSchema(served) };

  const save = async (cx: Context, { body, prepared }: Asked) => {
    const rows = cx.rows(module);
    const id = isEmpty(body.id) ? undefined : meant(body).id;
    if (id !== undefined && !isStoredId(id)) refuse('badParameter', { name: 'id' });
    const before = id ? ((await rows.lock([id]))[0] as Row | undefined) : undefined;
    if (id && !before) refuse('notYours');
    if (before) checkVersion(module, before, body);
    const draft = draftOf(module, body, before, await hiddenFields(cx, module));
    const initial = before ? {} : initialDraft(module.fields);
    const next = { ...initial, ...before, ...draft } as Row;
    const problems = {
      ...judge(module.fields, next),
      ...problemsBetween(cx, module, next, before),
      ...(await unknownWords(cx, module, draft)),
    };
    const taken = await takenField(cx, served, next, before);
    if (taken && !problems[taken]) problems[taken] = 'taken';
    const [first] = Object.entries(problems);
    if (first && first[0] === taken && first[1] === 'taken')
      throw takenRefusal(served, taken, next[taken], cx.language, problems);
    if (first)
      throw new Refusal('invalid', { text: problemText(module.fields[first[0]]!, first[1], cx.language) }, problems);
    if (module.tree) await checkPlace(cx, served, next, before);
    const own = (await rules.saving?.(next as never, cx, before as never, prepared)) ?? {};
    const change = { ...(before ? {} : initial), ...withoutSecrets(module, draft), ...own };
    const row = (before ? await rows.update(before as never, change) : await rows.insert(change)) as Row;
    await rules.saved?.(row as never, cx, before as never);
    // The whole record, so that a client need not ask for the id and version it just made.
    const shown = await present(served, cx, ((await rows.get(row.id)) ?? row) as Row);
    return rules.answering?.(shown, prepared) ?? shown;
  };
  const prepare = rules.preparing ? { prepare: rules.preparing } : {};

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
        return { ...page, records: await Promise.all(page.records.map((row) => present(served, cx, row))) };
      },
    });
  if (module.offers('detail')) {
    const { key } = rules;
    calls.push(
      defineCall({
        ...reads,
        method: 'GET',
        path: url('detail'),
        title: titles.detail,
        query: { id: optional(id()), ...(key ? { [key]: optional(id()) } : {}) },
        answer: schemas.detail,
        permission: module.permission('detail'),
        async handle(cx, { input }) {
          const { [key ?? 'id']: named, id = named } = input as Record<string, string | undefined>;
          const row =
            (await cx.rows(module).get(id ?? refuse('missingParameter', { name: 'id' }))) ?? refuse('notFound');
          return withParentName(cx, served, await present(served, cx, row));
        },
      }),
      defineCall({
        ...reads,
        method: 'GET',
        path: url('history'),
        title: titles.history,
        query: { id: id() },
        answer: sharedSchemas.history,
        permission: module.permission('detail'),
        async handle(cx, { input }) {
          if (!(await cx.rows(module).get(input.id))) refuse('notFound');
          return historyOf(cx, input.id);
        },
      }),
    );
  }
  // What is asked decides, not which call asked it: `submit` with an id is an update.
  const permission = ({ body }: Pick<Asked, 'body'>) => module.permission(isEmpty(body.id) ? 'add' : 'update');
  const codes = [module.permission('add'), module.permission('update')];
  if (module.offers('add'))
    calls.push({
      ...{ ...writes, ...prepare, ...saves },
      method: 'POST',
      path: url('add'),
      title: titles.save,
      permission,
      codes,
      handle: save,
    });
  if (module.offers('update') && url('update') !== url('add'))
    calls.push({
      ...{ ...writes, ...prepare, ...saves },
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
      method: 'POST', // in a body: what is compared names people
      path: url('alike'),
      title: titles.alike,
      describes: { body: schemas.draft },
      answer: sharedSchemas.alike,
      permission: [module.permission('add'), module.permission('update')],
      handle: (cx, { body }) => alikeOf(cx, module, body),
    });
  if (module.offers('remove'))
    calls.push(
      defineCall({
        ...writes,
        method: 'POST',
        path: url('remove'),
        title: titles.remove,
        query: { ids: optional(ids()), id: optional(ids()) },
        answer: done,
        permission: module.permission('remove'),
        async handle(cx, { input }) {
          const chosen = input.ids ?? input.id ?? refuse('nothingChosen');
          const rows = await cx.rows(module).lock(chosen);
          if (rows.length !== chosen.length) refuse('notYours'); // all or nothing: a foreign id stops the whole batch
          if (module.tree) await checkLeaves(cx, served, rows);
          await rules.removing?.(rows, cx);
          await removeParts(cx, module, rows);
          await cx.rows(module).remove(rows);
          return true;
        },
      }),
    );
  const own = rules.calls ?? [];
  // A module's own answer to a call stands instead of the usual one.
  const isOwn = ({ method, path }: Call) => own.some((call) => call.method === method && call.path === path);
  return [...calls.filter((call) => !isOwn(call)), ...own];
};
