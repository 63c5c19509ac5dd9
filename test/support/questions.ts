/** Which statements a call costs, whatever else the server does at the same time. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Server } from 'node:http';
import pg from 'pg';

/**
 * The texts of the statements that are sent for the requests which arrive while `work` runs, in their order. Statements
 * of jobs, queues and logs, which run at any moment, are not among them.
 */
export async function questionsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const requests = new AsyncLocalStorage<true>();
  const texts: string[] = [];
  const { query } = pg.Client.prototype;
  const { emit } = Server.prototype;
  const queries = jest.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: never[]
  ) {
    const [first] = args as (string | { text?: string } | undefined)[];
    if (requests.getStore()) texts.push(typeof first === 'string' ? first : (first?.text ?? ''));
    return (query as (...all: never[]) => never).apply(this, args);
  } as never);
  const events = jest.spyOn(Server.prototype, 'emit').mockImplementation(function (
    this: Server,
    ...args: [string, ...unknown[]]
  ) {
    const pass = () => (emit as (...all: unknown[]) => boolean).apply(this, args);
    return args[0] === 'request' ? requests.run(true, pass) : pass();
  } as never);
  try {
    // A request that is injected arrives in the context of the work itself, one over a socket with an event.
    await requests.run(true, work);
    // One transaction of many deletes old marks: which one depends on all before it.
    return texts.filter((text) => !text.startsWith('delete from list_change'));
  } finally {
    queries.mockRestore();
    events.mockRestore();
    // Node follows every promise of the process until then.
    requests.disable();
  }
}
