import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { chainOf, type Language } from '../../contract/domain/languages';
import { firstWords } from './first';

/** Starts synchronously: the sign-in texts are part of the program. */
export function startI18n(language: Language, speaker: i18n = i18next): i18n {
  void speaker.use(initReactI18next).init({
    lng: language,
    fallbackLng: (code) => chainOf(code).filter((one) => one !== code),
    initAsync: false,
    // As by default, but said: without it each text is first judged whether its key may be a sentence.
    keySeparator: '.',
    nsSeparator: false,
    resources: Object.fromEntries(Object.entries(firstWords).map(([code, translation]) => [code, { translation }])),
    interpolation: { escapeValue: false }, // React escapes
    react: { useSuspense: false, bindI18nStore: 'added' },
  });
  return speaker;
}
