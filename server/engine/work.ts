/** Makes the context of work inside a transaction of one tenant. */

import { sql } from 'kysely';
import { businessDate, dateTime } from '../../contract/domain/calendar';
import { sourceLanguage } from '../../contract/domain/languages';
import type { Label, Language } from '../../contract/domain/text';
import type { Module } from '../../contract/schema/module';
import type { Route } from '../kernel/call';
import type { Approvals, Context, Deps, Entry, Principal, Rows } from '../kernel/context';
import type { Trx } from '../kernel/database';
import type { Pointer, Table } from '../kernel/table';
import { writeHistory } from './audit/entries';
import { logEvents, noPlace } from './audit/events';
import { tellReader } from './called';
import { hasPermission } from './rights/permissions';
import { rowsOf } from './rows';

/** Tables of the modules by name; filled once by app.ts. */
export interface Registry extends ReadonlyMap<string, Table> {
  /** The calls that need a permission. */
  readonly routes: readonly Route[];
  /** Fields that point to the records of each module. */
  readonly pointers: ReadonlyMap<string, readonly Pointer[]>;
  /** Decisions of further people; without it every deed is done at once. */
  readonly approvals?: (cx: Context) => Approvals;
  /** Modules that tenants have published; without it there are none. */
  readonly registers?: Registers;
}

export interface Registers {
  /** Fields of the tenant's registers that point to records of a module. */
  pointingTo(cx: Context, module: string): Promise<readonly Pointer[]>;
  /** All registers of the tenant, also those that are not served any more. */
  all(cx: Context): Promise<readonly Table[]>;
  /** Titles of the tenant's registers of these names, as they were published last. */
  labels(cx: Context, modules: readonly string[]): Promise<ReadonlyMap<string, Label>>;
  /** The work, knowing the tenant's register of that name. */
  knowing(cx: Context, module: string): Promise<Context>;
}

const doneAtOnce: Approvals = {
  hold: async () => false,
  isForPeople: async () => false,
  needsOther: async () => false,
  needsOtherThan: async () => false,
  refuseOwn: async () => undefined,
  allAsked() {},
  isWaiting: async () => false,
  refusePending: async () => undefined,
  refuseNeeded: async () => undefined,
  holdVersion: async () => false,
  refuseVersions: async () => undefined,
  refuseOlder: async () => undefined,
};

interface Ground {
  tenantId: string;
  principal?: Principal;
  actor: string;
  language?: Language;
  requestId?: string;
  address?: string;
  later?: Context['later'];
  /** The person's deed was approved. */
  isApproved?: true;
}

/** Only work behind a call can leave later work: other work has no process to complete it. */
function noLater(): never {
  throw new Error('only a call can leave something for after its transaction');
}

/** Reads what each name stands for once in a work, and answers it from then on. */
function onceEach(): Context['remembered'] {
  const values = new Map<string, Promise<never>>();
  return (name, load) => {
    const value = values.get(name) ?? (load() as Promise<never>);
    values.set(name, value);
    return value;
  };
}

/** Make the context of work inside a transaction. */
export function contextOf(deps: Deps, registry: Registry, trx: Trx, { isApproved, ...ground }: Ground): Context {
  const now = deps.now();
  const cx: Context = {
    deps,
    trx,
    language: sourceLanguage,
    requestId: '',
    address: '',
    later: noLater,
    entries: [],
    written: [],
    kept: new Map(),
    ...ground,
    time: dateTime(now),
    today: businessDate(now),
    may: async (permission) => (ground.principal ? hasPermission(cx, ground.principal, [permission]) : true),
    remembered: onceEach(),
    exclusive: async (rule, of) => {
      const key = `${of ?? cx.tenantId} ${rule}`;
      await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
    },
    shared: async (rule, of) => {
      const key = `${of ?? cx.tenantId} ${rule}`;
      await sql`select pg_advisory_xact_lock_shared(hashtextextended(${key}, 0))`.execute(trx);
    },
    routes: registry.routes,
    onBehalfOf: (principal) => {
      const whose: Ground = { ...ground, principal, actor: principal.realName, isApproved: true };
      const theirs = contextOf(deps, registry, trx, whose);
      const { entries, written, kept, remembered } = cx;
      return Object.assign(theirs, { entries, written, kept, remembered });
    },
    approvals: doneAtOnce,
    tableOf: (module) => registry.get(module),
    foundTables: [...registry.values()].filter(({ module }) => module.found),
    entryTables: [...registry.values()].flatMap(({ entries = [] }) => entries),
    partsOf: (name) =>
      [...registry.values()].filter(
        ({ module: { belongsTo, fields } }) => belongsTo !== undefined && fields[belongsTo]?.to === name,
      ),
    pointersTo: (name) => registry.pointers.get(name) ?? [],
    registersTo: async (name) => (await registry.registers?.pointingTo(cx, name)) ?? [],
    registerTables: async () => (await registry.registers?.all(cx)) ?? [],
    registerLabels: async (names) => (await registry.registers?.labels(cx, names)) ?? new Map(),
    knowing: async (name) => (await registry.registers?.knowing(cx, name)) ?? cx,
    rows: <M extends Module>(module: M) => {
      const table = registry.get(module.name);
      if (!table) throw new Error(`module '${module.name}' is not served; add it to server/app.ts`);
      return rowsOf(table, cx) as Rows<never>;
    },
  };
  if (registry.approvals && !isApproved) cx.approvals = registry.approvals(cx);
  return cx;
}

/** Do the work, write the figures that are kept of its rows, then its history as the last statement of the transaction. */
export async function recorded<T>(cx: Context, work: (cx: Context) => Promise<T>): Promise<T> {
  const answer = await work(cx).catch(async (error) => {
    // A transaction that the database has ended answers no question: then the sentence tells nothing of records.
    await tellReader(cx, error).catch(() => undefined);
    throw error;
  });
  for (const [kept, ids] of cx.kept) await kept.write(cx, [...ids]);
  await writeHistory(cx);
  return answer;
}

/** Work of the system itself, or of a visitor with a ticket, inside one tenant. Its events are logged after the commit. */
export async function asSystem<T>(
  deps: Deps,
  registry: Registry,
  ground: Ground,
  work: (cx: Context) => Promise<T>,
): Promise<T> {
  let written: readonly Entry[] = [];
  const answer = await deps.db.withTenant(ground.tenantId, businessDate(deps.now()), async (trx) => {
    const cx = contextOf(deps, registry, trx, ground);
    const done = await recorded(cx, work);
    written = cx.written;
    return done;
  });
  const { tenantId, actor, requestId = '', address = '' } = ground;
  logEvents(deps, { tenantId, userId: null, name: actor }, { ...noPlace, requestId, remoteIp: address }, written);
  return answer;
}

/** A person for whom work is done, and the language they read; undefined where there is no such person any more. */
export type FindPerson = (trx: Trx) => Promise<{ principal: Principal; language: Language } | undefined>;

/** Work with the rights of a person who need not be there, inside their tenant. Undefined, and nothing is done, without
 *  the person, or where they have to change their password first. */
export function asPerson<T>(
  deps: Deps,
  registry: Registry,
  tenantId: string,
  find: FindPerson,
  work: (cx: Context) => Promise<T>,
): Promise<T | undefined> {
  return deps.db.withTenant(tenantId, businessDate(deps.now()), async (trx) => {
    const found = await find(trx);
    if (!found || found.principal.mustChangePassword) return undefined;
    return recorded(contextOf(deps, registry, trx, { tenantId, actor: found.principal.realName, ...found }), work);
  });
}
