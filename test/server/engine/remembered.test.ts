/**
 * What servers remember of rights and dictionaries: a change counts at the next request on each of two servers of one
 * database, and nothing that was not committed is ever remembered.
 */
import fc from 'fast-check';
import { sql } from 'kysely';
import type { Database, Trx } from '../../../server/kernel/database';
import { openMemory } from '../../../server/kernel/remembered/memory';
import { raisedBy } from '../../../server/kernel/remembered/versions';
import { depth } from '../../support/depth';
import { type Client, clientOf, ok, platform, type Server, startServer } from '../../support/server';

let server: Server;
let other: Awaited<ReturnType<Server['beside']>>;
/** A person with one role, at each of the servers. */
let atFirst: Client;
let atSecond: Client;
let role: string;
const buttons = ['product_add', 'product_edit', 'customer_add', 'customer_delete'];
const code = 'order_business_status';

beforeAll(async () => {
  server = await startServer();
  other = await server.beside();
  ({ roleId: role } = await server.addUser({ account: 'clerk', permissions: ['product'] }));
  atFirst = await server.as('clerk');
  atSecond = clientOf(other.app, atFirst.headers);
});
afterAll(async () => {
  await other.close();
  await server.close();
});

/** Work of the product on one of the servers. */
function onServer<T>(db: Database, work: (trx: Trx) => Promise<T>): Promise<T> {
  return db.withTenant(platform, server.clock.text().slice(0, 10), work);
}
async function menuOf(button: string): Promise<string> {
  const [row] = await server.sql('select id from sys_menu where code = $1', [button]);
  return row.id;
}
async function give(db: Database, button: string, isHeld: boolean): Promise<void> {
  const menu_id = await menuOf(button);
  await onServer(db, async (trx) => {
    await trx.deleteFrom('sys_role_menu').where('tenant_id', '=', platform).where('menu_id', '=', menu_id).execute();
    if (isHeld) await trx.insertInto('sys_role_menu').values({ tenant_id: platform, role_id: role, menu_id }).execute();
  });
}
/** Codes of the buttons that a server shows the person, of those above. */
async function buttonsAt(client: Client): Promise<string[]> {
  const menus = ok(await client.get('/blade-system/menu/buttons'));
  const held = menus.flatMap(({ children }: { children: { code: string }[] }) => children.map((one) => one.code));
  return buttons.filter((one) => held.includes(one));
}
async function textAt(client: Client): Promise<string> {
  const entries = ok(await client.get('/blade-system/dict-biz/dictionary', { code }));
  return entries.find(({ dictKey }: { dictKey: string }) => dictKey === '1').dictValue;
}
async function rename(trx: Trx, dictValue: string): Promise<void> {
  await trx
    .updateTable('dict_biz')
    .set({ dict_value: dictValue })
    .where('tenant_id', '=', platform)
    .where('code', '=', code)
    .where('dict_key', '=', '1')
    .execute();
}

function gate(): { opened: Promise<void>; open(): void } {
  const made = { open: () => {} } as { opened: Promise<void>; open(): void };
  made.opened = new Promise((resolve) => {
    made.open = resolve;
  });
  return made;
}

const step = fc.record({
  where: fc.boolean(),
  what: fc.oneof(
    fc.record({ button: fc.constantFrom(...buttons), isHeld: fc.boolean() }),
    fc.record({ text: fc.stringMatching(/^[a-z]{1,8}$/) }),
  ),
  /** Whether the change is undone instead of committed. */
  isUndone: fc.boolean(),
});

it('each change counts at the next request on both servers, and one that was undone never does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 12 }), async (steps) => {
      const held = new Set<string>(await buttonsAt(atFirst));
      let text = await textAt(atFirst);
      for (const { where, what, isUndone } of steps) {
        const { db } = where ? server.deps : other;
        const change = async () => {
          if ('button' in what) await give(db, what.button, what.isHeld);
          else await onServer(db, (trx) => rename(trx, what.text));
        };
        if (isUndone)
          await expect(
            onServer(db, async (trx) => {
              await rename(trx, 'never');
              throw new Error('undone');
            }),
          ).rejects.toThrow('undone');
        else {
          await change();
          if ('text' in what) text = what.text;
          else if (what.isHeld) held.add(what.button);
          else held.delete(what.button);
        }
        const expected = { buttons: buttons.filter((one) => held.has(one)), text };
        for (const client of [atSecond, atFirst])
          expect({ buttons: await buttonsAt(client), text: await textAt(client) }).toEqual(expected);
        const mayAdd = await atSecond.post('/blade-customer/customer/submit', { body: {} });
        expect(mayAdd.status === 403).toBe(!held.has('customer_add'));
      }
    }),
    { numRuns: depth(4, 60) },
  );
});

it('what was read while a change was under way is not served after its commit', async () => {
  const before = await textAt(atSecond);
  const [held, written] = [gate(), gate()];
  const changing = onServer(server.deps.db, async (trx) => {
    await rename(trx, 'meanwhile');
    written.open();
    await held.opened;
  });
  await written.opened;
  for (const client of [atFirst, atSecond]) expect(await textAt(client)).toBe(before);
  held.open();
  await changing;
  for (const client of [atFirst, atSecond]) expect(await textAt(client)).toBe('meanwhile');
});

it('a question that was asked before is answered without reading its tables again', async () => {
  const asked = async () => [await buttonsAt(atSecond), await textAt(atSecond)];
  const before = await asked();
  await server.owner.kysely.transaction().execute(async (trx) => {
    // those who read them wait until the limit of a lock
    await sql`lock table sys_role_menu, sys_menu, dict_biz in access exclusive mode`.execute(trx);
    expect(await asked()).toEqual(before);
  });
});

describe('a statement', () => {
  it.each([
    ['insert into "sys_role_menu" values (1)', { own: true, all: false }],
    ['update sys_menu set name = 1', { own: false, all: true }],
    ['with gone as (delete from "sys_role" returning id) insert into "dict_biz" values (1)', { own: true, all: false }],
    ['update lease_order set remark = $1', undefined],
    ["select * from sys_menu where name = 'update sys_menu'", undefined],
  ])('%s raises the version where its table is remembered', (text, expected) => {
    expect(raisedBy(text)).toEqual(expected);
  });
});

describe('the memory of a server', () => {
  it('serves a version only to requests that read the same one, and never goes back', () => {
    const memory = openMemory();
    memory.keep('t', '2', 'a', { at: 2 });
    expect([memory.recall('t', '2', 'a'), memory.recall('t', '1', 'a'), memory.recall('t', '3', 'a')]).toEqual([
      { at: 2 },
      undefined,
      undefined,
    ]);
    memory.keep('t', '1', 'a', { at: 1 });
    expect(memory.recall('t', '2', 'a')).toEqual({ at: 2 });
    memory.keep('t', '10', 'b', { at: 10 });
    expect([memory.recall('t', '10', 'a'), memory.recall('t', '10', 'b')]).toEqual([undefined, { at: 10 }]);
  });

  it('forgets after a minute what was changed past the program, and holds no more than it may', () => {
    let time = 0;
    const memory = openMemory(() => time);
    memory.keep('t', '1', 'a', { at: 1 });
    time = 60_000;
    expect(memory.recall('t', '1', 'a')).toBeUndefined();
    for (let n = 0; n < 2_000; n++) memory.keep(`t${n}`, '1', 'a', { n });
    expect([memory.recall('t0', '1', 'a'), memory.recall('t1999', '1', 'a')]).toEqual([undefined, { n: 1999 }]);
  });
});
