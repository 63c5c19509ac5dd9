/** Steps of processes are for posts as they are for roles: no one gives themself either. */
import { aloneSince } from '../../support/approvals';
import { diagram, flow } from '../../support/diagrams';
import { ok, type Server, startServer } from '../../support/server';
import { addWorker, deployed, refusal, type Worker, workPermissions } from '../../support/workflow';

let server: Server;
let keeper: Worker;
let colleague: Worker;
let deptId: string;
let postId: string;
beforeAll(async () => {
  server = await startServer();
  keeper = await addWorker(server, 'keeper', { permissions: [...workPermissions, 'user', 'user_view', 'user_edit'] });
  colleague = await addWorker(server, 'colleague', { permissions: [] });
  deptId = ok(await server.admin.get('/blade-system/dept/tree'))[0].id;
  const post = { category: 1, postCode: 'gm', postName: '总经理', sort: 1 };
  postId = ok(await server.admin.post('/blade-system/post/submit', { body: post })).id;
});
afterAll(() => server.close());

async function appoint(by: Pick<Worker, 'get' | 'post'>, userId: string) {
  const row = ok(await by.get('/blade-system/user/detail', { id: userId }));
  return by.post('/blade-system/user/submit', { body: { ...row, deptId, postId } });
}

it('nobody takes a post, and with it the steps that are for it', async () => {
  const step = 'userTask a leasedesk:candidatePosts="gm"';
  const xml = diagram('posted', ['startEvent s', step, 'endEvent e', ...flow(['s>a', 'a>e'])]);
  const { processInstanceId } = ok(await keeper.start(await deployed(server.admin, xml)));
  const [{ id: task }] = await server.sql('select id from flow_task where instance_id = $1', [processInstanceId]);
  expect(refusal(await appoint(keeper, keeper.userId))).toBe('403 grant.ownPosts');
  expect(refusal(await keeper.claim(task))).toBe('400 flow.notCandidate');
  ok(await appoint(keeper, colleague.userId));
});

it('a person who is alone has any', async () => {
  await aloneSince(server, 'keeper');
  ok(await appoint(keeper, keeper.userId));
});
