import { accountNumberIn } from '../domain/reading/accounts';
import { storedDay, storedMoment } from '../domain/reading/days';
import { documentNumberIn } from '../domain/reading/documents';
import { numberIn } from '../domain/reading/numbers';
import { storedPhone } from '../domain/reading/phones';
import type { Field } from './fields';

/** A typed value in the form in which its field is stored, compared and searched; what cannot be read stays as it is. */
export function asStored({ kind, unit }: Pick<Field, 'kind' | 'unit'>, text: string): string {
  if (kind === 'money' || kind === 'rate' || kind === 'integer') return numberIn(kind, text) ?? text;
  if (kind === 'identity' || unit === 'credit') return documentNumberIn(text);
  if (kind === 'date') return storedDay(text);
  if (kind === 'dateTime') return storedMoment(text);
  if (unit === 'phone') return storedPhone(text);
  if (unit === 'card') return accountNumberIn(text);
  return kind === 'text' ? text.trim() : text;
}
