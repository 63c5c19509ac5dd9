import type { TFunction } from 'i18next';
import { unexplained } from '../../sagas/request';

/** The server's message about a refusal, or the given text when it sent none; `*` stands before a text of the console. */
export function errorText(t: TFunction, text: string): string {
  if (text === unexplained) return t('request.unknown');
  return text.startsWith('*') ? t(text.slice(1) as never) : text;
}
