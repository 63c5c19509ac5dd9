/**
 * The languages: each is a folder of `texts/` with a `language.json`, which holds its name and how it writes, and
 * `first.json`, the texts of signing in. Both are known before any other file is loaded: the build writes them into the
 * programs, the tests and the scripts define them as globals. The folders are listed nowhere else.
 */
const { existsSync, readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '../texts');
function read(...path) {
  return JSON.parse(readFileSync(join(root, ...path), 'utf8'));
}
/** The source language comes first. */
const source = 'zh';

function languages() {
  const codes = readdirSync(root).filter((code) => existsSync(join(root, code, 'language.json')));
  return codes
    .sort((a, b) => Number(b === source) - Number(a === source) || a.localeCompare(b))
    .map((code) => ({
      code,
      ...read(code, 'language.json'),
      hasCatalogue: existsSync(join(root, code, 'contract.ts')),
    }));
}
function firstWords() {
  return Object.fromEntries(languages().map(({ code }) => [code, read(code, 'first.json')]));
}

const globals = { __languages__: languages(), __firstWords__: firstWords() };
Object.assign(globalThis, globals);
module.exports = globals;
