/** What developers start: `npm run dev`, an editor's configurations, the checks of a pull request. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { type DevLoop, edit, signIn, startLoop, untilBoth } from '../../bench/devLoop';
import { launch } from '../support/browser';
import { isDeep } from '../support/depth';

const root = join(__dirname, '../..');
function read(file: string) {
  return readFileSync(join(root, file), 'utf8');
}

describe('the editor', () => {
  interface Launch {
    name: string;
    port?: number;
    url?: string;
    program?: string;
    runtimeArgs?: string[];
  }
  const { configurations, compounds } = JSON.parse(read('.vscode/launch.json')) as {
    configurations: Launch[];
    compounds: { configurations: string[] }[];
  };
  const initial = (name: string) => new RegExp(`\\b${name} = '(\\d+)'`).exec(read('scripts/dev.mjs'))![1];

  it('finds server and console where npm run dev has them', () => {
    const ports = configurations.flatMap(({ port }) => (port === undefined ? [] : [String(port)]));
    expect(ports).toEqual([initial('INSPECT_PORT')]);
    const urls = configurations.flatMap(({ url }) => (url === undefined ? [] : [url]));
    expect(urls).not.toEqual([]);
    for (const url of urls) expect(new URL(url).port).toBe(initial('PORT'));
  });

  it('starts programs that exist, and pairs configurations that exist', () => {
    const programs = configurations.flatMap(({ program }) => (program === undefined ? [] : [program]));
    expect(programs).not.toEqual([]);
    for (const program of programs)
      expect([program, existsSync(program.replace(/^\$\{workspaceFolder\}/, root))]).toEqual([program, true]);
    const names = configurations.map(({ name }) => name);
    for (const name of compounds.flatMap((one) => one.configurations)) expect(names).toContain(name);
  });

  it('has settings and recommendations that are JSON', () => {
    for (const file of ['settings', 'extensions'])
      expect(JSON.parse(read(`.vscode/${file}.json`))).toBeInstanceOf(Object);
  });
});

describe('npm start, while packages are installed or the build runs', () => {
  it('stand on lines of their own, and not inside the progress that npm draws', () => {
    expect(read('scripts/ensure.mjs')).toMatch(/\['ci', [^\]]*'--no-progress'/);
  });

  it('says every while what still goes on, and nothing once it is done', () => {
    const address = JSON.stringify(pathToFileURL(join(root, 'scripts/ensure.mjs')));
    const asked = `import { goingOn, tell } from ${address};
      import { setTimeout as sleep } from 'node:timers/promises';
      let ended = () => undefined;
      const write = process.stderr.write.bind(process.stderr);
      process.stderr.write = (line) => (ended(), write(line));
      await goingOn(['构建', 'building console'], () => new Promise((resolve) => (ended = resolve)), 10);
      await sleep(100);
      tell('built');`;
    const { stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', asked], { encoding: 'utf8' });
    expect(stderr).toBe('[leasedesk] 仍在构建，已 0 秒… / Still building console, 0 s so far…\n[leasedesk] built\n');
  });

  it('is so for both of them', () => {
    expect(read('scripts/ensure.mjs').match(/await goingOn\(\['\S+', .(\w+)/g)).toHaveLength(2);
  });
});

describe('npm run dev, at a port that is in use', () => {
  it.each(['PORT', 'API_PORT'])('names %s and what to stop, and starts nothing', async (name) => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const { status, stderr, stdout } = spawnSync(process.execPath, ['scripts/dev.mjs'], {
      cwd: root,
      encoding: 'utf8',
      timeout: 30_000,
      env: { ...process.env, PORT: '0', API_PORT: '0', [name]: String(port) },
    });
    taken.close();
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toBe(
      `[leasedesk] 端口 ${port} 已被占用：请先停止 npm start，或用 ${name} 换一个端口 / Port ${port} is in use: stop npm start first, or set ${name}\n`,
    );
  });
});

describe('a pull request', () => {
  it('is checked by every stage of npm test', () => {
    const stages = /^const rows = (.+);$/m.exec(read('scripts/test.mjs'))![1]!.match(/\w+/g);
    const [, matrix = ''] = /^ +stage: \[(.+)\]$/m.exec(read('.github/workflows/checks.yml'))!;
    expect(matrix.split(', ')).toEqual(stages);
  });
});

describe('the icons of Fluent, for developers', () => {
  const icons = require('../../scripts/loaders/devIcons.cjs') as (source: string) => string;
  const folder = join(root, 'node_modules/@fluentui');

  it('are taken from files of their own, all of them', () => {
    const sources = readdirSync(folder)
      .filter((name) => name !== 'react-icons' && existsSync(join(folder, name, 'lib')))
      .flatMap((name) =>
        readdirSync(join(folder, name, 'lib'), { recursive: true, encoding: 'utf8' })
          .filter((file) => file.endsWith('.js'))
          .map((file) => readFileSync(join(folder, name, 'lib', file), 'utf8')),
      )
      .filter((source) => /from ['"]@fluentui\/react-icons['"]/.test(source));
    expect(sources.length).toBeGreaterThan(40);
    expect(sources.map(icons).filter((source) => /from ['"]@fluentui\/react-icons['"]/.test(source))).toEqual([]);
  });

  it('keep the names under which they are imported', () => {
    expect(icons("import { Info12Filled, DismissRegular as Close, bundleIcon } from '@fluentui/react-icons';")).toBe(
      [
        "import { Info12Filled } from '@fluentui/react-icons/svg/info';",
        "import { DismissRegular as Close } from '@fluentui/react-icons/svg/dismiss';",
        "import { bundleIcon } from '@fluentui/react-icons/utils';",
      ].join(' '),
    );
  });
});

/** A minute of a processor: only where the long counts are. Works on a copy, because others read this tree meanwhile. */
if (isDeep)
  describe('npm run dev', () => {
    const limitMs = 180_000;
    const folder = mkdtempSync(join(tmpdir(), 'leasedesk-dev-'));
    const [tree, data] = [join(folder, 'tree'), join(folder, 'data')];
    let loop: DevLoop;
    let browser: Browser;
    let page: Page;
    const ready = () =>
      new RegExp(
        `^ready http\\S+ · 服务已就绪，对外地址 ${loop.url} · the server is ready; its public address is ${loop.url}$`,
        'm',
      );
    const column = () => page.getByText('合计金额').first();

    beforeAll(async () => {
      const made = ['node_modules', 'dist', 'data', '.cache', '.git'];
      cpSync(root, tree, { recursive: true, filter: (from) => !made.some((name) => from === join(root, name)) });
      symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
      loop = await startLoop(tree, data);
      await untilBoth(loop.url);
      browser = await launch();
      page = await browser.newPage({ locale: 'zh-CN' });
      await signIn(page, loop.url, '/lease/order');
    }, limitMs);
    afterAll(async () => {
      await browser?.close();
      await loop?.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    }, limitMs);

    it('serves sources with their maps, and no policy that would keep them from being replaced', async () => {
      const answer = await fetch(`${loop.url}/login`, { headers: { accept: 'text/html' } });
      expect(answer.headers.get('content-security-policy')).toBeNull();
      const script = await (await fetch(`${loop.url}/assets/main.js`)).text();
      const maps = [...script.matchAll(/sourceMappingURL=data:application\/json;charset=utf-8;base64,([\w+/=]+)/g)];
      const sources = maps.flatMap(([, map]) => JSON.parse(Buffer.from(map!, 'base64').toString()).sources);
      expect(sources).toContain('webpack://leasedesk/./src/entry.ts');
    });

    it('hands on what the server answers', async () => {
      const status = async (path: string) => (await fetch(loop.url + path, { redirect: 'manual' })).status;
      expect(await status('/config.json')).toBe(200);
      expect(await status('/api/blade-system/menu/routes')).toBe(401);
      expect(await status('/blade-system/menu/routes')).toBe(401);
      expect(await status('/ureport/preview?_u=blade-none')).toBe(302);
      expect(await status('/favicon.svg')).toBe(200);
      expect(await status('/assets/none.js')).toBe(404);
    });

    it(
      'shows a label of a module that was saved',
      async () => {
        edit(tree, 'contract/modules/lease/order.ts', "'总金额'", "'合计金额'");
        await column().waitFor({ timeout: limitMs });
      },
      limitMs,
    );

    it(
      'takes a page that is left for no fault',
      async () => {
        const from = loop.output().length;
        for (let left = 0; left < 3; left++) {
          await page.goto('about:blank');
          await page.goto(`${loop.url}/lease/order`);
          await column().waitFor({ timeout: limitMs });
        }
        expect(loop.output().slice(from)).not.toMatch(/\berror\b/i);
      },
      limitMs,
    );

    it(
      'replaces a component without loading the page',
      async () => {
        await page.evaluate('window.isSame = true');
        edit(tree, 'src/ui/layout/PageTitle.tsx', '<h1', '<h1 data-replaced=""');
        await page.locator('[data-replaced]').first().waitFor({ timeout: limitMs });
        expect(await page.evaluate('window.isSame')).toBe(true);
      },
      limitMs,
    );

    it(
      'shows a mistake in the console over the page, and goes on after it',
      async () => {
        edit(tree, 'src/ui/layout/PageTitle.tsx', '<h1', '<<h1');
        await page.locator('#webpack-dev-server-client-overlay').waitFor({ timeout: limitMs });
        edit(tree, 'src/ui/layout/PageTitle.tsx', '<<h1', '<h1');
        await page.locator('#webpack-dev-server-client-overlay').waitFor({ state: 'detached', timeout: limitMs });
        await column().waitFor({ timeout: limitMs });
      },
      limitMs,
    );

    it(
      'starts again for the half of a new module, which no file imports yet',
      async () => {
        const from = loop.output().length;
        writeFileSync(join(tree, 'server/lease/fresh.ts'), 'export {};\n');
        await loop.says(ready(), from);
      },
      limitMs,
    );

    it(
      'prints a mistake in the server, and goes on after it',
      async () => {
        const policy = "policy: 'no-referrer'";
        const from = loop.output().length;
        edit(tree, 'server/app.ts', policy, "policy: ('same-origin'");
        await loop.says(/server\/app\.ts:\d+:\d+: ERROR/, from);
        edit(tree, 'server/app.ts', "policy: ('same-origin'", "policy: 'same-origin'");
        await loop.says(ready(), from);
        const { headers } = await fetch(`${loop.url}/health/live`);
        expect(headers.get('referrer-policy')).toBe('same-origin');
      },
      limitMs,
    );

    it(
      'ends with all that it has started',
      async () => {
        const from = loop.output().length;
        expect(await loop.stop()).toBe(0);
        expect(loop.output().slice(from)).not.toMatch(/kill/i);
        expect(existsSync(join(data, 'postgres/postmaster.pid'))).toBe(false);
      },
      limitMs,
    );
  });
