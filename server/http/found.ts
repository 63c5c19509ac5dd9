/** Calls whose module is found for each request. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Registry } from '../engine/work';
import type { Call } from '../kernel/call';
import type { Deps } from '../kernel/context';
import { Refusal } from '../kernel/errors';
import type { Table } from '../kernel/table';
import { answering, route } from './register';

type Find = (deps: Deps, pattern: Call, request: FastifyRequest) => Promise<{ call: Call; tables: readonly Table[] }>;
type Answering = ReturnType<typeof answering>;

/** The call of a request may be replaced while it waits: then the request is answered by the new one. */
const mostTries = 3;

export function registerFound(app: FastifyInstance, deps: Deps, registry: Registry, pattern: Call, find: Find): void {
  const made = new WeakMap<Call, Answering>();
  const answeringOf = ({ call, tables }: Awaited<ReturnType<Find>>): Answering => {
    const answer = made.get(call) ?? answering(deps, registry, call, tables);
    made.set(call, answer);
    return answer;
  };
  route(app, pattern, async (request, reply) => {
    for (let attempt = 1; ; attempt++) {
      const found = await find(deps, pattern, request);
      try {
        return await answeringOf(found)(request, reply);
      } catch (error) {
        const isReplaced = error instanceof Refusal && error.code === 'register.changed';
        // A file that was received cannot be received again.
        if (!isReplaced || found.call.receive || attempt === mostTries) throw error;
      }
    }
  });
}
