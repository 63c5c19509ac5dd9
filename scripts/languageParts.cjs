/**
 * The parts of the languages: the files that each folder of `texts/` has, and those that it lacks. The source language
 * has all of them; another one may lack some where it names languages that fill in.
 */
const { existsSync, readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

/** All texts are written in it first. */
const source = 'zh';
/** The contract is declared in both, so they need no translation of it. */
const declared = [source, 'en'];
const facts = ['name', 'tag', 'fallback', 'numbers', 'listSeparator', 'wordGap'];

function areasOf(texts, code) {
  const folder = join(texts, code, 'areas');
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

/** The files of a complete language. */
function neededParts(texts, code) {
  const catalogue = declared.includes(code) ? [] : ['contract.ts'];
  return ['frame.ts', 'pages.ts', ...catalogue, ...areasOf(texts, source).map((file) => `areas/${file}`)];
}

function hasPart(texts, code, file) {
  return existsSync(join(texts, code, file));
}

/** The codes of the languages; the source language comes first. */
function languageCodes(texts) {
  return readdirSync(texts, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort((a, b) => Number(b === source) - Number(a === source) || a.localeCompare(b));
}

function readFacts(texts, code, codes) {
  for (const file of ['language.json', 'first.json'])
    if (!hasPart(texts, code, file)) throw new Error(`缺少 texts/${code}/${file} / texts/${code}/${file} is missing`);
  const held = JSON.parse(readFileSync(join(texts, code, 'language.json'), 'utf8'));
  const unsaid = facts.filter((name) => held[name] === undefined);
  if (unsaid.length > 0)
    throw new Error(
      `texts/${code}/language.json 缺少 ${unsaid.join('、')} / texts/${code}/language.json lacks ${unsaid.join(', ')}`,
    );
  const unknown = held.fallback.find((one) => one === code || !codes.includes(one));
  if (unknown !== undefined)
    throw new Error(
      `texts/${code}/language.json 的 fallback 写了 ${unknown}，没有这样的其他语言（${codes.join('、')}）/ ` +
        `texts/${code}/language.json names ${unknown} in fallback, which is no other language (${codes.join(', ')})`,
    );
  return held;
}

/**
 * Every language with its facts and the files that it lacks. Refuses a folder that cannot be a language, and one that
 * lacks a file which no other language fills in for.
 */
function readLanguages(texts) {
  const codes = languageCodes(texts);
  return codes.map((code) => {
    const held = readFacts(texts, code, codes);
    const lacks = neededParts(texts, code).filter((file) => !hasPart(texts, code, file));
    if (lacks.length > 0 && held.fallback.length === 0)
      throw new Error(
        `缺少 texts/${code}/${lacks[0]}，且 texts/${code}/language.json 的 fallback 未指定替补语言 / ` +
          `texts/${code}/${lacks[0]} is missing, and texts/${code}/language.json names no language in fallback to fill in`,
      );
    return { code, held, lacks };
  });
}

/** One line for each incomplete language. */
function incompleteLanguages(texts) {
  return readLanguages(texts).flatMap(({ code, held: { fallback }, lacks }) =>
    lacks.length === 0
      ? []
      : [
          `texts/${code} 缺少 ${lacks.join('、')}，由 ${fallback.join('、')} 替补；逐条列出：npm run texts -- ${code} / ` +
            `texts/${code} lacks ${lacks.join(', ')}, for which ${fallback.join(', ')} fills in; their keys: npm run texts -- ${code}`,
        ],
  );
}

module.exports = { hasPart, incompleteLanguages, languageCodes, neededParts, readLanguages, source };
