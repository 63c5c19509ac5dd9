/** The value of a parameter whose key names a secret is written and never read back. */
import { setImmediate as turn } from 'node:timers/promises';
import { knownParams } from '../../../contract/modules/system/param';
import { isSecretCode } from '../../../contract/schema/secretCodes';
import { masked } from '../../../contract/wire/secrets';
import { standIns } from '../../../src/tape/standIns';
import { ok, type Server, startServer } from '../../support/server';

const path = '/blade-system/param';
const first = 'planted-Marker-1';
const second = 'planted-Marker-2';

it('a key names a secret by its last word, whatever its number', () => {
  for (const code of [
    'smtp.password',
    'sms.apiKey',
    'push-token',
    'x_client_secret',
    'ＳＭＴＰ．Ｐａｓｓｗｏｒｄ',
    'sms.apikey',
    'keys',
    'sms.apiKey2',
    'smtp.password.1',
    'x_secret_key_02',
    'token3',
  ])
    expect([code, isSecretCode(code)]).toEqual([code, true]);
  for (const code of [
    ...Object.keys(knownParams),
    'password.days',
    'token.minutes',
    'monkey',
    'x.publicKey',
    'x.publicKey2',
    'days.30',
    '',
    undefined,
  ])
    expect([code, isSecretCode(code)]).toEqual([code, false]);
});

it('neither tape, state nor action of the console shows it, also while it is typed', () => {
  const row = { paramKey: 'smtp.password', paramValue: first };
  for (const shown of [masked({ draft: row }), standIns().of({ draft: row })])
    expect(JSON.stringify(shown)).not.toContain(first);
  const plain = { paramKey: 'message.dailyCap', paramValue: '20' };
  expect([masked(plain), standIns().of(plain)]).toEqual([plain, plain]);
});

describe('on the server', () => {
  let server: Server;
  let id: string;
  beforeAll(async () => {
    server = await startServer();
    const body = { paramName: '邮箱密码', paramKey: 'smtp.password', paramValue: first };
    id = ok(await server.admin.post(`${path}/submit`, { body })).id;
  });
  afterAll(() => server.close());
  const stored = async () =>
    (await server.sql('select param_value as value from sys_param where id = $1', [id]))[0].value as string;
  const change = async (more: object) => {
    const before = ok(await server.admin.get(`${path}/detail`, { id }));
    return server.admin.post(`${path}/submit`, { body: { ...before, ...more } });
  };

  it('no answer, file, history or log holds it', async () => {
    expect(ok(await change({ paramValue: second })).paramValue).toBe('***');
    expect(await stored()).toBe(second);
    const answers = [
      await server.admin.get(`${path}/detail`, { id }),
      await server.admin.get(`${path}/list`, { size: 200 }),
      await server.admin.get(`${path}/export`, { format: 'csv' }),
      await server.admin.get(`${path}/history`, { id }),
      await server.admin.get('/blade-log/audit/list', { size: 200 }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    await turn();
    await server.deps.logs!.flush();
    const logged = await Promise.all(
      ['api_log', 'usual_log', 'error_log', 'audit_log', 'idempotency', 'list_change'].map(async (table) =>
        server.sql(`select * from ${table}`).catch(() => []),
      ),
    );
    expect(logged[0]).not.toEqual([]);
    expect(JSON.stringify([answers, logged])).not.toMatch(/planted-Marker/);
    const [entry] = answers[3]!.body.data;
    expect(entry.changes).toEqual([{ field: 'paramValue', before: '***', after: '***' }]);
  });

  it('its mask sent back leaves it as it is, and no condition of a list guesses it', async () => {
    ok(await change({ remark: '改' }));
    expect(await stored()).toBe(second);
    const guess = await server.admin.get(`${path}/list`, { paramValue_likeRight: 'planted' });
    expect(guess.status).toBe(400);
  });

  it('is not read under another key, unless it is entered again', async () => {
    const moved = await change({ paramKey: 'smtp.host' });
    expect([moved.status, moved.body.reason]).toEqual([400, 'invalid']);
    expect(ok(await change({ paramKey: 'smtp.host', paramValue: 'mail.example' })).paramValue).toBe('mail.example');
    ok(await change({ paramKey: 'smtp.password', paramValue: second }));
  });
});
