/** The conditions of a list as they are typed, and as the list is asked. */
import { addDays, isDate } from '../domain/calendar';
import { isEmpty } from '../domain/values';
import type { Module } from './module';

/** Ends of a range typed as `name.from` and `name.to`; the wire has strict comparisons only, so a day is added at each
 *  end. */
export function filtersOf(
  { fields }: Pick<Module, 'fields'>,
  seek: Readonly<Record<string, string>>,
): Record<string, string> {
  const filters: Record<string, string> = {};
  for (const [key, value] of Object.entries(seek)) {
    if (isEmpty(value?.trim())) continue;
    const [name = '', end] = key.split('.');
    if (end === undefined) filters[name] = value.trim();
    else if (isDate(value) && fields[name])
      filters[`${name}_${end === 'from' ? 'dategt' : 'datelt'}`] =
        end === 'from' ? `${addDays(value, -1)} 23:59:59` : `${addDays(value, 1)} 00:00:00`;
  }
  return filters;
}

/** Whether an end of a range is no date: the list is not asked, because without the condition it would show more. */
export function hasBadDate(seek: Record<string, string>): boolean {
  return Object.entries(seek).some(([key, value]) => key.includes('.') && !isEmpty(value?.trim()) && !isDate(value));
}

/** The list behind a view of a module, as its page is opened. */
export function viewList({ name, views }: Pick<Module, 'name' | 'views'>, view: string, today: string) {
  return { feature: name, search: new URLSearchParams(views![view]!.seek(today)).toString() };
}
