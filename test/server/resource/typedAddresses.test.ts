/** Addresses of other systems that are refused: the sentence says them back without what is secret in them. */
import { type Server, startServer } from '../../support/server';

let server: Server;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.close());

const typed = 'http://u:planted-1@store.example/a?sign=planted-2#planted-3';
/** More servers than a field may name, the last with a person. */
const many = `${'a,'.repeat(10)}${typed}`;

it.each([
  [
    'a store',
    '/blade-resource/oss',
    { endpoint: typed, category: 1, ossCode: 'x', bucketName: 'b', accessKey: 'k', secretKey: 'k' },
  ],
  [
    'a store below a path',
    '/blade-resource/oss',
    { endpoint: 'http://store.example/a', category: 1, ossCode: 'x', bucketName: 'b', accessKey: 'k', secretKey: 'k' },
  ],
  ['a message service', '/blade-resource/sms', { endpoint: typed, category: 5, smsCode: 'x' }],
  [
    'a job server',
    '/blade-job/job-server',
    { jobServerUrl: typed, jobServerName: 'x', jobAppName: 'x', jobAppPassword: 'x' },
  ],
  [
    'too many job servers',
    '/blade-job/job-server',
    { jobServerUrl: many, jobServerName: 'x', jobAppName: 'x', jobAppPassword: 'x' },
  ],
])('%s', async (_what, path, body) => {
  const { status, body: answer } = await server.admin.post(`${path}/submit`, { body });
  expect([status, answer.reason]).toEqual([400, expect.stringMatching(/bad(Endpoint|Address)$/)]);
  expect(answer.msg).toContain('store.example');
  expect(JSON.stringify(answer)).not.toContain('planted');
});
