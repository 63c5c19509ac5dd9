/** What runs as one, and what `npm run test:changed` takes: read from the tree, so that no list can fall behind. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const { groupsOf, testFiles } = require('../support/groups.cjs') as {
  groupsOf(project: string, files: string[]): Record<string, string[]>;
  testFiles(project: string): string[];
};

describe.each(['server', 'browser'])('the groups of the %s stage', (project) => {
  const groups = groupsOf(project, testFiles(project));

  it('hold each test file once', () => {
    const there = readdirSync(join(root, 'test', project), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => `test/${project}/${name}`);
    expect(Object.values(groups).flat().sort()).toEqual(there.sort());
  });

  it('are of one area each', () => {
    for (const files of Object.values(groups))
      expect(new Set(files.map((file) => file.split('/').slice(0, -1)[2])).size).toBe(1);
  });
});

it('a file that puts other modules in place of the product’s, or takes processor times, runs by itself', () => {
  const groups = Object.values(groupsOf('server', testFiles('server')));
  expect(groups).toContainEqual(['test/server/lease/ledger/late.test.ts']);
  expect(groups).toContainEqual(['test/server/kernel/uploadGrowth.test.ts']);
});

interface Reach {
  tests: Record<'unit' | 'server' | 'browser', string[]>;
  pages: string[];
  all: string[];
}
/** What each of these changes reaches, by one program: it reads the whole tree. */
function reachOf(...changes: string[]): Reach[] {
  const program = `const { reachedBy } = await import('./scripts/related.mjs');
    console.log(JSON.stringify(${JSON.stringify(changes)}.map((file) => reachedBy([file]))))`;
  const args = ['--input-type=module', '-e', program];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' }));
}

describe('a change reaches', () => {
  const changes = {
    screen: 'src/features/system/dept.ts',
    declaration: 'contract/modules/system/dept.ts',
    migration: 'server/migrations/0049_list_changes.sql',
    rule: 'server/lease/exit/exitCalls.ts',
    kernel: 'server/kernel/database.ts',
    packages: 'package.json',
  };
  const reach = {} as Record<keyof typeof changes, Reach>;
  beforeAll(() => {
    const found = reachOf(...Object.values(changes));
    Object.keys(changes).forEach((name, at) => {
      reach[name as keyof typeof changes] = found[at]!;
    });
  }, 60_000);

  it('by a screen the tests of its area and those of the house; pages in the browser are named', () => {
    expect(reach.screen.tests.unit).toEqual(expect.arrayContaining(['test/house/features.test.ts']));
    expect(reach.screen.tests.unit.some((file) => file.startsWith('test/src/features/system/'))).toBe(true);
    expect(reach.screen.tests.server).toEqual([]);
    expect(reach.screen.pages).toContain('test/browser/admin.test.ts');
  });

  it.each(['declaration', 'migration'] as const)('by a %s the tests that walk through all modules', (name) => {
    const walkers = ['test/server/engine/matrix.test.ts', 'test/server/engine/isolationModel.test.ts'];
    expect(reach[name].tests.server).toEqual(expect.arrayContaining(walkers));
  });

  it('by a rule of the business the tests that are called by it', () => {
    expect(reach.rule.tests.server).toEqual(['test/server/lease/exit.test.ts']);
  });

  it('by what stands below everything, everything above it; by packages no one test', () => {
    expect(reach.kernel.tests.server.length).toBeGreaterThan(testFiles('server').length / 2);
    expect(reach.packages.all).toEqual(['package.json']);
    expect(reach.screen.all).toEqual([]);
  });

  it('no test that is not there', () => {
    for (const { tests, pages } of Object.values(reach))
      for (const file of [...Object.values(tests).flat(), ...pages]) expect(existsSync(join(root, file))).toBe(true);
  });
});
