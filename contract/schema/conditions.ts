/** The conditions of a list as they are typed, and as the list is asked. */
import { addDays, isDate } from '../domain/calendar';
import { isEmpty } from '../domain/values';
import { type Field, type Fields, timesOfRecord } from './fields';
import type { Module } from './module';

/**
 * The fields by which a list is searched: those that its module says, and when a record was made, which is asked of
 * every list.
 */
export function searchedFields({ fields }: Pick<Module, 'fields'>): Fields {
  const { createTime } = timesOfRecord;
  const { search } = createTime;
  const searched = Object.entries(fields).filter(([, field]) => field.search);
  return {
    ...Object.fromEntries(searched),
    createTime: fields.createTime ? { ...fields.createTime, search: search! } : createTime,
  };
}

/** `businessStatus_ge` and `paymentDate.from` are conditions on `businessStatus` and `paymentDate`. */
export function conditionName(key: string): string {
  return key.split(/[._]/)[0] ?? '';
}
/** The field of a condition, by its name in the search form or on the wire; undefined where it is none of the list's. */
export function conditionField(module: Pick<Module, 'fields'>, key: string): Field | undefined {
  const name = conditionName(key);
  return name === 'createTime' ? searchedFields(module).createTime : module.fields[name];
}

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
    else if (isDate(value) && conditionField({ fields }, name))
      filters[`${name}_${end === 'from' ? 'dategt' : 'datelt'}`] =
        end === 'from' ? `${addDays(value, -1)} 23:59:59` : `${addDays(value, 1)} 00:00:00`;
  }
  return filters;
}

/** Whether an end of a range is no date: the list is not asked, because without the condition it would show more. */
export function hasBadDate(seek: Record<string, string>): boolean {
  return Object.entries(seek).some(([key, value]) => key.includes('.') && !isEmpty(value?.trim()) && !isDate(value));
}
