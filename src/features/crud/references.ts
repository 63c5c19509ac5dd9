import { type Field, shownAs } from '../../../contract/schema/fields';

/** What the records are called that a field points to, as the record itself says it: `deptId` beside `deptName`. */
export function nameInRecord(name: string, field: Field, record: Readonly<Record<string, unknown>>): string {
  if (field.kind !== 'ref' && field.kind !== 'refs') return '';
  const said = record[shownAs(name, field)];
  return said === undefined || said === null ? '' : String(said);
}
