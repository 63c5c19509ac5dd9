import i18next from 'i18next';
import type { Language } from '../../contract/domain/text';

const all = {
  zh: () => import(/* webpackChunkName: "words-zh" */ './zh').then(({ zh }) => zh),
  en: () => import(/* webpackChunkName: "words-en" */ './en').then(({ en }) => en),
};
/** Languages of which every word is here or under way. */
const held: Partial<Record<Language, Promise<void>>> = {};
let isAsked = false;

const learn = (language: Language): Promise<void> => {
  held[language] ??= all[language]().then(
    (words) => void i18next.addResourceBundle(language, 'translation', words),
    (error: unknown) => {
      delete held[language]; // the next time it may be there
      throw error;
    },
  );
  return held[language];
};

/** The words of everything behind the door, in the language spoken and from now on in every other one. */
export const loadAllTexts = (): Promise<void> => {
  isAsked = true;
  return learn(i18next.language as Language);
};

/** Speak a language, once its words are here. */
export const loadLanguage = async (language: Language): Promise<void> => {
  if (isAsked) await learn(language);
  await i18next.changeLanguage(language);
};
