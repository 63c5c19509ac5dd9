import type { TFunction } from 'i18next';
import { unexplained } from '../../sagas/request';

/** The server's message about a refusal, or the given text when it sent none. */
export function errorText(t: TFunction, text: string): string {
  return text === unexplained ? t('request.unknown') : text;
}
