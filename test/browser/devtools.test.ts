/** Redux DevTools with the console: what they receive, and that going back in time only changes the display. */
import type { Browser, Page } from 'playwright-core';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { enter, goByMenu, withoutEvents } from '../support/desk';

jest.setTimeout(120_000);

interface Tools {
  options: {
    name: string;
    trace: boolean;
    actionSanitizer(action: object): object;
    stateSanitizer(state: object): object;
  };
  types: string[];
  state(): object;
  jump(state: object): void;
}
type WithTools = Window & { tools: Tools };

/** As the extension does it: its own reducer around that of the store, reached past every middleware. */
function installTools() {
  const tools = { types: [] as string[] } as unknown as Tools;
  type Reducer = (state: object | undefined, action: { type: string; state?: object }) => object;
  type Create = (reducer: Reducer, ...rest: unknown[]) => { dispatch(action: object): void; getState(): object };
  Object.assign(window, {
    tools,
    __REDUX_DEVTOOLS_EXTENSION_COMPOSE__:
      (options: Tools['options']) =>
      (...enhancers: ((next: Create) => Create)[]) =>
      (create: Create) => {
        const lifted: Create = (reducer, ...rest) => {
          const store = create(
            (state, action) => {
              if (action.type === 'tools/jump') return action.state!;
              tools.types.push(action.type);
              return reducer(state, action);
            },
            ...rest,
          );
          Object.assign(tools, {
            options,
            state: () => store.getState(),
            jump: (state: object) => store.dispatch({ type: 'tools/jump', state }),
          });
          return store;
        };
        return enhancers.reduceRight((next, enhance) => enhance(next), lifted);
      },
  });
}

describe('developer tools', () => {
  let server: RunningServer;
  let browser: Browser;
  let page: Page;
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  const menu = async (name: string) => {
    await goByMenu(page, name);
    await heading(name);
    await page.locator('[data-kept-page]:visible tbody tr').first().waitFor();
    await page.waitForLoadState('networkidle');
  };

  beforeAll(async () => {
    server = await startServer({ DEMO: '1' });
    browser = await launch();
    page = await (await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } })).newPage();
    await withoutEvents(page);
    await page.addInitScript(installTools);
    await enter(page, server.url);
  }, BUILD_LIMIT_MS);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  it('see named actions with their trace, and no secret', async () => {
    const seen = await page.evaluate(() => {
      const { options, types, state } = (window as unknown as WithTools).tools;
      return {
        name: options.name,
        trace: options.trace,
        types,
        action: options.actionSanitizer({ type: 'x', payload: { name: 'password', value: 'hunter2' } }),
        state: JSON.stringify(options.stateSanitizer(state())),
        token: (state() as { token: { accessToken: string } }).token.accessToken,
      };
    });
    expect(seen).toMatchObject({ name: 'LeaseDesk', trace: true });
    expect(seen.types).toContain('session/signedIn');
    expect(seen.types.filter((type) => !/^(@@|[a-zA-Z]+\/)/.test(type))).toEqual([]);
    expect(JSON.stringify(seen.action)).not.toContain('hunter2');
    expect(seen.token.length).toBeGreaterThan(20);
    expect(seen.state).not.toContain(seen.token);
  });

  it('go back and forth in time: screen and address follow, without a request or an effect', async () => {
    await menu('产品目录');
    const then = await page.evaluateHandle(() => (window as unknown as WithTools).tools.state());
    await menu('客户管理');
    const now = await page.evaluateHandle(() => (window as unknown as WithTools).tools.state());
    const asked: string[] = [];
    page.on('request', (request) => {
      // The bell keeps polling, whatever state is shown.
      if (request.url().includes('/api/') && !request.url().endsWith('/inbox/unread')) asked.push(request.url());
    });
    const actions = () => page.evaluate(() => (window as unknown as WithTools).tools.types.length);
    const jump = (state: typeof then) =>
      page.evaluate((it) => (window as unknown as WithTools).tools.jump(it), state as never);
    const before = await actions();
    await jump(then);
    await heading('产品目录');
    expect(new URL(page.url()).pathname).toBe('/lease/product');
    await jump(now);
    await heading('客户管理');
    expect(new URL(page.url()).pathname).toBe('/lease/customer');
    await page.waitForTimeout(500); // any request would have been sent by now
    expect(asked).toEqual([]);
    expect((await actions()) - before).toBeLessThanOrEqual(4); // what the bell may have done
  });
});
