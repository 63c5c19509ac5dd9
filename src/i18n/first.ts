import type { Language } from '../../contract/domain/languages';
import type first from '../../texts/zh/first.json';

export type FirstWords = typeof first;

declare const __firstWords__: Readonly<Record<Language, FirstWords>>;

/**
 * What is said before anybody has signed in, in every language: it comes with the first script, and the sign-in page is
 * drawn with it when the product is built. All other words come with the frame; see texts/.
 */
export const firstWords = __firstWords__;
