/** What is read of a program that cannot be loaded: the files that it is made of throw before it can catch anything. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadFault } from '../../server/startFault';

const root = join(__dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'leasedesk-load-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function start(throwing: string) {
  const early = join(root, 'server/startFault.ts');
  writeFileSync(join(folder, 'thrown.ts'), `export {};\n${throwing}\n`);
  writeFileSync(join(folder, 'main.ts'), `import '${early}';\nimport './thrown';\n`);
  const { status, stderr } = spawnSync(process.execPath, ['--require', 'tsx/cjs', join(folder, 'main.ts')], {
    cwd: root,
    encoding: 'utf8',
  });
  return { status, stderr };
}

it('is the first that the server loads', () => {
  const [first] = /^import .*$/m.exec(readFileSync(join(root, 'server/main.ts'), 'utf8'))!;
  expect(first).toBe("import './startFault';");
});

it('is one sentence where a module in the list has no half', () => {
  const sentence = "server/lease/car.ts does not define the server half of 'car'";
  expect(start(`throw new Error(${JSON.stringify(sentence)});`)).toEqual({ status: 1, stderr: `${sentence}\n` });
});

it('names the file that is not there, and the one that imports it', () => {
  const { status, stderr } = start("require('./lease/car');");
  expect(status).toBe(1);
  expect(stderr).toMatch(/^找不到 \.\/lease\/car，引用它的是 \S+thrown\.ts · \.\/lease\/car is not there, .*\n$/);
});

it('is the stack where the mistake is in the program', () => {
  const { status, stderr } = start('(undefined as never as { name: string }).name;');
  expect(status).toBe(1);
  expect(stderr).toMatch(/^TypeError: .*\n\s+at .*thrown\.ts/);
});

it('is said for whatever is thrown', () => {
  expect(loadFault('no error')).toBe('no error');
});
