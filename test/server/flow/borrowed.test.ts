/** No diagram borrows the word of a person: what one vouches for, or asks of others, is done by that person’s own call. */
import { allModules } from '../../../contract/modules';
import { flowModel } from '../../../contract/modules/flow/flowModel';
import { isAction } from '../../../contract/schema/module';
import { diagram, flow } from '../../support/diagrams';
import { ok, type Server, startServer } from '../../support/server';
import { addWorker, deployed, type Worker, workPermissions } from '../../support/workflow';

let server: Server;
let drawer: Worker;
let reader: Worker;
beforeAll(async () => {
  server = await startServer();
  const customers = ['customer', 'customer_add', 'customer_verify'];
  const drawing = ['flow', ...(['list', 'add', 'update'] as const).map(flowModel.permission), 'flow_model_deploy'];
  drawer = await addWorker(server, 'drawer', { permissions: [...workPermissions, ...customers, ...drawing] });
  reader = await addWorker(server, 'reader', { permissions: [...workPermissions, 'customer', 'customer_verify'] });
});
afterAll(() => server.close());

it('an identity is not verified by someone who completes a task about something else', async () => {
  const body = { realName: '王五', tel: '13900001111', idType: 1, idNo: '11010519491231002X' };
  const { id } = ok(await drawer.post('/blade-customer/customer/submit', { body }));
  const given = Object.entries({ ids: id, paper: '1', paperNo: body.idNo, way: '1' });
  const params = given.map(([name, value]) => `<leasedesk:param name="${name}" value="${value}"/>`).join('');
  const xml = diagram('coffee', [
    ...['startEvent s', 'userTask a name="订咖啡" flowable:assignee="reader"'],
    `serviceTask v leasedesk:action="customer.verify" | <extensionElements>${params}</extensionElements>`,
    ...['endEvent e', ...flow(['s>a', 'a>v', 'v>e'])],
  ]);
  const outcome = await deployed(drawer, xml).then(
    async (definition) => {
      const { processInstanceId } = ok(await drawer.start(definition));
      await reader.handle(processInstanceId);
      return 'done';
    },
    (error: Error) => error.message,
  );
  const [row] = await server.sql('select kyc_status as state from lease_customer where id = $1', [id]);
  expect([row.state, outcome]).toEqual([0, expect.stringContaining('flow.notDeployable')]);
});

it('nor is any action offered to diagrams that others decide on', async () => {
  const waiting = allModules.flatMap(({ name, actions }) =>
    Object.entries(actions).flatMap(([action, spec]) => (isAction(spec) && spec.mayWait ? `${name}.${action}` : [])),
  );
  const offered = ok(await server.admin.get('/blade-flow/model/actions')).map(({ key }: { key: string }) => key);
  expect(waiting).not.toEqual([]);
  expect(offered.filter((key: string) => waiting.includes(key))).toEqual([]);
});
