import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { major, minVersion, satisfies } from 'semver';

interface Entry {
  version: string;
  resolved?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  engines?: { node?: string };
}

const root = join(__dirname, '../..');
function read(name: string) {
  return JSON.parse(readFileSync(join(root, name), 'utf8'));
}
const own: Record<'dependencies' | 'devDependencies', Record<string, string>> & { engines: { node: string } } =
  read('package.json');
const packages: Record<string, Entry> = read('package-lock.json').packages;
const names = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, '')));

describe('the packages', () => {
  it('are locked without the address of a registry, so that any mirror can serve them', () => {
    expect(Object.keys(packages).length).toBeGreaterThan(100);
    expect(Object.keys(packages).filter((path) => packages[path]!.resolved !== undefined)).toEqual([]);
  });

  it('are named with one exact version', () => {
    const ranges = Object.entries({ ...own.dependencies, ...own.devDependencies }).filter(([name, version]) => {
      // a package under another name says its own before the version
      return packages[`node_modules/${name}`]?.version !== version.replace(/^npm:.+@/, '');
    });
    expect(ranges).toEqual([]);
  });

  it('are locked for every platform; `npm run lock` adds what a mirror left out', () => {
    const missing = Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies })
        .filter((name) => !names.has(name))
        .map((name) => `${path} -> ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it('run on the oldest Node that the product runs on, and on those that its checks try', () => {
    const oldest = minVersion(own.engines.node)!.version;
    const workflow = readFileSync(join(root, '.github/workflows/checks.yml'), 'utf8');
    const tried = [...workflow.matchAll(/\bnode: \[(.+)\]/g)].flatMap(([, list]) => list!.split(', '));
    const lines = [...new Set(tried)].sort();
    expect(lines).toContain(String(major(oldest)));
    const [front, chinese] = ['README.md', 'README.zh-CN.md'].map((name) => readFileSync(join(root, name), 'utf8'));
    expect(front).toContain(
      `Node ${lines.join(', ').replace(/, (?=\d+$)/, ' or ')} (from ${oldest.replace(/\.0$/, '')} on)`,
    );
    expect(chinese).toContain(
      `Node ${lines.join('、').replace(/、(?=\d+$)/, ' 或 ')}（${oldest.replace(/\.0$/, '')} 起）`,
    );
    // the checks take the newest release of each line, which is later than this one
    const refusing = Object.entries(packages).flatMap(([path, { engines }]) =>
      [oldest, ...tried.filter((one) => Number(one) > major(oldest)).map((one) => `${one}.15.0`)]
        .filter((node) => engines?.node && !satisfies(node, engines.node))
        .map((node) => `${path} on ${node}`),
    );
    expect(refusing).toEqual([]);
  });

  it('are typed as that oldest Node is: what only a later one has does not pass the type checker', () => {
    expect(major(own.devDependencies['@types/node']!)).toBe(major(minVersion(own.engines.node)!));
  });

  it('run no program of theirs when they are installed', () => {
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    expect(execFileSync(npm, ['config', 'get', 'ignore-scripts'], { cwd: root, encoding: 'utf8' }).trim()).toBe('true');
  });
});
