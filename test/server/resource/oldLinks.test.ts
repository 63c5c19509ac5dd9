/** An old link to a file of others opens it no more, not even by a record that would show the file with a new one. */
import { png } from '../../support/png';
import { type Client, leaseOf, ok, type Server, startServer } from '../../support/server';

let server: Server;
let reader: Client;
beforeAll(async () => {
  server = await startServer();
  const rights = ['picture', 'picture_add', 'loanInformation', 'loanInformation_add', 'notice', 'notice_add', 'order'];
  await server.addUser({ account: 'reader', permissions: [...rights, 'customer'] });
  reader = await server.as('reader');
});
afterAll(() => server.close());

/** Every record that takes a file by its link: what it answers, '' where it takes it. */
async function takenBy(client: Client, link: string): Promise<string[]> {
  const { id: orderId, customerId } = await leaseOf(server).order();
  const ofPicture = { orderId, picType: 6, imageIndex: 0, path: link };
  const paper = { orderId, customerId, picType: 9, name: '合同', path: link };
  const text = { title: '公告', category: 1, content: `<p>图<img src="${link}"></p>` };
  const answers = [
    await client.post('/blade-picture/picture/submit', { body: ofPicture }),
    await client.post('/blade-loanInformation/loanInformation/submit', { body: paper }),
    await client.post('/blade-system/user/update-info', { body: { avatar: link } }),
  ];
  const notice = ok(await client.post('/blade-desk/notice/submit', { body: text }));
  return [
    ...answers.map(({ body }) => (body.success ? '' : body.reason)),
    notice.content.includes('<img') ? '' : 'no picture',
  ];
}

it('is taken while it is valid, and after that by the person who has uploaded the file alone', async () => {
  const put = async (client: Client) =>
    ok(await client.upload('/blade-resource/oss/endpoint/put-file', png(), { query: { purpose: 'avatar' } })).link;
  const [theirs, own] = [await put(server.admin), await put(reader)];
  expect(await takenBy(reader, theirs)).toEqual(['', '', '', '']);
  ok(await reader.post('/blade-system/user/update-info', { body: { avatar: '' } }));
  server.clock.advance(3 * 60 * 60 * 1000);
  expect((await server.anybody.send({ url: theirs })).status).toBe(404);
  const unknown = 'picture.unknownFile';
  expect(await takenBy(reader, theirs)).toEqual([unknown, unknown, 'profile.badAvatar', 'no picture']);
  expect(await takenBy(reader, own)).toEqual(['', '', '', '']);
});
