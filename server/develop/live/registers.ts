/** The registers of a tenant: read for each request, built once for each publication. */

import { sql } from 'kysely';
import { label } from '../../../contract/domain/text';
import { type Model, uniqueOf } from '../../../contract/schema/modelled';
import { referencesOf } from '../../../contract/schema/module';
import { registerModule } from '../../../contract/schema/register';
import { registerCode, registerName, registerPath } from '../../../contract/schema/registerName';
import { describeAsRegister } from '../../engine/callSchemas';
import { callsOf } from '../../engine/engine';
import { over } from '../../engine/registers/over';
import { defineServerModule, type ServerModule } from '../../engine/serverModule';
import type { Registers } from '../../engine/work';
import { type Call, codesOf, type Route } from '../../kernel/call';
import type { Context } from '../../kernel/context';
import type { Trx } from '../../kernel/database';
import { refuse } from '../../kernel/errors';
import { type RegisterColumn, registerTable } from '../../kernel/register/registerTable';
import type { Pointer } from '../../kernel/table';
import type { Tables } from '../../kernel/tables';
import { aboutBusiness } from '../business';
import { declarationCall } from './declaration';

export const registerStates = { served: 1, withdrawn: 2 } as const;

/** A register as it is stored. */
export interface Register {
  id: string;
  modelId: string;
  code: string;
  version: number;
  state: number;
  menuId: string;
  declaration: Model;
  columns: RegisterColumn[];
}
const stored = sql`id, model_id as "modelId", code, version, state, menu_id as "menuId", declaration, columns`;

export async function registerOfModel({ trx, tenantId }: Context, modelId: string): Promise<Register | undefined> {
  const { rows } = await sql<Register>`
    select ${stored} from live_register where tenant_id = ${tenantId} and model_id = ${modelId}`.execute(trx);
  return rows[0];
}
async function registerOfCode(trx: Trx, tenantId: string, code: string): Promise<Register | undefined> {
  const { rows } = await sql<Register>`
    select ${stored} from live_register
    where tenant_id = ${tenantId} and code = ${code} and state = ${registerStates.served}`.execute(trx);
  return rows[0];
}

/** A publication as it is served. */
export interface Live {
  served: ServerModule;
  /** By method and address, as `GET /list`. */
  calls: ReadonlyMap<string, Call>;
  routes: readonly Route[];
}

/** The lock that publishing takes alone, and every use of the register together with others. */
export function lockOf(code: string): string {
  return `register ${code}`;
}

/** Refuses work on another publication than the one that is served now; it stays served until the work ends. */
async function holdPublication(cx: Context, { code, version, id }: Register): Promise<void> {
  await cx.shared(lockOf(code));
  const { rows } = await sql<{ version: number; state: number }>`
    select version, state from live_register where tenant_id = ${cx.tenantId} and id = ${id}`.execute(cx.trx);
  const now = rows[0];
  if (now?.state !== registerStates.served) return refuse('register.withdrawn');
  if (now.version !== version) refuse('register.changed');
}

type Entitled = Parameters<NonNullable<Call['prepare']>>[1];

/** The engine's call, in work that knows the register. */
function liveCall(call: Call, register: Register, live: Pick<Live, 'served' | 'routes'>): Call {
  const inside = async (cx: Context) => {
    await holdPublication(cx, register);
    return over(cx, live.served, live.routes);
  };
  const knowing =
    (entitled: Entitled): Entitled =>
    (work) =>
      entitled(async (cx) => work(await inside(cx)));
  const { prepare, send } = call;
  return {
    ...call,
    pattern: patternOf(call.path, register.code),
    handle: async (cx, asked) => call.handle(await inside(cx), asked),
    ...(prepare ? { prepare: (asked, entitled) => prepare(asked, knowing(entitled)) } : {}),
    ...(send ? { send: (made, asked, entitled) => send(made, asked, knowing(entitled)) } : {}),
  };
}
/** The address of the same call of all registers. */
function patternOf(path: string, code: string): string {
  return `${registerPath}/:code${path.slice(registerPath.length + 1 + code.length)}`;
}

/** The engine's calls of a model, as a register has them. */
export function callsOfModel(declaration: Model, table: string): { served: ServerModule; calls: Call[] } {
  const module = registerModule(declaration);
  describeAsRegister(module);
  // No migration makes the table of a register: it is made when the register is put to use.
  const served = defineServerModule(module, {
    table: table as keyof Tables,
    unique: uniqueOf(declaration),
    madeOf: aboutBusiness(referencesOf(module)),
  });
  return { served, calls: callsOf(served, [module]) };
}

function build(register: Register): Live {
  const { declaration, version, id, code } = register;
  const { served, calls } = callsOfModel(declaration, registerTable(id));
  const all = [...calls, declarationCall(served.module, { model: declaration, version })];
  const routes: Route[] = [];
  const live = { served, routes };
  const own = all.map((call) => liveCall(call, register, live));
  for (const call of own) {
    const { method, path, pattern } = call;
    routes.push({ method, path, pattern, codes: codesOf(call) });
  }
  const at = ({ method, path }: Call) => `${method} ${path.slice(registerPath.length + 1 + code.length)}`;
  return { ...live, calls: new Map(own.map((call) => [at(call), call])) };
}

/** Publications that are kept built; the one that was used longest ago gives way. */
const mostBuilt = 300;
const built = new Map<string, Live>();

export function liveOf(tenantId: string, register: Register): Live {
  const key = [tenantId, register.id, register.code, register.version].join(' ');
  const live = built.get(key) ?? build(register);
  built.delete(key);
  built.set(key, live);
  if (built.size > mostBuilt) built.delete(built.keys().next().value!);
  return live;
}

/** The register that is served by that code in the tenant of this transaction. */
export async function liveAt(trx: Trx, tenantId: string, code: string): Promise<Live | undefined> {
  const register = await registerOfCode(trx, tenantId, code);
  return register && liveOf(tenantId, register);
}

/** What the engine asks of registers. Withdrawn ones keep their records, and so what these point to. */
export const registers: Registers = {
  async pointingTo(cx, module) {
    const { rows } = await sql<Register>`
      select ${stored} from live_register where tenant_id = ${cx.tenantId}
        and declaration @> ${JSON.stringify({ fields: [{ to: module }] })}::jsonb order by id`.execute(cx.trx);
    return rows.flatMap((register): Pointer[] => {
      const { served } = liveOf(cx.tenantId, register);
      return Object.entries(served.module.fields).flatMap(([name, field]) =>
        field.to === module ? [{ table: served, reference: { name, to: module, field, shownAs: name } }] : [],
      );
    });
  },
  async all(cx) {
    const { rows } = await sql<Register>`
      select ${stored} from live_register where tenant_id = ${cx.tenantId} order by id`.execute(cx.trx);
    return rows.map((register) => liveOf(cx.tenantId, register).served);
  },
  async labels(cx, modules) {
    const codes = [...new Set(modules)].flatMap((name) => registerCode(name) ?? []);
    if (codes.length === 0) return new Map();
    const { rows } = await sql<{ code: string; zh: string; en: string }>`
      select distinct on (1) declaration ->> 'code' as code, declaration ->> 'zh' as zh, declaration ->> 'en' as en
      from live_publication where tenant_id = ${cx.tenantId} and declaration ->> 'code' = any(${codes})
      order by 1, id desc`.execute(cx.trx);
    return new Map(rows.map(({ code, zh, en }) => [registerName(code), label(zh, en || zh)]));
  },
  async knowing(cx, module) {
    const code = registerCode(module);
    const live = code === undefined ? undefined : await liveAt(cx.trx, cx.tenantId, code);
    return live ? over(cx, live.served, live.routes) : cx;
  },
};
