import type { TFunction } from 'i18next';

/** A sentence of the server, or the text of ours whose key follows the `*`. */
export function wordsOf(t: TFunction, text: string): string {
  return text.startsWith('*') ? t(text.slice(1) as never) : text;
}
