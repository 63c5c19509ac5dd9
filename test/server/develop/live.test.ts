/** Registers: models that are published and used without code of their own. */
import { fieldFor, modelFor, publishModel } from '../../support/models';
import { ok, type Server, startServer } from '../../support/server';

let server: Server;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const car = modelFor('car', [
  fieldFor('plate', 'text', { isRequired: true, isUnique: true, search: 'like', maxLength: 20 }),
  fieldFor('price', 'money', { search: 'range' }),
  fieldFor('state', 'choice', {
    search: 'equal',
    choices: [
      { value: 1, zh: '在库', en: 'In stock' },
      { value: 2, zh: '已出租', en: 'Let' },
    ],
  }),
  fieldFor('boughtOn', 'date', { search: 'range' }),
  fieldFor('customerId', 'ref', { to: 'customer', search: 'equal' }),
]);

describe('a published model', () => {
  it('is listed, read, saved, searched and removed as a module in code is', async () => {
    const { admin } = server;
    const { at } = await publishModel(admin, car);
    const { id, version } = ok(
      await admin.post(`${at}/submit`, { body: { plate: '沪A 1', price: '100', state: 1, boughtOn: '2026-01-02' } }),
    );
    expect(ok(await admin.get(`${at}/detail`, { id }))).toMatchObject({ plate: '沪A 1', price: '100.00', state: 1 });
    ok(await admin.post(`${at}/submit`, { body: { id, version, state: 2 } }));
    ok(await admin.post(`${at}/submit`, { body: { plate: '沪B 2', price: '50' } }));
    const page = ok(await admin.get(`${at}/list`, { plate: 'A', price_ge: '60' }));
    expect(page).toMatchObject({ total: 1, records: [{ plate: '沪A 1', state: 2 }] });
    const history = ok(await admin.get(`${at}/history`, { id }));
    expect(history.map(({ action }: { action: string }) => action)).toEqual(['update', 'add']);
    expect(ok(await admin.get(`${at}/choices`, { q: 'B' })).records).toMatchObject([{ title: '沪B 2' }]);
    ok(await admin.post(`${at}/remove`, { query: { ids: id } }));
    expect(ok(await admin.get(`${at}/list`)).total).toBe(1);
  });
});
