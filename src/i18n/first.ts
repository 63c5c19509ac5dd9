import type { Language } from '../../contract/domain/languages';
import type first from '../../texts/zh/first.json';

export type FirstWords = typeof first;

declare const __firstWords__: Readonly<Record<Language, FirstWords>>;

/**
 * Texts shown before sign-in, in every language: they are part of the first script, and the sign-in page is drawn with
 * them at build time. All other texts load with the frame; see texts/.
 */
export const firstWords = __firstWords__;
