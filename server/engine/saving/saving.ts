/** Adding and changing a record: what is checked, in which order, before it is written. */
import { isEmpty } from '../../../contract/domain/values';
import { asStored } from '../../../contract/schema/asStored';
import { initialDraft } from '../../../contract/schema/fields';
import { problemText } from '../../../contract/schema/messages';
import { type Module, type Row, referencesOf } from '../../../contract/schema/module';
import { isSecretIn } from '../../../contract/schema/secretCodes';
import { hasMask } from '../../../contract/schema/secretMembers';
import { judge, type Problems } from '../../../contract/schema/validate';
import { type CallRequest, paramsOf } from '../../kernel/call';
import type { Context, Rows } from '../../kernel/context';
import { Refusal, refuse } from '../../kernel/errors';
import { isStoredId } from '../../kernel/ids';
import { missingReferences, refuseNotOffered } from '../references';
import { hiddenFields } from '../rights/scopes';
import { present, type ServerModule } from '../serverModule';
import { checkPlace } from '../trees';
import { draftOf, unknownKeys, withStoredHtml } from './drafts';
import { takenRefusal } from './uniqueness';

/** The id and version that a body names, as texts, whatever type a client sends. */
export function meant({ id, version, updateTime }: Record<string, unknown>) {
  return paramsOf({ params: {}, body: { id, version, updateTime } });
}

/** Rows that carry money are changed only by callers who saw their latest version. */
export function checkVersion(
  { isVersioned }: Pick<Module, 'isVersioned'>,
  before: object,
  body: Record<string, unknown>,
) {
  const { version, updateTime } = meant(body);
  const held = before as { version?: unknown; updateTime?: unknown };
  if (version) {
    if (Number(version) !== held.version) refuse('stale');
  } else if (updateTime) {
    if (updateTime !== held.updateTime) refuse('stale');
  } else if (isVersioned) refuse('versionMissing');
}

/** The first field whose value another row has. A row may keep its own value, even a duplicate. */
async function takenField(
  cx: Context,
  { module, unique = [], alike: names = [] }: ServerModule,
  next: Row,
  before: Row | undefined,
): Promise<string | undefined> {
  const rows = cx.rows(module) as unknown as Rows<Row>;
  const isNew = (name: string) => !isEmpty(next[name]) && next[name] !== before?.[name];
  const changed = unique.filter((set) => set.some(isNew));
  const alike = names.filter(isNew);
  if (changed.length + alike.length === 0) return undefined;
  // Two concurrent transactions would both find it free.
  await cx.exclusive(`unique ${module.name}`, module.scope);
  for (const set of changed) {
    const where = Object.fromEntries(set.map((name) => [name, next[name]]));
    if (Object.values(where).some(isEmpty)) continue;
    if (await rows.has(where, next.id)) return set.at(-1);
  }
  for (const name of alike) if (await rows.hasAlike(name, String(next[name]), next.id)) return name;
  return undefined;
}

/** Problems between fields; unchanged values are not checked again. */
function problemsBetween(cx: Context, { judging }: Module, next: Row, before: Row | undefined): Problems {
  return Object.fromEntries(
    Object.entries(judging?.(next, cx.today) ?? {}).filter(([name]) => !before || before[name] !== next[name]),
  );
}

function withoutSecrets({ fields }: Module, draft: Record<string, unknown>) {
  return Object.fromEntries(Object.entries(draft).filter(([name]) => fields[name]?.kind !== 'secret'));
}

/** A body that may be written: the values for its row, and the row that they change. */
async function judged(
  cx: Context,
  served: ServerModule,
  { body, prepared }: Pick<CallRequest, 'body' | 'prepared'>,
): Promise<{ before: Row | undefined; change: Record<string, unknown>; next: Row }> {
  const { module, rules } = served;
  const rows = cx.rows(module);
  const id = isEmpty(body.id) ? undefined : meant(body).id;
  if (id !== undefined && !rules.key && !isStoredId(id)) refuse('badParameter', { name: 'id' });
  const before = id ? ((await rows.lock([id]))[0] as Row | undefined) : undefined;
  if (id && !before) refuse('notYours');
  if (before) checkVersion(module, before, body);
  const draft = await withStoredHtml(cx, module, draftOf(module, body, before, await hiddenFields(cx, module)), before);
  const initial = before ? {} : initialDraft(module.fields);
  const next = { ...initial, ...before, ...draft } as Row;
  const problems: Problems = {
    ...judge(module.fields, next),
    ...problemsBetween(cx, module, next, before),
    ...(await unknownKeys(cx, module, draft)),
  };
  // Under another name, a secret that is not entered again would be read.
  for (const [name, field] of Object.entries(module.fields))
    if (before && isSecretIn(field, before) && !isSecretIn(field, next) && draft[name] === undefined)
      problems[name] ??= 'required';
    else if (field.holdsSecrets && typeof draft[name] === 'string' && hasMask(draft[name]))
      problems[name] ??= 'secretAgain';
  for (const [name, problem] of Object.entries(await missingReferences(cx, module, next, before)))
    problems[name] ??= problem;
  const taken = await takenField(cx, served, next, before);
  if (taken) problems[taken] ??= 'taken';
  const [first] = Object.entries(problems);
  if (first && first[0] === taken && first[1] === 'taken')
    throw takenRefusal(served, taken, next[taken], cx.language, problems);
  if (first)
    throw new Refusal('invalid', { text: problemText(module.fields[first[0]]!, first[1], cx.language) }, problems);
  await refuseNotOffered(cx, module, next, before);
  if (module.tree) await checkPlace(cx, served, next, before);
  const own = (await rules.saving?.(next as never, cx, before as never, prepared)) ?? {};
  const change = { ...(before ? {} : initial), ...withoutSecrets(module, draft), ...own };
  return { before, change, next: { ...next, ...own } };
}

/** As the row will be read: a blank is no value. */
function withoutBlanks(row: Row): Row {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, isEmpty(value) ? null : value])) as Row;
}

/** What a body says of the fields of a module, to be written once others have agreed. */
function keptOf({ fields }: Module, body: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name in fields));
}

/**
 * Write a body as a new record or over an existing one, and answer the row as it is stored. Where others decide on it first,
 * nothing is written, and the answer is the record as it was, or as it will be added. `newId`: that of a new record.
 */
export async function writeRecord(
  cx: Context,
  served: ServerModule,
  asked: Pick<CallRequest, 'body' | 'prepared'>,
  newId?: string,
): Promise<Row> {
  const { module, rules } = served;
  const rows = cx.rows(module);
  const { before, change, next } = await judged(cx, served, asked);
  if (rules.waiting) {
    const id = before?.id ?? newId ?? cx.deps.newId();
    const input = { verb: before ? 'update' : 'add', body: keptOf(module, asked.body) } as const;
    const given = withoutBlanks({ ...next, id });
    if (await rules.waiting({ id, before: before as never, next: given as never, input }, cx)) return before ?? given;
    if (!before) change.id = id;
  }
  const row = (before ? await rows.update(before as never, change) : await rows.insert(change)) as Row;
  await served.rules.saved?.(row as never, cx, before as never);
  return row;
}

/**
 * Whether a new record of this kind can be judged before others of the same list are in the table: no rule of the
 * module reads them, and the body holds nothing that they might hold too.
 */
export function standsAlone(
  { module, rules, unique = [], alike = [] }: ServerModule,
  body: Record<string, unknown>,
): boolean {
  const compared = [...unique.flat(), ...alike];
  return (
    !((rules.saving && !rules.savesAlone) || rules.saved || rules.answering || module.tree) &&
    isEmpty(body.id) &&
    compared.every((name) => isEmpty(body[name])) &&
    !referencesOf(module).some(({ to }) => to === module.name)
  );
}

/** The values of a new record that stands alone, to be added with others. */
export async function newRecord(cx: Context, served: ServerModule, body: Record<string, unknown>) {
  return (await judged(cx, served, { body })).change;
}

/** The same, answered as the whole record, so that a client knows its new id and version. */
export async function saveRecord(cx: Context, served: ServerModule, asked: CallRequest): Promise<Row> {
  const row = await writeRecord(cx, served, asked);
  const shown = await present(served, cx, ((await cx.rows(served.module).get(row.id)) ?? row) as Row);
  return served.rules.answering?.(shown, asked.prepared) ?? shown;
}

/** Similar records that are named for each field. */
const mostAlike = 3;

/** Other records with a value that two rarely share; one that the person may not see is counted without id and name. */
export async function alikeOf(cx: Context, module: Module, body: Record<string, unknown>) {
  const rows = cx.rows(module);
  const hidden = await hiddenFields(cx, module);
  const title = module.chosen?.title ?? 'id';
  const found: { field: string; id: string | null; title: string | null }[] = [];
  for (const field of module.alike ?? []) {
    const value = body[field];
    if (isEmpty(value) || hidden.has(field)) continue;
    if (typeof value !== 'string') return refuse('badParameter', { name: field });
    const { id: own } = meant(body);
    for (const other of (await rows.find({ [field]: asStored(module.fields[field]!, value) }))
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
}
