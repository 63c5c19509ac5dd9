import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Entry {
  version: string;
  resolved?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

function read(name: string) {
  return JSON.parse(readFileSync(join(__dirname, '../..', name), 'utf8'));
}
const own: { dependencies: Record<string, string>; devDependencies: Record<string, string> } = read('package.json');
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
});
