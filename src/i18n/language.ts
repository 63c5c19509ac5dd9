import i18next from 'i18next';
import { factsOf, type Language, type LanguageFacts } from '../../contract/domain/languages';
import { addCatalogue } from '../../contract/domain/text';

/** Parts of languages that are loaded or loading, as `lease zh`. */
const held: Record<string, Promise<void>> = {};
/** Parts that the open pages say: `frame`, `pages`, or an area. */
const asked = new Set<string>();
/** The language that is spoken, and the one that is to be spoken next. */
let next: Language | undefined;

/** Each part of a language is a chunk of its own, as are its translations of the contract where it has a catalogue. */
async function fetchPart(part: string, { code, hasCatalogue }: LanguageFacts): Promise<void> {
  const { areaTexts, catalogue, frameTexts, pageTexts } = await import(/* webpackChunkName: "calls" */ './parts');
  const said = part === 'frame' ? frameTexts(code) : part === 'pages' ? pageTexts(code) : areaTexts(part, code);
  const [texts, contract] = await Promise.all([said, part === 'frame' && hasCatalogue ? catalogue(code) : undefined]);
  if (contract) addCatalogue(code, contract);
  // A page is drawn once its texts are here: only the frame, which may stand without them, is drawn again.
  const options = { silent: part !== 'frame', skipCopy: true };
  i18next.addResourceBundle(code, 'translation', texts, true, true, options);
}

/** Loads the fallback languages too; a complete language names none. */
function learn(part: string, language: Language): Promise<void> {
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

/**
 * The texts behind sign-in: `frame` for the frame and the home page, `pages` for what pages of every area say, and the
 * areas by their names. In the current language, and from now on in every later one.
 */
export async function loadTexts(...parts: readonly string[]): Promise<void> {
  for (const part of parts) asked.add(part);
  const spoken = new Set([i18next.language as Language, next ?? (i18next.language as Language)]);
  await Promise.all([...spoken].flatMap((language) => parts.map((part) => learn(part, language))));
}

/** Switches the language once its texts are loaded: those of all pages that have been opened. */
export async function loadLanguage(language: Language): Promise<void> {
  next = language; // A page that is opened meanwhile loads its texts in this language too.
  try {
    await Promise.all([...asked].map((part) => learn(part, language)));
    await i18next.changeLanguage(language);
  } finally {
    if (next === language) next = undefined;
  }
}
