import { type Field, shownAs } from '../../../contract/schema/fields';

/** Titles of the referenced records from the record itself: `deptName` beside `deptId`. */
export function nameInRecord(name: string, field: Field, record: Readonly<Record<string, unknown>>): string {
  if (field.kind !== 'ref' && field.kind !== 'refs') return '';
  const title = record[shownAs(name, field)];
  return title === undefined || title === null ? '' : String(title);
}
