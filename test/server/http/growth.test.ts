/** The cost of everything that parses input is linear in its length: four times as much is never sixteen times the
 *  work. */
import { order } from '../../../contract/modules/lease/order';
import { NotARule, readRule } from '../../../contract/schema/scopeRule';
import { openSm2, sm2Keys } from '../../../server/auth/cipher';
import { readRefreshToken } from '../../../server/auth/session';
import { holderOf } from '../../../server/auth/social';
import { networkOf } from '../../../server/auth/throttle';
import { readForm } from '../../../server/http/bodies';
import { Refusal } from '../../../server/kernel/errors';
import { sanitize } from '../../../server/kernel/html';
import { sniff } from '../../../server/kernel/image/imageBytes';
import { depthOf } from '../../../server/kernel/jsonDepth';
import { readerOf } from '../../../server/kernel/parameters';
import { idList, ids } from '../../../server/kernel/schemas';
import { growsInStep } from '../../support/growth';
import { processorTime } from '../../support/processorTime';
import { basic, clientOf, multipart, type Server, startServer } from '../../support/server';

let server: Server;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

/** The input may be invalid; that takes no longer. */
function orRefused(work: () => unknown) {
  return () => {
    try {
      work();
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof NotARule)) throw error;
    }
  };
}
function many(count: number, make: (index: number) => string, by = '') {
  return Array.from({ length: count }, (_, i) => make(i)).join(by);
}

const readQuery = readerOf({ query: { ids: ids(100_000) } });
const readBody = readerOf({ body: { ids: idList(100_000) } });

const form = 'application/x-www-form-urlencoded';
const submit = '/api/blade-product/product/submit';
const list = '/api/blade-customer/customer/list';
function post(type: string, make: (length: number) => string | Buffer, url = submit) {
  return (length: number) => {
    const payload = make(length);
    return () => server.admin.send({ method: 'POST', url, payload, headers: { 'content-type': type } });
  };
}
function headed(name: string, make: (length: number) => string, url = list) {
  return (length: number) => {
    const headers = { [name]: make(length) };
    return () => server.anybody.send({ url, headers });
  };
}

it.each<[string, number, (length: number) => () => unknown]>([
  ['a form of names', 5000, post(form, (n) => many(n, (i) => `n${i}=1`, '&'))],
  ['a form of one name', 20_000, post(form, (n) => many(n, () => 'n=1', '&'))],
  ['a form of one long value', 100_000, post(form, (n) => `a=${'%41'.repeat(n)}`)],
  ['a form of nothing but signs', 100_000, post(form, (n) => '&=+%'.repeat(n))],
  ['a form to the token call', 1000, post(form, (n) => many(n, (i) => `${i}=`, '&'), '/api/blade-auth/oauth/token')],
  ['JSON of names', 5000, post('application/json', (n) => `{${many(n, (i) => `"n${i}":1`, ',')}}`)],
  ['JSON of one name', 20_000, post('application/json', (n) => `{${many(n, () => '"n":1', ',')}}`)],
  ['deep JSON', 50_000, post('application/json', (n) => `{"note":${'['.repeat(n)}${']'.repeat(n)}}`)],
  ['JSON of escapes', 50_000, post('application/json', (n) => `{"note":"${'\\"\\\\'.repeat(n)}"}`)],
  ['JSON that never closes', 100_000, post('application/json', (n) => `{"note":"${'\\'.repeat(2 * n)}`)],
  ['JSON of forbidden names', 5000, post('application/json', (n) => `{"a":[${many(n, () => '{"__proto_":1}', ',')}]}`)],
  [
    'a list of logs',
    50,
    post('application/json', (n) => `[${many(n, () => '{"message":"x"}', ',')}]`, '/api/blade-auth/oauth/logout'),
  ],
  [
    'a file with fields',
    2000,
    (n) => {
      const fields = Object.fromEntries(Array.from({ length: n }, (_, i) => [`n${i}`, '1']));
      const { payload, headers } = multipart(Buffer.from('x'), 'x.png', fields);
      return () =>
        server.admin.send({ method: 'POST', url: '/api/blade-resource/oss/endpoint/put-file', payload, headers });
    },
  ],
  [
    'a file with many heads',
    5000,
    post(
      'multipart/form-data; boundary=x',
      (n) =>
        `--x\r\n${many(n, (i) => `h${i}: 1\r\n`)}content-disposition: form-data; name="file"; filename="a"\r\n\r\n--x--`,
      '/api/blade-resource/oss/endpoint/put-file',
    ),
  ],
  [
    'a file of almost boundaries',
    20_000,
    post(
      'multipart/form-data; boundary=xxxxxxxx',
      (n) =>
        `--xxxxxxxx\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n${'\r\n--xxxxxxx'.repeat(n)}`,
      '/api/blade-resource/oss/endpoint/put-file',
    ),
  ],
  [
    'an address of names',
    4000,
    (n) => {
      const url = `${list}?${many(n, (i) => `n${i}=1`, '&')}`;
      return () => server.admin.send({ url });
    },
  ],
  [
    'an address of one name',
    4000,
    (n) => {
      const url = `${list}?${many(n, () => 'n=1', '&')}`;
      return () => server.admin.send({ url });
    },
  ],
  [
    'a path',
    4000,
    (n) => {
      const url = `/api/${'a/'.repeat(n)}`;
      return () => server.admin.send({ url });
    },
  ],
  [
    'a path without the prefix',
    4000,
    (n) => {
      const url = `/blade-${'a'.repeat(n)}`;
      return () => server.admin.send({ url });
    },
  ],
  ['Accept-Language', 4000, headed('accept-language', (n) => 'en,'.repeat(n), '/api/none')],
  ['Accept', 4000, headed('accept', (n) => 'text/html,'.repeat(n), '/login')],
  ['Blade-Auth of spaces', 4000, headed('blade-auth', (n) => ' '.repeat(n))],
  ['Blade-Auth of dots', 1000, headed('blade-auth', (n) => `bearer ${'.'.repeat(n)}`)],
  [
    'Content-Type',
    4000,
    (n) => {
      const headers = { 'content-type': `application/json;${' a=b;'.repeat(n)}` };
      return () => server.admin.send({ method: 'POST', url: submit, payload: '{}', headers });
    },
  ],
  [
    'Idempotency-Key',
    4000,
    (n) => {
      const headers = { 'idempotency-key': '-'.repeat(n) };
      return () => server.admin.send({ method: 'POST', url: submit, payload: {}, headers });
    },
  ],
  [
    'Authorization',
    4000,
    (n) => {
      const headers = { authorization: `${basic}${':'.repeat(n)}` };
      return () => server.anybody.send({ method: 'POST', url: '/api/blade-auth/oauth/token', headers });
    },
  ],
  [
    'cookies',
    20_000,
    (n) => {
      const cookies = `${'; '.repeat(n)}leasedesk-oaut`;
      return () => holderOf(cookies);
    },
  ],
  [
    'cookies of spaces',
    20_000,
    (n) => {
      const cookies = `;${' '.repeat(n)}leasedesk-oaut`;
      return () => holderOf(cookies);
    },
  ],
  [
    'ids',
    5000,
    (n) => {
      const ids = many(n, (i) => String(i + 1), ',');
      return orRefused(() => readQuery({ params: { ids }, body: {} }));
    },
  ],
  [
    'ids in a body',
    5000,
    (n) => {
      const ids = Array.from({ length: n }, (_, i) => String(i + 1));
      return orRefused(() => readBody({ params: {}, body: { ids } }));
    },
  ],
  [
    'the same id',
    20_000,
    (n) => {
      const ids = many(n, () => '1', ',');
      return orRefused(() => readQuery({ params: { ids }, body: {} }));
    },
  ],
  ['a refresh token', 20_000, (n) => orRefused(() => readRefreshToken(server.deps, '1.'.repeat(n)))],
  [
    'a rule of conditions',
    10,
    (n) => {
      const rule = `{"all":[${many(n, () => '{"field":"remark","is":"=","value":"x"}', ',')}]}`;
      return orRefused(() => readRule(rule, order));
    },
  ],
  [
    'a deep rule',
    100,
    (n) => {
      const rule = '{"all":['.repeat(n);
      return orRefused(() => readRule(rule, order));
    },
  ],
  [
    'SM2 digits',
    500,
    (n) => {
      const digits = `04${'ab'.repeat(n / 2)}`;
      const { privateKey } = sm2Keys(server.deps.secrets);
      return () => openSm2(digits, privateKey);
    },
  ],
  [
    'no SM2 digits',
    50_000,
    (n) => {
      const digits = 'ab'.repeat(n);
      return () => openSm2(`${digits}g`, sm2Keys(server.deps.secrets).privateKey);
    },
  ],
  [
    'an address of the network',
    20_000,
    (n) => {
      const address = ':1'.repeat(n);
      return () => networkOf(address);
    },
  ],
  [
    'a link to a file',
    20_000,
    (n) => {
      const link = `/api/blade-resource/attach/file/${'0'.repeat(n)}/1?${'e=1&'.repeat(n)}`;
      return () => server.deps.files.idFrom('000000', link);
    },
  ],
  [
    'the head of a picture',
    50_000,
    (n) => {
      const bytes = Buffer.alloc(4 * n, Buffer.from([0xff, 0xe0, 0, 2]));
      bytes[1] = 0xd8;
      return () => sniff(bytes);
    },
  ],
  [
    'written text',
    1000,
    (n) => {
      const html = '<p><b>x</b><a href="x">y</a><img src="x"><i></p>'.repeat(n);
      return orRefused(() => sanitize(html, (src) => src));
    },
  ],
  [
    'written text of open elements',
    5000,
    (n) => {
      const html = `${'<p><b>'.repeat(n)}x${'<a href="x">'.repeat(n)}`;
      return orRefused(() => sanitize(html, (src) => src));
    },
  ],
  [
    'written text of brackets',
    5000,
    (n) => {
      const html = '<'.repeat(n) + '&lt;'.repeat(n) + '<!--'.repeat(n);
      return () => sanitize(html, (src) => src);
    },
  ],
  [
    'names and values alone',
    20_000,
    (n) => {
      const text = many(n, (i) => `n${i}=1`, '&');
      return () => readForm(text);
    },
  ],
  [
    'levels of brackets alone',
    100_000,
    (n) => {
      const text = '[{"'.repeat(n);
      return () => depthOf(text);
    },
  ],
])('%s', (_name, length, make) => growsInStep(length, make));

it('a list under all the conditions its fields take', async () => {
  const names = ['realName', 'tel', 'remark', 'openId'];
  const suffixes = ['equal', 'notequal', 'like', 'notlike', 'likeleft', 'likeright', 'null', 'notnull', 'ge', 'le'];
  const all = names.flatMap((name) => suffixes.map((suffix) => `${name}_${suffix}`));
  await growsInStep(all.length / 4, (n) => {
    const query = Object.fromEntries(all.slice(0, n).map((name) => [name, '1']));
    return async () => {
      const { status } = await server.admin.get('/blade-customer/customer/list', query);
      if (status !== 200) throw new Error(`answered ${status}`);
    };
  });
});

it('the whole server answers its monitor while the largest forms of strangers are turned away', async () => {
  const { send } = clientOf(server.app);
  const payload = many(3000, (i) => `${i}=`, '&').slice(0, 16 * 1024);
  const form = { 'content-type': 'application/x-www-form-urlencoded', authorization: basic };
  const took = await processorTime(async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        send({ method: 'POST', url: '/api/blade-auth/oauth/token', payload, headers: form }),
      ),
    );
    expect(new Set(answers.map(({ body }) => body.reason))).toEqual(new Set(['tooManyNames']));
    expect((await send({ url: '/health/live' })).status).toBe(200);
  });
  expect(took).toBeLessThan(5000);
});
