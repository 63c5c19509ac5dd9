import i18next from 'i18next';
import { factsOf, type Language, type LanguageFacts } from '../../contract/domain/languages';
import { addCatalogue } from '../../contract/domain/text';

/** `frame`: what the frame and the home page say; `pages`: what all other pages say. */
type Part = 'frame' | 'pages';

/** Parts of languages that are loaded or loading, as `frame zh`. */
const held: Record<string, Promise<void>> = {};
const asked = new Set<Part>();

/** Each part of a language is a chunk of its own, as are its translations of the contract where it has a catalogue. */
async function fetchPart(part: Part, { code, hasCatalogue }: LanguageFacts): Promise<void> {
  if (part === 'pages') {
    const { pages } = await import(/* webpackChunkName: "[request]" */ `../../texts/${code}/pages`);
    return void i18next.addResourceBundle(code, 'translation', pages, true, true);
  }
  const [{ frame }, catalogue] = await Promise.all([
    import(/* webpackChunkName: "[request]" */ `../../texts/${code}/frame`),
    hasCatalogue ? import(/* webpackChunkName: "[request]" */ `../../texts/${code}/contract`) : undefined,
  ]);
  if (catalogue) addCatalogue(code, catalogue.contract);
  i18next.addResourceBundle(code, 'translation', frame, true, true);
}

/** Loads the fallback languages too; a complete language names none. */
function learn(part: Part, language: Language): Promise<void> {
  const facts = factsOf(language);
  const name = `${part} ${language}`;
  held[name] ??= Promise.all([fetchPart(part, facts), ...facts.fallback.map((one) => learn(part, one))]).then(
    () => undefined,
    (error: unknown) => {
      delete held[name]; // a later attempt may succeed
      throw error;
    },
  );
  return held[name];
}

/** The texts behind sign-in: in the current language, and from now on in every later one. */
export async function loadTexts(...parts: readonly Part[]): Promise<void> {
  for (const part of parts) asked.add(part);
  await Promise.all(parts.map((part) => learn(part, i18next.language as Language)));
}

/** Switches the language once its texts are loaded. */
export async function loadLanguage(language: Language): Promise<void> {
  await Promise.all([...asked].map((part) => learn(part, language)));
  await i18next.changeLanguage(language);
}
