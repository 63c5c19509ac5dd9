import i18next from 'i18next';
import { factsOf, type Language, type LanguageFacts } from '../../contract/domain/languages';
import { addCatalogue } from '../../contract/domain/text';

/** Languages whose texts are loaded or loading. */
const held: Partial<Record<Language, Promise<void>>> = {};
let isAsked = false;

/** The texts of a language, and its translations of the contract where it has a catalogue. Each is a chunk of its
 *  own. */
async function fetchTexts({ code, hasCatalogue }: LanguageFacts): Promise<void> {
  const [{ words }, catalogue] = await Promise.all([
    import(/* webpackChunkName: "[request]" */ `../../texts/${code}/words`),
    hasCatalogue ? import(/* webpackChunkName: "[request]" */ `../../texts/${code}/contract`) : undefined,
  ]);
  if (catalogue) addCatalogue(code, catalogue.contract);
  i18next.addResourceBundle(code, 'translation', words, true, true);
}

/** Loads the fallback languages too; a complete language names none. */
function learn(language: Language): Promise<void> {
  const facts = factsOf(language);
  held[language] ??= Promise.all([fetchTexts(facts), ...facts.fallback.map(learn)]).then(
    () => undefined,
    (error: unknown) => {
      delete held[language]; // a later attempt may succeed
      throw error;
    },
  );
  return held[language];
}

/** The texts behind sign-in: in the current language, and from now on in every later one. */
export function loadAllTexts(): Promise<void> {
  isAsked = true;
  return learn(i18next.language as Language);
}

/** Switches the language once its texts are loaded. */
export async function loadLanguage(language: Language): Promise<void> {
  if (isAsked) await learn(language);
  await i18next.changeLanguage(language);
}
