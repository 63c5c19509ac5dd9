/** Which paths a menu may have. */
import { type Server, startServer } from '../../support/server';

describe('the path of a menu', () => {
  let server: Server;
  let made = 0;
  beforeAll(async () => {
    server = await startServer({
      env: { FRAME_HOSTS: 'reports.example.com' },
    });
  });
  afterAll(() => server.close());

  async function save(path: string, isOpen = 1): Promise<string> {
    const code = `own${++made}`;
    const body = { name: '自定义', code, parentId: '0', path, category: 1, alias: 'menu', sort: 9, isOpen };
    const answer = await server.admin.post('/blade-system/menu/submit', { body });
    return answer.status === 200 ? 'saved' : answer.body.reason;
  }

  it.each([
    ['a page', '/own', 1, 'saved'],
    ['a page of a listed host', 'https://reports.example.com/a.html', 1, 'saved'],
    ['a page of another host', 'https://other.example.com/a.html', 1, 'menu.badAddress'],
    ['a page of another host in a window', 'https://other.example.com/a.html', 2, 'saved'],
    ['a file of our own host', '/docs/help.html', 1, 'menu.ownFrame'],
    ['a file of our own host, by its full address', 'https://lease.example/docs/help.html', 1, 'menu.ownFrame'],
    ['a file of our own host in a window', 'https://lease.example/docs/help.html', 2, 'saved'],
    ['a page of the console, by its full address', 'https://lease.example/wel/index', 1, 'menu.ownFrame'],
    ['a page of the console with html in its path', '/html/orders', 1, 'menu.ownFrame'],
  ])('%s', async (_what, path, isOpen, outcome) => {
    expect(await save(path, isOpen)).toBe(outcome);
  });
});
