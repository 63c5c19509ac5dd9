/**
 * Process instances that are worked by many clients at once, on several servers, while faults are injected: afterwards
 * every instance must have run to its end, and every step of it once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { diagram, flow } from '../support/diagrams';

/** One answer of a server; undefined where none came, as after a kill. */
export type Reply = { status: number; body: { data?: any; reason?: string } } | undefined;
/** Sends a call to one of the servers, as the administrator. Parameters travel as a body. */
export type Send = (
  server: number,
  method: 'GET' | 'POST',
  path: string,
  parameters?: Record<string, unknown>,
  headers?: Record<string, string>,
) => Promise<Reply>;

export interface Storm {
  send: Send;
  servers: number;
  instances: number;
  clients: number;
  /** Called again and again while the clients work, at most `blows` times. */
  strike(): Promise<void>;
  blows: number;
  /** ms between two of them. */
  pause: number;
  /** Reads the database past every rule. */
  sql<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<R[]>;
}

export interface StormOutcome {
  started: number;
  /** Completions that a server confirmed. */
  completed: number;
  /** Calls without an answer, or refused because the server was not available. */
  unanswered: number;
  blows: number;
  /** What is wrong afterwards, in words: empty where nothing is. */
  wrong: string[];
}

/** Two steps that are claimed, a parallel section and a choice behind it. */
const elements = [
  ...['startEvent s', 'userTask a flowable:candidateGroups="administrator"', 'parallelGateway split'],
  ...['userTask b flowable:assignee="${applyUser}"', 'userTask c flowable:candidateGroups="administrator"'],
  ...[
    'serviceTask mark leasedesk:action="variables.set" | <extensionElements><leasedesk:param name="marked" value="yes"/></extensionElements>',
  ],
  ...[
    'parallelGateway join',
    'exclusiveGateway x default="no"',
    'userTask d flowable:assignee="${applyUser}"',
    'endEvent e',
    'endEvent e2',
  ],
  ...flow(['s>a', 'a>split', 'split>b', 'split>c', 'b>mark', 'mark>join', 'c>join', 'join>x']),
  ...flow(["x>d ${pass && marked == 'yes'}", 'x>e2:no', 'd>e']),
];
const steps = ['a', 'b', 'c', 'd'];
const key = 'storm';
const limitMs = 240_000;

/** Rules that every database of workflow keeps, each a query that finds what breaks it. */
const rules: Record<string, string> = {
  'a running instance waits for something': `select i.id from flow_instance i where i.state = 1
     and not exists (select from flow_task t where t.instance_id = i.id and t.status = 1)
     and not exists (select from flow_timer t where t.instance_id = i.id)`,
  'an instance that is over waits for nothing': `select i.id from flow_instance i where i.state <> 1
     and (i.engine_state is not null or exists (select from flow_task t where t.instance_id = i.id and t.status = 1)
          or exists (select from flow_activity a where a.instance_id = i.id and a.end_time is null))`,
  'a wait of the engine is one task': `select instance_id as id from flow_task where kind = 1
     group by instance_id, execution_id having count(*) > 1`,
  'a task is in the history once': `select t.id from flow_task t where t.kind = 1
     and (select count(*) from flow_activity a where a.task_id = t.id) <> 1`,
  'a completed task has one entry in the audit trail': `select t.id from flow_task t where t.status = 2
     and (select count(*) from audit_log a where a.entity = 'work_todo' and a.entity_id = t.id) <> 1`,
};

export async function flowStorm({
  send,
  servers,
  instances,
  clients,
  strike,
  blows,
  pause,
  sql,
}: Storm): Promise<StormOutcome> {
  const outcome: StormOutcome = { started: 0, completed: 0, unanswered: 0, blows: 0, wrong: [] };
  const confirmed = new Map<string, number>();
  let turn = 0;
  const ask: Send = async (server, ...call) => {
    const reply = await send(server, ...call);
    if (reply && reply.status < 500) return reply;
    outcome.unanswered++;
    await sleep(30);
    return undefined;
  };
  const must = async (method: 'GET' | 'POST', path: string, parameters: Record<string, unknown>): Promise<any> => {
    const reply = await send(0, method, path, parameters);
    if (reply?.status !== 200) throw new Error(`${path} answered ${JSON.stringify(reply)}`);
    return reply.body.data;
  };
  const model = { modelKey: key, name: key, modelEditorXml: diagram(key, elements) };
  const { id } = await must('POST', '/blade-flow/model/submit', model);
  const [{ processDefinitionId }] = await must('POST', `/blade-flow/model/deploy?modelId=${id}&tenantIds=000000`, {});
  const isOver = async () => {
    const [row] = await sql<{ count: number }>('select count(*)::int as count from flow_instance where state <> 1');
    return outcome.started === instances && row!.count === instances;
  };

  /** Begins instances, each until a server has confirmed it: a repetition with the same key begins none. */
  const begin = async (client: number): Promise<void> => {
    for (let at = client; at < instances; at += clients) {
      const headers = { 'idempotency-key': `storm-instance-${at}` };
      for (let reply: Reply; reply?.status !== 200; )
        reply = await ask(turn++ % servers, 'POST', '/blade-flow/work/start', { processDefinitionId }, headers);
      outcome.started++;
    }
  };
  /** Claims and completes what is there, as fast as it can, also what others are at. */
  const work = async (client: number, until: number): Promise<void> => {
    while (Date.now() < until && !(await isOver())) {
      const server = turn++ % servers;
      const claimable = await ask(server, 'GET', '/blade-flow/work/claim-list', { size: 20 });
      for (const { taskId } of pick(claimable?.body.data.records ?? [], client))
        await ask(server, 'POST', `/blade-flow/work/claim-task?taskId=${taskId}`, {});
      const todo = await ask(server, 'GET', '/blade-flow/work/todo-list', { size: 20 });
      for (const { taskId } of pick(todo?.body.data.records ?? [], client)) {
        const reply = await ask(turn++ % servers, 'POST', '/blade-flow/work/complete-task', {
          taskId,
          flag: 'ok',
          comment: 'ok',
        });
        if (reply?.status === 200) confirmed.set(taskId, (confirmed.get(taskId) ?? 0) + 1);
        else if (reply && reply.body.reason !== 'flow.done')
          outcome.wrong.push(`a completion was refused: ${reply.body.reason}`);
      }
    }
  };
  const until = Date.now() + limitMs;
  let isDone = false;
  const working = Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      await begin(client);
      await work(client, until);
    }),
  ).finally(() => {
    isDone = true;
  });
  for (let blow = 0; blow < blows && !isDone; blow++) {
    await Promise.race([sleep(pause), working]);
    if (isDone) break;
    await strike();
    outcome.blows++;
  }
  await working;
  outcome.completed = [...confirmed.values()].reduce((sum, one) => sum + one, 0);
  for (const [taskId, count] of confirmed)
    if (count > 1) outcome.wrong.push(`task ${taskId} was completed ${count} times`);
  await judge(outcome, instances, [...confirmed.keys()], sql);
  return outcome;
}

/** Some of a list, others for each client, so that clients meet at some and pass at others. */
function pick(rows: { taskId: string }[], client: number): { taskId: string }[] {
  return rows.filter((_, at) => (at + client) % 3 === 0).slice(0, 4);
}

async function judge(outcome: StormOutcome, instances: number, confirmed: string[], sql: Storm['sql']): Promise<void> {
  for (const [rule, text] of Object.entries(rules))
    for (const { id } of await sql<{ id: string }>(text)) outcome.wrong.push(`${rule}: not so for ${id}`);
  const made = await sql<{ id: string; state: number; done: string | null }>(
    `select i.id, i.state, (select string_agg(t.element_id, ',' order by t.element_id) from flow_task t
       where t.instance_id = i.id and t.status = 2) as done from flow_instance i`,
  );
  if (made.length !== instances) outcome.wrong.push(`${made.length} instances instead of ${instances}`);
  for (const { id, state, done } of made)
    if (state !== 2 || done !== steps.join(','))
      outcome.wrong.push(`instance ${id} is ${state} with the steps ${done}`);
  const lost = await sql<{ id: string }>('select t.id from flow_task t where t.id = any($1) and t.status <> 2', [
    confirmed,
  ]);
  for (const { id } of lost) outcome.wrong.push(`task ${id} was confirmed, and is not completed`);
}
