/** What a diagram names is that alone: a name that is given like an id, or like a permission, stands for nothing else. */
import { diagram, flow } from '../../support/diagrams';
import { ok, type Server, startServer } from '../../support/server';
import { addWorker, deployed, refusal, type Worker, workPermissions } from '../../support/workflow';

let server: Server;
let keeper: Worker;
let friend: Worker & { roleId: string };
let holder: Worker & { roleId: string };
beforeAll(async () => {
  server = await startServer();
  const people = ['role', 'role_add', 'user', 'user_add', 'user_edit', 'user_role'];
  keeper = await addWorker(server, 'keeper', { permissions: [...workPermissions, ...people] });
  friend = await addWorker(server, 'friend');
  holder = await addWorker(server, 'holder', { permissions: [...workPermissions, 'approval_final'] });
});
afterAll(() => server.close());

/** Gives the friend a role of this alias that holds nothing, as one who keeps people may. */
async function named(roleAlias: string): Promise<void> {
  const { id } = ok(
    await keeper.post('/blade-system/role/submit', { body: { roleName: roleAlias, roleAlias, sort: 1 } }),
  );
  const body = { userIds: friend.userId, roleIds: `${friend.roleId},${id}` };
  ok(await keeper.post('/blade-system/user/grant', { body }));
}
/** Begins a process with one step and answers its task. */
async function step(who: string): Promise<string> {
  const xml = diagram('named', ['startEvent s', `userTask a ${who}`, 'endEvent e', ...flow(['s>a', 'a>e'])]);
  const { processInstanceId } = ok(await holder.start(await deployed(server.admin, xml)));
  const [{ id }] = await server.sql('select id from flow_task where instance_id = $1', [processInstanceId]);
  return id;
}
const group = (name: string) => `flowable:candidateGroups="${name}"`;

it('an alias like a permission makes no one a holder of it', async () => {
  await named('permission:approval_final');
  const task = await step(group('permission:approval_final'));
  expect(refusal(await friend.claim(task))).toBe('400 flow.notCandidate');
  ok(await holder.claim(task));
});

it('an alias like the id of another role makes no one a member of that', async () => {
  await named(holder.roleId);
  const task = await step(group(holder.roleId));
  expect(refusal(await friend.claim(task))).toBe('400 flow.notCandidate');
  ok(await holder.claim(task));
});

it('an alias like that of the administrators gives no one what is for no one', async () => {
  await named('admin');
  const task = await step(group('nobody'));
  expect(refusal(await friend.claim(task))).toBe('400 flow.notCandidate');
  ok(await server.admin.post('/blade-flow/work/claim-task', { query: { taskId: task } }));
});

it('an account like the id of a person gets none of their tasks', async () => {
  const body = { account: holder.userId, name: '替', realName: '替身', roleId: friend.roleId };
  const dept = ok(await server.admin.get('/blade-system/dept/tree'))[0].id;
  ok(await keeper.post('/blade-system/user/submit', { body: { ...body, deptId: dept } }));
  const task = await step('flowable:assignee="${applyUser}"');
  const [{ assignee }] = await server.sql('select assignee from flow_task where id = $1', [task]);
  expect(assignee).toBe(holder.userId);
});
