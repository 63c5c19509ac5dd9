/** What an operator reads when a start is refused is said in Chinese and in English. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const platform = join(__dirname, '../../server/platform');
const judged = ['dataDir', 'directoryLock', 'external', 'secrets', 'embeddedBinaries', 'nodes', 'migrate'];
/** Met by those who change the program, not by those who run it. */
const forDevelopers = /^[`'](?:Migration \$|Two migrations)/;

it.each(judged)('%s says in both languages why nothing is started', (name) => {
  const sentences = [...readFileSync(join(platform, `${name}.ts`), 'utf8').matchAll(/new Error\(\s*([`'].+)/g)].map(
    ([, sentence]) => sentence!,
  );
  expect(sentences.filter((one) => !forDevelopers.test(one) && !/\p{Script=Han}.* · /u.test(one))).toEqual([]);
});
