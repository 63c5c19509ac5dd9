import {
  type DraftOf,
  isEmpty,
  judge,
  type Module,
  type Problems,
  problemText,
  type RecordOf,
  type Row,
} from '../contract/kit';
import { maskIdentity } from '../contract/mask';
import { cents, isMoney, yuan } from '../contract/money';
import type { Asked, Call } from './api';
import { needId, needIds, wordsOf } from './api';
import { historyOf } from './audit';
import type { Context } from './context';
import { Refusal, refuse } from './errors';
import type { Table } from './rows';
import { hasWord } from './system/dict';

/** The rules only one module has. Everything that is true of all modules stands in this file. */
export interface Rules<M extends Module> extends Omit<Table, 'module'> {
  /**
   * Before the write, inside its transaction: sees the record as it will be and may refuse, or return values that the
   * server sets itself (snapshots, derived fields).
   */
  saving?(next: RecordOf<M>, cx: Context, before: RecordOf<M> | undefined): Promise<DraftOf<M> | undefined>;
  /** After the write, still inside. */
  saved?(row: RecordOf<M>, cx: Context, before: RecordOf<M> | undefined): Promise<void>;
  /** Before rows go; may refuse. */
  removing?(rows: RecordOf<M>[], cx: Context): Promise<void>;
  /** A record on its way out: links, words, figures that are not stored. */
  showing?(row: RecordOf<M>, cx: Context): RecordOf<M> | Promise<RecordOf<M>>;
  /** Calls beyond list, detail, submit, update and remove. */
  calls?: Call[];
}
export interface Served extends Table {
  rules: Rules<any>;
}
export const serve = <M extends Module>(module: M, rules: Rules<M>): Served => ({ ...rules, module, rules });

const common = [
  'id',
  'tenantId',
  'createUser',
  'createDept',
  'createTime',
  'updateUser',
  'updateTime',
  'status',
  'isDeleted',
  'version',
];

/** A record as it leaves: declared fields only, identity numbers masked. */
export const present = async ({ module, rules }: Served, cx: Context, row: object): Promise<Row> => {
  const shown = (rules.showing ? await rules.showing(row as never, cx) : row) as Row;
  const out: Record<string, unknown> = {};
  for (const name of [...common, ...Object.keys(module.fields)]) {
    if (!(name in shown)) continue;
    const held = shown[name];
    out[name] = module.fields[name]?.kind === 'identity' && typeof held === 'string' ? maskIdentity(held) : held;
  }
  return out as Row;
};

/** What a body may say: declared fields that are not the server's own. A masked secret sent back means "unchanged". */
const draftOf = ({ fields }: Module, body: Record<string, unknown>, before: Row | undefined) => {
  const draft: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = body[name];
    if (field.derived || value === undefined || value === null) continue;
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
  const isText = ['rate', 'ref', 'text', 'longText'].includes(kind);
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

/** The calls of one module. Route, rule, write: there is no fourth layer. */
export const callsOf = (served: Served): Call[] => {
  const { module, rules } = served;
  const { url } = module;
  const calls: Call[] = [];

  const save = async (cx: Context, { body }: Asked) => {
    const rows = cx.rows(module);
    const id = isEmpty(body.id) ? undefined : needId(meant(body));
    const before = id ? ((await rows.lock([id]))[0] as Row | undefined) : undefined;
    if (id && !before) refuse('notYours');
    if (before) checkVersion(module, before, body);
    const draft = draftOf(module, body, before);
    const next = { ...before, ...draft } as Row;
    const problems = { ...judge(module.fields, next), ...(await unknownWords(cx, module, draft)) };
    const [first] = Object.entries(problems);
    if (first)
      throw new Refusal('invalid', { text: problemText(module.fields[first[0]]!, first[1], cx.language) }, problems);
    const own = (await rules.saving?.(next as never, cx, before as never)) ?? {};
    const row = (
      before ? await rows.update(before as never, { ...draft, ...own }) : await rows.insert({ ...draft, ...own })
    ) as Row;
    await rules.saved?.(row as never, cx, before as never);
    // The whole record, so that a client need not ask for the id and version it just made.
    return present(served, cx, ((await rows.get(row.id)) ?? row) as Row);
  };

  if (module.offers('list'))
    calls.push({
      method: 'GET',
      path: url('list'),
      permission: module.permission('list'),
      async handle(cx, { params }) {
        const page = await cx.rows(module).page(params);
        return { ...page, records: await Promise.all(page.records.map((row) => present(served, cx, row))) };
      },
    });
  if (module.offers('detail')) {
    calls.push({
      method: 'GET',
      path: url('detail'),
      permission: module.permission('detail'),
      async handle(cx, { params }) {
        const row = (await cx.rows(module).get(needId(params))) ?? refuse('notFound');
        return present(served, cx, row);
      },
    });
    calls.push({
      method: 'GET',
      path: url('history'),
      permission: module.permission('detail'),
      async handle(cx, { params }) {
        const id = needId(params);
        if (!(await cx.rows(module).get(id))) refuse('notFound');
        return historyOf(cx, id);
      },
    });
  }
  // What is asked decides, not which call asked it: `submit` with an id is an update.
  const permission = ({ body }: Asked) => module.permission(isEmpty(body.id) ? 'add' : 'update');
  if (module.offers('add')) calls.push({ method: 'POST', path: url('add'), permission, handle: save });
  if (module.offers('update') && url('update') !== url('add'))
    calls.push({
      method: 'POST',
      path: url('update'),
      permission: module.permission('update'),
      handle: (cx, asked) => {
        if (isEmpty(asked.body.id)) refuse('missingParameter', { name: 'id' });
        return save(cx, asked);
      },
    });
  if (module.offers('remove'))
    calls.push({
      method: 'POST',
      path: url('remove'),
      permission: module.permission('remove'),
      async handle(cx, { params }) {
        if (isEmpty(params.ids)) refuse('nothingChosen');
        const ids = needIds(params);
        const rows = await cx.rows(module).lock(ids);
        if (rows.length !== ids.length) refuse('notYours'); // all or nothing: a foreign id stops the whole batch
        await rules.removing?.(rows, cx);
        await cx.rows(module).remove(rows);
        return true;
      },
    });
  return [...calls, ...(rules.calls ?? [])];
};
