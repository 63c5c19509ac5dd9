/** The product with a change in its source text, made as the modules are loaded; the files stay as they are. */
import { dirname, resolve } from 'node:path';
import { type Patch, planted } from '../explore/faults';

const root = resolve(__dirname, '../..');

/** Packages that are loaded once for all: they have no part in what is planted. */
const shared = [
  '@fluentui/react-components',
  '@reduxjs/toolkit',
  'fast-check',
  'react',
  'react-dom',
  'react-i18next',
  'react-redux',
  'react-router-dom',
  'redux-saga',
  'redux-saga/effects',
];
const packages = new Map<string, unknown>();
const mocked = new Set<string>();

/** Back to the product as it is. */
export function unplant(): void {
  jest.resetModules();
  for (const path of mocked) jest.dontMock(path);
  mocked.clear();
}
/** All modules that are required from now on are loaded anew, the changed ones from the changed text. */
export function plant(fault: { name: string; patches: Patch[] }): void {
  for (const name of shared) if (!packages.has(name)) packages.set(name, require(name));
  unplant();
  const mock = (path: string, make: () => unknown) => {
    mocked.add(path);
    jest.doMock(path, make);
  };
  for (const [name, module] of packages) mock(name, () => module);
  for (const [path, code] of planted(fault, root))
    mock(path, () => {
      const module = { exports: {} };
      const load = (name: string) => require(name.startsWith('.') ? resolve(dirname(path), name) : name);
      new Function('require', 'module', 'exports', code)(load, module, module.exports);
      return module.exports;
    });
}
