/** How a server leaves its clients. */
import type { FastifyInstance } from 'fastify';

/** How long running requests may take once no more are accepted, and how often idle connections are closed then. */
const longestMs = 10_000;
const idleMs = 50;

/** While it holds, each answer is the last of its connection: none is left open that a client could still send on. */
export function lastAnswers(app: FastifyInstance, isLast: () => boolean): void {
  app.addHook('onSend', async (_request, reply) => {
    if (isLast()) reply.header('connection', 'close');
  });
}

/** Closes the listener, waits for running requests, and cuts what takes too long. */
export async function closeServer(app: FastifyInstance): Promise<void> {
  const late = setTimeout(() => app.server.closeAllConnections(), longestMs);
  // A browser keeps its connection open after the last answer; no more requests are accepted on it.
  const idle = setInterval(() => app.server.closeIdleConnections(), idleMs);
  await app.close();
  clearInterval(idle);
  clearTimeout(late);
}
