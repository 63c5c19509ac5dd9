import i18next from 'i18next';
import { factsOf, type Language, type LanguageFacts } from '../../contract/domain/languages';
import { addCatalogue } from '../../contract/domain/text';

/** Languages of which every word is here or under way. */
const held: Partial<Record<Language, Promise<void>>> = {};
let isAsked = false;

/** The words of a language, and its texts of the contract where that is not declared in it. Each is a chunk of its own. */
async function fetchTexts({ code, hasCatalogue }: LanguageFacts): Promise<void> {
  const [{ words }, catalogue] = await Promise.all([
    import(/* webpackChunkName: "[request]" */ `../../texts/${code}/words`),
    hasCatalogue ? import(/* webpackChunkName: "[request]" */ `../../texts/${code}/contract`) : undefined,
  ]);
  if (catalogue) addCatalogue(code, catalogue.contract);
  i18next.addResourceBundle(code, 'translation', words, true, true);
}

/** With the languages that fill in for it, which a language that is complete does not name. */
function learn(language: Language): Promise<void> {
  const facts = factsOf(language);
  held[language] ??= Promise.all([fetchTexts(facts), ...facts.fallback.map(learn)]).then(
    () => undefined,
    (error: unknown) => {
      delete held[language]; // the next time it may be there
      throw error;
    },
  );
  return held[language];
}

/** The words of everything behind the door, in the language spoken and from now on in every other one. */
export function loadAllTexts(): Promise<void> {
  isAsked = true;
  return learn(i18next.language as Language);
}

/** Speak a language, once its words are here. */
export async function loadLanguage(language: Language): Promise<void> {
  if (isAsked) await learn(language);
  await i18next.changeLanguage(language);
}
