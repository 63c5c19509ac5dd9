/**
 * The languages: each is a folder of `texts/` with a `language.json`, which holds its name and how it writes, and
 * `first.json`, the texts of signing in. Both are known before any other file is loaded: the build writes them into the
 * programs, the tests and the scripts define them as globals. The folders are listed nowhere else.
 */
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { hasPart, readLanguages } = require('./languageParts.cjs');

const texts = join(__dirname, '../texts');
const languages = readLanguages(texts);

const globals = {
  __languages__: languages.map(({ code, held }) => ({
    code,
    ...held,
    hasCatalogue: hasPart(texts, code, 'contract.ts'),
  })),
  __firstWords__: Object.fromEntries(
    languages.map(({ code }) => [code, JSON.parse(readFileSync(join(texts, code, 'first.json'), 'utf8'))]),
  ),
};
Object.assign(globalThis, globals);
module.exports = globals;
