/** Words that other people read: none of them may hold characters by which it reads as another one than it is. */
import { productCalls } from '../../../server/app';
import { readerOf } from '../../../server/kernel/parameters';
import { type Server, startServer } from '../../support/server';

/** What is shown as `退 10.00 元`. */
const turned = '退 \u202e00.01\u202c 元';
let server: Server;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

it('are declared as such by every call that takes some, and refused with such characters', () => {
  const spoken = /^(reason|comment|remark|content)$/;
  const taken = productCalls.flatMap(({ method, path, query = {}, body = {} }) =>
    Object.entries({ ...query, ...body })
      .filter(([name]) => spoken.test(name))
      .map(([name, schema]) => ({ call: `${method} ${path} ${name}`, name, schema })),
  );
  const open = taken.filter(({ name, schema }) => {
    try {
      readerOf({ body: { [name]: schema } })({ params: {}, body: { [name]: turned } });
      return true;
    } catch (error) {
      return (error as { code?: string }).code !== 'unseenText';
    }
  });
  console.log(`${taken.length} parameters hold words`);
  expect(open.map(({ call }) => call)).toEqual([]);
  expect(taken.length).toBeGreaterThan(30);
  for (const { name, schema } of taken)
    expect(readerOf({ body: { [name]: schema } })({ params: {}, body: { [name]: '第一行\n第二行' } })).toEqual({
      [name]: '第一行\n第二行',
    });
});

it.each([
  ['a reason', '/blade-paymentPlan/paymentPlan/waive', { id: '1', amount: '1.00', reason: turned }],
  [
    'the name of a view',
    '/blade-desk/list-view/submit',
    { module: 'order', name: turned, seek: {}, filters: {}, shape: {}, isShared: true },
  ],
])('%s is refused in a sentence', async (_what, path, body) => {
  const answer = await server.admin.post(path, { body });
  expect(answer).toMatchObject({
    status: 400,
    body: { reason: 'unseenText', msg: '文字含有看不见的控制字符，请删除后重新键入' },
  });
});
