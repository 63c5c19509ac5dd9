import type { TFunction } from 'i18next';
import { unexplained } from '../../sagas/request';

/** What the server said about a refusal, or the word that stands in when it said nothing. */
export function errorText(t: TFunction, text: string): string {
  return text === unexplained ? t('request.unknown') : text;
}
