/** The calls of all registers at one address each; a request finds its own register behind it. */
import type { FastifyRequest } from 'fastify';
import { businessDate } from '../../../contract/domain/calendar';
import { label } from '../../../contract/domain/text';
import type { Model } from '../../../contract/schema/modelled';
import { registerPath } from '../../../contract/schema/registerName';
import { refuseRestricted } from '../../auth/session';
import type { Call } from '../../kernel/call';
import type { Deps } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { either } from '../../kernel/schemas';
import type { Table } from '../../kernel/table';
import { declarationCall } from './declaration';
import { callsOfModel, liveAt } from './registers';

const named = label('登记表', 'Register');
function anyRegister(isTree: boolean): Model {
  const title = {
    name: 'title',
    kind: 'text',
    isRequired: true,
    isUnique: false,
    isInTable: true,
    isInForm: true,
  } as const;
  return { code: ':code', ...named, isTree, titleField: 'title', fields: [{ ...title, zh: '标题', en: 'Title' }] };
}

/** A plain list answers pages, a tree all of its records. */
function eitherOf(one: Call['answer'], other: Call['answer']): Call['answer'] {
  if (typeof one === 'string' || typeof other === 'string') return other;
  return JSON.stringify(one) === JSON.stringify(other) ? other : either(one, other);
}

/** Those of plain lists and those of trees. Only their addresses, permissions and descriptions count. */
export const registerCalls: readonly Call[] = (() => {
  const calls = new Map<string, Call>();
  for (const isTree of [false, true]) {
    const model = anyRegister(isTree);
    const { served, calls: own } = callsOfModel(model, 'live_register');
    for (const call of [...own, declarationCall(served.module, { model, version: 1 })]) {
      const key = `${call.method} ${call.path}`;
      const { answer } = calls.get(key) ?? call;
      calls.set(key, { ...call, answer: eitherOf(answer, call.answer) });
    }
  }
  return [...calls.values()];
})();

/** A call of a register, and the table that its refusals may name. */
export interface FoundCall {
  call: Call;
  tables: readonly Table[];
}

/** The call that a request means: of the register that its tenant has published last under the code. */
export async function findCall(deps: Deps, pattern: Call, request: FastifyRequest): Promise<FoundCall> {
  const token = request.token ?? refuse('signedOut');
  const { code } = request.params as { code: string };
  const own = `${pattern.method} ${pattern.path.slice(`${registerPath}/:code`.length)}`;
  const live = await deps.db.withTenant(token.tenantId, businessDate(deps.now()), async (trx) => {
    const found = await liveAt(trx, token.tenantId, code);
    // Whether there is such a register is told to people in a session of their own.
    if (!found?.calls.has(own)) refuseRestricted(await token.principal(trx));
    return found;
  });
  if (!live) return refuse('register.withdrawn');
  const call = live.calls.get(own) ?? refuse('noSuchPath');
  return { call, tables: [live.served] };
}
