/** Files that a person sends at once do not all stand in memory: two do, and the others wait without being read. */
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { kindBytes } from '../../../server/kernel/files/fileKind';
import { png, pngChunk } from '../../support/png';
import { type Client, type Server, startServer } from '../../support/server';

let server: Server;
let port: number;
beforeAll(async () => {
  server = await startServer();
  const permissions = ['picture_add', 'loanInformation_add', 'flow_model_deploy'];
  await server.addUser({ account: 'sender', permissions });
  await server.addUser({ account: 'other', permissions });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  port = (server.app.server.address() as AddressInfo).port;
}, 120_000);
afterAll(() => server.close());

const boundary = 'a-boundary';
const drawn = png();
/** Longer than what files are known by: with a remark after its head. */
const bytes = Buffer.concat([drawn.subarray(0, 33), pngChunk('tEXt', 'x'.repeat(3 * kindBytes)), drawn.subarray(33)]);
const held = 200;

/** Begins to send a picture; `end` sends what is left, and the answer's status comes then. */
function sending(person: Client, path: string) {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`;
  const whole = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  const begun = whole.length - held;
  let isAnswered = false;
  const sent = request({
    ...{ host: '127.0.0.1', port, method: 'POST' },
    path: `/api${path}`,
    headers: {
      ...person.headers,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': whole.length,
    },
  });
  const status = new Promise<number>((resolve, reject) => {
    sent.once('error', reject);
    sent.once('response', (answer) => {
      isAnswered = true;
      answer.resume();
      resolve(answer.statusCode!);
    });
  });
  sent.write(whole.subarray(0, begun));
  return { status, isAnswered: () => isAnswered, end: () => sent.end(whole.subarray(begun)) };
}

it.each([
  ...['avatar', 'editor', 'file'].map((purpose) => `/blade-resource/oss/endpoint/put-file?purpose=${purpose}`),
  '/blade-picture/picture/upload-images',
  '/blade-loanInformation/loanInformation/upload-images-with-ocr?type=1&wait=0',
  // A picture is no diagram: it is read, and refused.
  '/blade-flow/manager/deploy-upload',
])('to %s', async (path) => {
  const answered = path.endsWith('deploy-upload') ? 400 : 200;
  const [own, others] = [await server.as('sender'), await server.as('other')];
  const whole = (person: Client) => {
    const one = sending(person, path);
    one.end();
    return one;
  };
  const slow = [sending(own, path), sending(own, path)];
  // What another person sends waits for none of them, and they have begun once it is stored.
  expect(await whole(others).status).toBe(answered);
  const third = whole(own);
  expect(await whole(others).status).toBe(answered);
  expect(third.isAnswered()).toBe(false);
  slow[0]!.end();
  expect([await slow[0]!.status, await third.status]).toEqual([answered, answered]);
  slow[1]!.end();
  expect(await slow[1]!.status).toBe(answered);
});
