/** What the documents claim must be so: files, commands, settings, addresses, numbers, who is let in, and what is drawn. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { matchRoutes } from 'react-router-dom';
import { methods } from '../../contract/domain/leasing/methods/methods';
import { version as shown } from '../../contract/domain/version';
import { allModules } from '../../contract/modules';
import { partSize } from '../../contract/wire/attachments';
import { type Menu, menus } from '../../contract/wire/menus';
import { mostPortfolioBytes } from '../../contract/wire/portfolio/sheets';
import { drawing, drawnIn, drawnOn } from '../../scripts/pages/drawing';
import { productRoutes } from '../../src/store/navigation/routes';

const root = join(__dirname, '..', '..');
function read(file: string) {
  return readFileSync(join(root, file), 'utf8');
}
function namesIn(folder: string) {
  return readdirSync(join(root, folder));
}
function found(text: string, pattern: RegExp) {
  return [...new Set([...text.matchAll(pattern)].map(([, one]) => one!))];
}
const fronts = ['README.md', 'README.zh-CN.md'];
const documents = ['.', 'docs', 'docs/decisions', '.github', '.github/ISSUE_TEMPLATE']
  .filter((folder) => existsSync(join(root, folder)))
  .flatMap((folder) =>
    namesIn(folder)
      .filter((name) => /\.(?:md|ya?ml)$/.test(name))
      .map((name) => join(folder, name)),
  );
/** Decisions and the changelog also tell of what was. */
const ofToday = documents.filter((file) => !/decisions\/0|CHANGELOG/.test(file));
const { scripts, version } = JSON.parse(read('package.json')) as { scripts: Record<string, string>; version: string };

/** What the routes of the server are, from the page that `npm run api-page` makes of them: `GET /path` and who may call. */
const calls = new Map(
  [...read('docs/api.md').matchAll(/^\| `([A-Z]+ \/\S+)` \| .*? \| (.*?) \| .*? \|/gm)].map(([, call, permission]) => [
    call!.replace(' /api/', ' /'),
    permission!,
  ]),
);
const paths = [...new Set([...calls.keys()].map((call) => call.split(' ')[1]!))];
/** Addresses that the document does not list. */
const unlisted = ['/docs', '/docs/json', '/metrics', '/version.json'];
const pages = menus.flatMap(function all(menu: Menu): string[] {
  return [menu.path, ...(menu.children ?? []).flatMap(all)];
});

describe.each(documents)('%s', (file) => {
  const text = read(file);

  it('links to files and headings that exist', () => {
    const titles = (of: string) =>
      found(read(of), /^#+ (.+)$/gm).map((title) =>
        title
          .toLowerCase()
          .replace(/[^\p{L}\p{N} _-]/gu, '')
          .replaceAll(' ', '-'),
      );
    const links = [...found(text, /\]\(([^)\s]+)\)/g), ...found(text, /\b(?:src|srcset)="([^"]+)"/g)];
    for (const link of links.filter((one) => !/^https?:/.test(one))) {
      const [path = '', heading] = link.split('#');
      const target = path === '' ? file : join(dirname(file), path);
      expect([link, existsSync(join(root, target))]).toEqual([link, true]);
      if (heading) expect([link, titles(target).includes(heading)]).toEqual([link, true]);
    }
  });

  it('names commands that package.json has', () => {
    for (const name of found(text, /npm run (?:-s )?([a-z][a-z:-]*)/g)) expect(Object.keys(scripts)).toContain(name);
  });

  it('names files and folders that exist', () => {
    const named =
      /`((?:contract|server|src|test|texts|bench|scripts|docs|deploy|dist|public|\.github|\.vscode|\.ci)\/[\w./-]*\w\/?)`/g;
    const rootFiles = /`((?:[\w-]+\.)+(?:yaml|json|md|cjs|ts))`/g;
    // The example of the recipe, and what a build makes.
    const isMade = (path: string) => /\bcar\.|_car\.|\bcar$|^dist\//.test(path);
    const missing = found(text, named).filter((path) => !isMade(path) && !existsSync(join(root, path)));
    expect(missing).toEqual([]);
    if (!ofToday.includes(file)) return;
    const beside = (name: string) => [root, join(root, dirname(file))].some((folder) => existsSync(join(folder, name)));
    const others = new Set(['index.ts', 'tape.json', 'config.json', 'leasedesk-date-time.json']);
    expect(found(text, rootFiles).filter((name) => /^[a-z]/.test(name) && !others.has(name) && !beside(name))).toEqual(
      [],
    );
  });
});

describe('programs that are named', () => {
  it('are those that a build makes', () => {
    const built = read('webpack.config.ts');
    for (const file of ofToday)
      for (const name of found(read(file), /dist\/server\/(\w+)\.js/g))
        expect([file, name, new RegExp(`\\b${name}:|server/.*\\b${name}`).test(built)]).toEqual([file, name, true]);
  });

  it('are all listed among the commands, and no other', () => {
    const listed = found(`${read('docs/commands.md')}${read('docs/benchmarks.md')}`, /^- `npm (?:run )?([a-z:-]+)/gm);
    expect(listed.sort()).toEqual(Object.keys(scripts).sort());
  });
});

/** By Node, packages and psql, and by compose.yaml from the shell. */
const readByOthers = [
  ...['NODE_EXTRA_CA_CERTS', 'OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_TRACES_SAMPLER', 'ONNXRUNTIME_NODE_INSTALL'],
  ...['ON_ERROR_STOP', 'DOMAIN', 'DATABASE_PASSWORD'],
];

describe('the settings', () => {
  const sources = ['config', 'signInSettings', 'backup/backupCommand', 'backup/restoreCommand'].map((name) =>
    read(`server/platform/${name}.ts`),
  );
  const readOnes = found(sources.join('\n'), /(?:env\.|env, '|')([A-Z][A-Z_]{3,})\b/g);

  it('that the page lists are those that the program reads', () => {
    const listed = read('docs/configuration.md')
      .split('\n')
      .filter((line) => line.startsWith('- `'))
      .flatMap((line) => found(line.split(' (')[0]!, /`([A-Z][A-Z_]{3,})`/g));
    expect([...listed].sort()).toEqual([...readOnes].sort());
  });

  it('that any page names are read by some program', () => {
    const programs = ['server', 'scripts', 'test', 'bench']
      .flatMap((folder) =>
        readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
      )
      .filter((name) => /\.(?:ts|mjs|cjs)$/.test(name) && !name.endsWith('claims.test.ts'));
    const all = new Set(
      programs.flatMap((name) =>
        found(read(name), /(?:env\.|env, '|env\['|['"]|\b)([A-Z][A-Z_]{3,})\b(?=['",)\s;:.?\]}=])/g),
      ),
    );
    for (const name of readByOthers) all.add(name);
    for (const file of ofToday) {
      const named = [
        ...found(read(file), /`([A-Z][A-Z_]{3,})`/g).filter((name) => name.includes('_')),
        ...found(read(file), /\b([A-Z][A-Z_]{3,})=/g),
      ];
      expect([file, named.filter((name) => !all.has(name))]).toEqual([file, []]);
    }
  });

  it('leave the server at the port that pages, proxies and scripts made of tapes look for it', () => {
    const [port] = found(read('server/platform/config.ts'), /'PORT', (\d+)/g);
    for (const front of fronts)
      expect([front, found(read(front), /(?:port is|端口是) (\d+)/g)]).toEqual([front, [port]]);
    const collector = '4318';
    for (const file of [...ofToday, ...namesIn('deploy').map((name) => `deploy/${name}`), 'src/tape/take/tests.ts'])
      for (const one of found(read(file), /127\.0\.0\.1:(\d+)/g).filter((one) => one !== collector))
        expect([file, one]).toEqual([file, port]);
  });

  it('of compose.yaml are read by the server, and given by people or by the file itself', () => {
    const [, server = ''] = read('compose.yaml').split(/^ {2}(?:server|database):$/m);
    const set = found(server, /^ {6}([A-Z][A-Z_]+):/gm);
    expect(set.length).toBeGreaterThan(3);
    expect(set.filter((name) => !readOnes.includes(name))).toEqual([]);
    const asked = found(read('compose.yaml'), /\$\{([A-Z_]+)/g);
    const said = read('docs/operations.md')
      .split('\n## ')
      .find((part) => part.startsWith('With containers'))!;
    expect(asked.filter((name) => !readOnes.includes(name) && !said.includes(name))).toEqual([]);
    const address = /ipv4_address: ([\d.]+)/.exec(read('compose.yaml'))?.[1];
    expect(read('compose.yaml')).toContain(`TRUST_PROXY: ${address}\n`);
    // Another container would have it otherwise, when it starts first.
    const [, free] = /ip_range: 172\.30\.87\.(\d+)\/25/.exec(read('compose.yaml')) ?? [];
    expect(Number(address!.split('.').at(-1))).toBeLessThan(Number(free));
    expect(read('compose.yaml')).toMatch(/pg_isready -U leasedesk -h 127\.0\.0\.1\]/);
  });

  it('of nginx let the largest file pass that the console sends at once', () => {
    const [, megabytes] = /client_max_body_size (\d+)m;/.exec(read('deploy/nginx.conf'))!;
    expect(Number(megabytes) * 1024 * 1024).toBeGreaterThan(mostPortfolioBytes + partSize);
  });

  it('of the service let its job write the folder of backups that the operator makes', () => {
    const folders = found(read('docs/operations.md'), /^install -d .* (\/var\/\S+)$/gm);
    expect(folders).toHaveLength(1);
    const unit = read('deploy/leasedesk.service');
    expect(unit).toContain('ProtectSystem=strict\n');
    for (const folder of folders) expect(unit).toContain(`ReadWritePaths=-${folder}\n`);
  });
});

describe('addresses', () => {
  const isCall = (path: string) => {
    const asked = path.replace(/^\/api(?=\/)/, '');
    return [...paths, ...unlisted].some((one) => one === asked || one.startsWith(`${asked}/`));
  };
  const isPage = (path: string) =>
    pages.some((one) => one === path || path.startsWith(`${one}/`)) ||
    (matchRoutes(productRoutes, path)?.at(-1)?.route.path ?? '*') !== '*';

  it.each(ofToday.filter((file) => file !== 'docs/api.md'))('of %s are served', (file) => {
    const text = read(file);
    const methodsNamed = found(text, /`((?:GET|POST) \/[^\s`?]+)(?:\?[^`]*)?`/g);
    const wrongCalls = methodsNamed.filter(
      (call) =>
        !calls.has(call.replace(' /api/', ' /')) && !unlisted.includes(call.split(' ')[1]!.replace(/^\/api/, '')),
    );
    // Of another generation, and what may stand before every address.
    const foreign = new Set(['/blade-auth/token', '/api']);
    const wrongPaths = found(text, /`(?:PUBLIC_URL)?(\/[a-z][\w/.{}-]*\w|\/[a-z]\w*)(?:\?[^`]*)?`/g).filter(
      (path) =>
        !/^\/(?:etc|opt|var|proc|tmp|data|backups|usr|dev)\b/.test(path) &&
        !foreign.has(path) &&
        !isCall(path) &&
        !isPage(path),
    );
    expect({ wrongCalls, wrongPaths }).toEqual({ wrongCalls: [], wrongPaths: [] });
  });
});

describe('who is let in', () => {
  const isOpen = (permission: string) => /`(?:anyone|guest)`/.test(permission);

  it('without signing in is what the page of the wire lists', () => {
    const part = read('docs/wire.md')
      .split('\n## ')
      .find((one) => one.startsWith('Without signing in'))!;
    const listed = found(part, /`((?:GET|POST) \/[^\s`]+)`/g).map((call) => call.replace(' /api/', ' /'));
    expect(listed.sort()).toEqual(
      [...calls]
        .filter(([, permission]) => isOpen(permission))
        .map(([call]) => call)
        .sort(),
    );
  });

  it('is the same where another page says that people are signed in, or anyone may ask', () => {
    const others = ofToday.filter((file) => file !== 'docs/wire.md');
    const sentences = others.flatMap((file) =>
      read(file)
        .replace(/\n(?=\S)/g, ' ')
        .split(/(?<=[.;:。；])\s/),
    );
    for (const sentence of sentences.filter((one) =>
      /without (?:signing in|a session)|needs? no session|to anyone/.test(one),
    ))
      for (const path of found(sentence, /`(?:GET |POST )?(\/[a-z][^\s`?]+)/g)) {
        const asked = path.replace(/^\/api(?=\/)/, '');
        const known = [...calls].filter(([call]) => call.endsWith(` ${asked}`));
        const isOptional = asked.startsWith('/docs') && sentence.includes('API_DOCS=anyone');
        expect([sentence, isOptional || known.some(([, permission]) => isOpen(permission))]).toEqual([sentence, true]);
      }
  });

  it('to the API document is by default who is signed in', () => {
    expect(read('docs/configuration.md')).toContain('`API_DOCS` (`signedIn`)');
    expect(read('server/platform/config.ts')).toContain("env.API_DOCS || 'signedIn'");
  });

  it('does not name as not served what has a menu', () => {
    const titles = menus.flatMap(function all(menu: Menu): string[] {
      return [menu.nameEn, menu.name, ...(menu.children ?? []).flatMap(all)];
    });
    for (const file of ofToday)
      for (const [, said = ''] of read(file).matchAll(/(?:Not served:|不提供)([^.。]*)/g))
        expect([file, titles.filter((title) => said.toLowerCase().includes(title.toLowerCase()))]).toEqual([file, []]);
  });
});

describe('numbers', () => {
  const count = (menu: Menu): number => 1 + (menu.children ?? []).reduce((sum, one) => sum + count(one), 0);
  const facts: [string, number, RegExp][] = [
    ['calls', calls.size, /(\d[\d,]*) calls,|共 (\d+) 个，列在/g],
    ['ways of repaying', methods.length, /(\d+) ways of repaying|(\d+) 种还款方式/g],
    ['modules', allModules.length, /(\d+) modules\b/g],
    ['menus', menus.reduce((sum, menu) => sum + count(menu), 0), /(\d+) menus\b|(\d+) 个菜单/g],
  ];
  it.each(facts)('of %s are right', (_name, number, pattern) => {
    for (const file of ofToday)
      for (const [said, one, other] of read(file).matchAll(pattern))
        expect([file, said, Number((one ?? other)!.replace(',', ''))]).toEqual([file, said, number]);
  });
});

describe('the pages of the front', () => {
  it.each(fronts)('%s is short', (file) => {
    expect(statSync(join(root, file)).size).toBeLessThanOrEqual(10_240);
  });

  it('say the same in both languages: chapters, links, commands, settings, accounts', () => {
    const [english, chinese] = fronts.map((file) => {
      const text = read(file);
      const links = found(text, /\]\(([^)\s]+)\)/g).map((link) => link.replace('.zh-CN', '').replace('.zh.', '.en.'));
      const code = found(text.replace(/```mermaid[\s\S]*?```/, ''), /`([^`\n]+)`/g).map((one) =>
        one.replace(/<[^>]+>/g, '<>'),
      );
      return { chapters: text.match(/^## /gm)!.length, links: links.sort(), code: [...new Set(code)].sort() };
    });
    expect(chinese).toEqual(english);
  });

  it('say in Chinese which of the linked pages are in Chinese', () => {
    const front = read('README.zh-CN.md');
    const isChinese = (text: string) => (text.match(/[\u4e00-\u9fff]/g) ?? []).length > text.length / 5;
    const pagesIn = (text: string) => found(text, /\]\(([^)#\s]+\.md)/g);
    const said = front.split('\n').find((line) => line.includes('以英文为主')) ?? '';
    expect(pagesIn(said)).toEqual(pagesIn(front).filter((file) => isChinese(read(file))));
  });

  it('name people of the demo', () => {
    const accounts = read('server/seed/demo/people.ts');
    for (const account of found(read('README.md'), /^\| `([a-z]+\.[a-z]+)`/gm))
      expect(accounts).toContain(`account: '${account}'`);
  });

  it('draw the layers that the sources are compared with; `npm run drawing` draws them again', () => {
    for (const file of drawnIn) expect(drawnOn(read(file))).toBe(drawing());
  });

  it('show pictures of the same day, in both languages, light and dark, of at most 120 kB', () => {
    const names = ['home', 'order', 'payments'].flatMap((page) =>
      ['en', 'zh'].flatMap((language) => ['dark', 'light'].map((mode) => `${page}.${language}.${mode}.webp`)),
    );
    expect(namesIn('docs/screens').sort()).toEqual(names);
    for (const name of names) expect(statSync(join(root, 'docs/screens', name)).size).toBeLessThanOrEqual(120_000);
    const days = fronts.map((file) => /(?:Taken on |截图日期：)(\d{4}-\d\d-\d\d)/.exec(read(file))?.[1]);
    expect(days[0]).toMatch(/^\d/);
    expect(days[1]).toBe(days[0]);
  });
});

describe('lists of pages', () => {
  it('docs/README.md leads to each page', () => {
    const text = read('docs/README.md');
    const missing = namesIn('docs').filter(
      (name) => name.endsWith('.md') && name !== 'README.md' && !text.includes(`](${name})`),
    );
    expect(missing).toEqual([]);
  });

  it('docs/decisions/README.md has each decision with its title, day and state', () => {
    const rows = [
      ...read('docs/decisions/README.md').matchAll(/^\| (\d+) +\| \[(.+?)\]\((\S+?)\) +\| (\S+) +\| (.+?) +\|$/gm),
    ];
    const files = namesIn('docs/decisions').filter((name) => /^\d/.test(name));
    expect(rows.map(([, , , file]) => file)).toEqual(files.sort());
    for (const [, number, title, file, day, state] of rows) {
      const page = read(`docs/decisions/${file}`);
      expect(page.split('\n')[0]).toBe(`# ${number}. ${title}`);
      expect(day).toMatch(/^20\d\d-[01]\d-[0-3]\d$/);
      const isPast = /^Superseded by/m.test(page);
      expect([file, isPast ? 'superseded' : 'in']).toEqual([file, state!.split(' ')[0]]);
    }
  });
});

it('the version is said alike in package.json, in the program and in the changelog', () => {
  expect(shown).toBe(version);
  expect(/^## (\d+\.\d+\.\d+)/m.exec(read('CHANGELOG.md'))?.[1]).toBe(version);
});
