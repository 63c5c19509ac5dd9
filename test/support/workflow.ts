/** People and processes for tests of workflow, by the calls that the console makes. */
import { approvalActNames, approvalActs, decidingRight } from '../../contract/domain/approvals';
import { type Answer, type Client, ok, platform, type Server } from './server';

/** The rights to decide on deeds of every kind. */
export const decidingRights = approvalActNames.map(decidingRight);

export const workPermissions = [
  ...[
    'work_start',
    'work_start_flow',
    'work_claim',
    'work_claim_sign',
    'work_todo',
    'work_todo_handle',
    'work_send',
    'work_done',
  ],
];

/** `403 flow.notAssignee` */
export function refusal({ status, body }: Answer): string {
  return `${status} ${body.reason}`;
}

/** One person and what they do in the lists of their work. */
export function workerOf(client: Client, userId: string) {
  const list = async (name: 'start' | 'claim' | 'todo' | 'send' | 'done', query: Record<string, string> = {}) =>
    ok(await client.get(`/blade-flow/work/${name}-list`, { size: 200, ...query })).records as Record<string, any>[];
  const complete = (taskId: string, more: object = {}) =>
    client.post('/blade-flow/work/complete-task', { body: { taskId, comment: '同意', flag: 'ok', ...more } });
  return {
    ...client,
    userId,
    list,
    complete,
    /** Completes the only task of an instance that the person has. */
    async handle(processInstanceId: string, more: object = {}) {
      const tasks = (await list('todo')).filter((row) => row.processInstanceId === processInstanceId);
      if (tasks.length !== 1) throw new Error(`${tasks.length} tasks instead of one`);
      return ok(await complete(tasks[0]!.taskId, more));
    },
    claim: (taskId: string) => client.post('/blade-flow/work/claim-task', { query: { taskId } }),
    detail: async (taskId: string) => ok(await client.get('/blade-flow/work/task-detail', { taskId })),
    start: (processDefinitionId: string, variables: object = {}) =>
      client.post('/blade-flow/work/start', { body: { processDefinitionId, variables } }),
    history: async (processInstanceId: string) =>
      ok(await client.get('/blade-flow/process/history-flow-list', { processInstanceId })) as Record<string, string>[],
    view: async (processInstanceId: string) =>
      ok(await client.get('/blade-flow/process/model-view', { processInstanceId })) as {
        xml: string;
        flow: { historyActivityId: string; historyActivityType: string; endTime: string }[];
      },
  };
}
export type Worker = ReturnType<typeof workerOf>;

export async function addWorker(
  server: Server,
  account: string,
  { permissions = workPermissions, tenantId = platform }: { permissions?: string[]; tenantId?: string } = {},
): Promise<Worker & { roleId: string }> {
  const { userId, roleId } = await server.addUser({ account, permissions, tenantId });
  return { ...workerOf(await server.as(account, tenantId), userId), roleId };
}

/** Saves a diagram as a model and asks to deploy it. */
async function sent(client: Client, xml: string, query: Record<string, string> = {}): Promise<Answer> {
  const key = /<(?:bpmn2?:)?process id="([^"]+)"/.exec(xml)![1]!;
  const [known] = ok(await client.get('/blade-flow/model/list', { modelKey_equal: key })).records;
  const body = { ...(known ? { id: known.id } : {}), modelKey: key, name: key, modelEditorXml: xml };
  const { id } = ok(await client.post('/blade-flow/model/submit', { body }));
  return client.post('/blade-flow/model/deploy', {
    query: { modelId: id, category: 'flow_2', tenantIds: platform, ...query },
  });
}

/** Saves a diagram as a model and deploys it; answers the definition's id. */
export async function deployed(client: Client, xml: string, query: Record<string, string> = {}): Promise<string> {
  const [one] = ok(await sent(client, xml, query));
  return one.processDefinitionId;
}

/** The permissions of a person who decides on changes of approval rules. */
export const ruleDecider = ['approval', 'approval_rule', decidingRight('ruleLoosen')];

/** Deploys another version of a process that rules name, which a second person agrees to. */
export async function deployedByTwo(server: Server, second: Worker, xml: string): Promise<void> {
  const answer = await sent(server.admin, xml);
  if (answer.body.heldAct === undefined) throw new Error(`it does not wait: ${JSON.stringify(answer.body)}`);
  const [{ id }] = await server.sql(
    `select t.id from approval a join flow_task t on t.instance_id = a.process_instance_id::bigint and t.status = 1
     where a.act = $1 and a.state = 1 order by a.id desc limit 1`,
    [approvalActs.ruleLoosen.number],
  );
  ok(await second.claim(id));
  ok(await second.complete(id));
}
