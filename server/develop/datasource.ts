import { sql } from 'kysely';
import Type from 'typebox';
import { isEmpty, isId } from '../../contract/domain/values';
import { datasource, mostQuery } from '../../contract/modules/develop/datasource';
import { tenant } from '../../contract/modules/system/tenant';
import { platformTenant } from '../auth/rights';
import { writeAudit } from '../engine/audit/entries';
import { refuseMovedSecret } from '../engine/saving/storedSecret';
import { defineServerModule } from '../engine/serverModule';
import { type Call, defineCall } from '../kernel/call';
import type { Context } from '../kernel/context';
import { problemRefusal, Refusal, refuse } from '../kernel/errors';
import { id, line, list, nullable, shape, text } from '../kernel/schemas';
import { readAddress } from './sources/address';
import { oneOfFew, type SourceSettings, settingsOf, withSource } from './sources/open';
import { type Source, type SourceLimits, trialLimits } from './sources/source';

/** A transaction with the rights of the caller, checked anew. */
type Entitled = <T>(work: (cx: Context) => Promise<T>) => Promise<T>;

/** The source of a tenant, the only one that its people see; null for all, on the platform. */
async function ownSource(cx: Context): Promise<string | null> {
  if (cx.tenantId === platformTenant) return null;
  const [own] = await cx.rows(tenant).find({ tenantId: cx.tenantId });
  return own?.datasourceId ?? '0';
}

/**
 * Connects to a stored source and lets `work` read it, outside of any transaction: the other database may be slow.
 * Answers a refusal as a value, to be thrown by the call.
 */
export async function readSource<T>(
  entitled: Entitled,
  sourceId: string,
  work: (source: Source) => Promise<T>,
  how: { isQuery?: boolean; limits?: SourceLimits } = {},
): Promise<T | Refusal> {
  const found = await entitled(async (cx) => {
    const own = await ownSource(cx);
    const settings = own === null || own === sourceId ? await settingsOf(cx, sourceId) : undefined;
    return { settings, deps: cx.deps };
  });
  if (!found.settings) return new Refusal('notYours');
  const { settings, deps } = found;
  return oneOfFew(sourceId, () => withSource(deps, settings, work, how)).catch((error: unknown) => {
    if (error instanceof Refusal) return error;
    throw error;
  });
}
/** The result of `readSource` in a call's transaction. */
export function readOrRefused<T>(prepared: unknown): T {
  if (prepared instanceof Refusal) throw prepared;
  return prepared as T;
}

/** Where a connection goes, and as whom. */
const places = ['driverClass', 'url', 'username'] as const;

function refuseMoved(stored: Pick<SourceSettings, (typeof places)[number]>, next: typeof stored): void {
  refuseMovedSecret('password', 'datasource.passwordAgain', places, { ...stored }, { ...next });
}

/** Tries a draft before it is saved; what the body leaves out counts as it is stored. */
async function tryDraft(body: Record<string, unknown>, entitled: Entitled): Promise<Refusal | undefined> {
  const { deps, stored } = await entitled(async (cx) => ({
    deps: cx.deps,
    stored: isId(body.id) ? await settingsOf(cx, body.id) : undefined,
  }));
  const settings = Object.fromEntries(
    [...places, 'password' as const].map((name) => {
      const sent = isEmpty(body[name]) ? '' : String(body[name]);
      return [name, name === 'password' ? sent : body[name] === undefined ? (stored?.[name] ?? '') : sent.trim()];
    }),
  ) as unknown as SourceSettings;
  if (settings.url === '' || settings.username === '') return undefined; // refused by their fields
  if (settings.password === '' && !stored) return undefined; // refused below
  try {
    if (settings.password === '' && stored) {
      refuseMoved(stored, settings);
      settings.password = stored.password;
    }
    await oneOfFew(settings.url, () => withSource(deps, settings, async () => undefined, { limits: trialLimits }));
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

const tableSchema = shape({ name: text(), comment: text(), isView: Type.Boolean() });
const columnSchema = shape({
  name: text(),
  type: text(),
  comment: text(),
  isKey: Type.Boolean(),
  isRequired: Type.Boolean(),
  length: nullable(Type.Integer()),
  scale: nullable(Type.Integer()),
});

const calls: Call[] = [
  defineCall({
    method: 'GET',
    path: datasource.url('select'),
    title: ['可选数据源', 'Data sources to choose from'],
    answer: list(shape({ id: id(), name: text() })),
    permission: ['tenant_datasource', 'datasource'],
    async handle(cx) {
      const own = await ownSource(cx);
      const found = cx.trx.selectFrom('sys_datasource').select(['id', 'name']).where('is_deleted', '=', 0);
      return (own === null ? found : found.where('id', '=', own)).orderBy('id').execute();
    },
  }),
  defineCall({
    method: 'GET',
    path: datasource.url('tables'),
    title: ['数据源的表与视图', 'Tables and views of a data source'],
    query: { id: id() },
    answer: list(tableSchema),
    permission: 'datasource_browse',
    prepare: ({ input }, entitled) => readSource(entitled, input.id, (source) => source.tables()),
    handle: async (_cx, { prepared }) => readOrRefused(prepared),
  }),
  defineCall({
    method: 'GET',
    path: datasource.url('columns'),
    title: ['数据源中一张表的列', 'Columns of a table of a data source'],
    query: { id: id(), table: line(128) },
    answer: list(columnSchema),
    permission: 'datasource_browse',
    prepare: ({ input }, entitled) => readSource(entitled, input.id, (source) => source.columns(input.table)),
    async handle(_cx, { input, prepared }) {
      const found = readOrRefused<unknown[]>(prepared);
      return found.length > 0 ? found : refuse('datasource.noTable', { name: input.table });
    },
  }),
  defineCall({
    method: 'POST',
    path: datasource.url('query'),
    title: ['只读查询', 'A read-only query'],
    body: { id: id(), text: line(mostQuery, 'SELECT 语句', 'A single SELECT') },
    answer: shape({
      columns: list(text()),
      rows: list(list(nullable(text()))),
      isCut: Type.Boolean(),
    }),
    permission: 'datasource_query',
    prepare: ({ input }, entitled) =>
      readSource(entitled, input.id, (source) => source.query(input.text), { isQuery: true }),
    async handle(cx, { input, prepared }) {
      const row = (await cx.rows(datasource).get(input.id)) ?? refuse('notYours');
      const answer = readOrRefused(prepared);
      writeAudit(cx, datasource, row, [], { action: 'query', reason: input.text.slice(0, 500) });
      return answer;
    },
  }),
];

export default defineServerModule(datasource, {
  table: 'sys_datasource',
  unique: [['name']],
  async where(cx) {
    const own = await ownSource(cx);
    return own === null ? sql<boolean>`true` : sql<boolean>`id = ${own}`;
  },
  preparing: ({ body }, entitled) => tryDraft(body, entitled),

  async saving(next, cx, before, prepared) {
    readAddress(next.driverClass, next.url);
    if (prepared instanceof Refusal) throw prepared;
    if (!before && !next.password) throw problemRefusal(datasource, 'password', 'required', cx.language);
    // Another person may have moved it since it was tried.
    if (before && !next.password) refuseMoved(before, next);
    return next.password ? { password: cx.deps.secrets.seal(next.password) } : undefined;
  },

  actions: {
    test: {
      preparing: async ({ ids }, entitled) =>
        ids.length === 1
          ? readSource(entitled, ids[0]!, (source) => source.tables(), { limits: trialLimits })
          : new Refusal('badParameter', { name: 'ids' }),
      async run(_cx, _rows, { prepared }) {
        readOrRefused(prepared);
      },
    },
  },
  calls,
});
