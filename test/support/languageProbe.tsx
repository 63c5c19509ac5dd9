/**
 * Lives in a copy of the product that has one language more, and tells as JSON what the product makes of it. Started by
 * test/src/i18n/languages.test.ts with the language and the folder's own first words.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import i18next from 'i18next';
import { languageAccepted, languages } from '../../contract/domain/languages';
import { addCatalogue, countIn, joined, textIn } from '../../contract/domain/text';
import { product } from '../../contract/modules/lease/product';
import { problemText } from '../../contract/schema/messages';
import { sentence } from '../../contract/wire/refusals';
import { loadCatalogues } from '../../server/kernel/texts';
import { startI18n } from '../../src/i18n/begin';
import { loadLanguage, loadTexts } from '../../src/i18n/language';
import firstPage from '../../src/shell/login/firstPage';
import { preferences } from '../../src/store/preferences';
import { words as zh } from '../../texts/zh/words';
import { quiet, start } from './fakeWorld';
import { storage } from './storage';

interface Words {
  [key: string]: string | Words;
}
function keysOf(words: Words, before = ''): string[] {
  return Object.entries(words).flatMap(([key, word]) =>
    typeof word === 'string' ? [before + key] : keysOf(word, `${before}${key}.`),
  );
}

async function probe(code: string) {
  const places = { local: {}, window: {}, cookies: {} };
  const app = await start({ signedIn: false, at: '/login', storage: storage(places).storage });
  app.do(preferences.actions.speak(code));
  await quiet();
  await app.persistor?.flush();
  const again = await start({ signedIn: false, at: '/login', storage: storage(places).storage });
  again.do({ type: 'begins' });

  const beforeItsTexts = textIn(product.fields.productName.label, code);
  startI18n(languages[0]!.code);
  const areas = readdirSync(join(__dirname, '../../texts/zh/areas')).map((file) => file.replace('.ts', ''));
  await loadTexts('frame', 'pages', ...areas);
  await loadLanguage(code);
  const t = i18next.t as (key: string) => string;

  const page = firstPage({
    built: {
      css: '',
      scripts: [],
      program: [],
      inside: [],
      words: { [code]: [`/${code}.js`] },
      spare: [],
      spareWords: {},
    },
  });
  const field = textIn(product.fields.productName.label, code);
  const status = textIn(product.fields.status.label, code);
  addCatalogue(code, {}); // as the server begins, which shares nothing with the console
  await loadCatalogues();
  return {
    offered: languages.map(({ code: one, name }) => `${one} ${name}`),
    chosen: app.see(preferences.selectors.language),
    spoken: app.spoken.at(-1),
    afterReload: again.see(preferences.selectors.language),
    asked: again.asked.at(-1)?.call.headers?.['Accept-Language'] ?? '',
    own: [t('frame.skip'), t('crud.add'), t('job.next')],
    fromFallback: t('frame.retry'),
    unsaid: keysOf(zh).filter((key) => t(key) === key),
    drawn: page.split('<template ').filter((part) => part.startsWith(`lang="${code}"`)),
    beforeItsTexts,
    field,
    status,
    accepted: languageAccepted(`${code}-ZZ,en;q=0.5`),
    unknown: languageAccepted('tlh'),
    refusal: sentence('stale', code),
    refusalFallback: sentence('busy', code),
    problem: problemText(product.fields.productName, 'required', code),
    list: joined(['a', 'b'], code),
    count: countIn(1_234_567, code),
  };
}

void probe(process.argv[2]!).then(
  (found) => process.stdout.write(`${JSON.stringify(found)}\n`, () => process.exit(0)),
  (error) => {
    process.stderr.write(`${error?.stack ?? error}\n`, () => process.exit(1));
  },
);
