import { label } from '../../../../contract/domain/text';
import { type Field, shownAs, timesOfRecord } from '../../../../contract/schema/fields';
import type { Module } from '../../../../contract/schema/module';
import type { ColumnShape } from '../../../../contract/wire/listViews';
import { commonColumns } from '../../../sagas/crud/shaping';
import type { Shaping } from '../../../store/crud/shaping';
import type { Screen } from '../screen';

/** The field of a column, also of one that every record has. */
export function fieldOfColumn({ fields }: Module, name: string): Field {
  const common: Readonly<Record<string, Field>> = timesOfRecord;
  return fields[name] ?? common[name] ?? { kind: 'text', label: label(name, name), required: false };
}

/** Fields that can be shown beside the columns of the screen. */
function spareColumns({ fields, offers }: Module, { columns }: Screen): string[] {
  const readable = Object.entries(fields).flatMap(([name, field]) => {
    // The title of the record it points to may be a field of its own.
    const isTwice = field.to !== undefined && Object.hasOwn(fields, shownAs(name, field));
    return field.kind === 'secret' || isTwice ? [] : [name];
  });
  const names = [...readable, ...(offers('add') ? commonColumns : [])];
  return [...new Set(names)].filter((name) => !columns.includes(name));
}

/** Pinned columns come first, as the table draws them. */
export function pinnedFirst(columns: readonly ColumnShape[]): ColumnShape[] {
  return [...columns.filter(({ isPinned }) => isPinned), ...columns.filter(({ isPinned }) => !isPinned)];
}

/** The columns that are shown: those of the shape, or those of the screen, without hidden fields. */
export function shownColumns(
  screen: Screen,
  { shape, hidden }: Pick<Shaping, 'shape' | 'hidden'>,
): readonly ColumnShape[] {
  const { columns = screen.columns.map((name, at) => ({ name, ...(at === 0 ? { isPinned: true } : {}) })) } = shape;
  const visible = columns.filter(({ name }) => !hidden.includes(name) || name === screen.naming);
  // The column that names a row opens it, and is always there.
  const hasName = !screen.columns.includes(screen.naming) || visible.some(({ name }) => name === screen.naming);
  return pinnedFirst(hasName ? visible : [{ name: screen.naming, isPinned: true }, ...visible]);
}

/** All columns that can be shown: the shown ones in their order, then the others. */
export function offeredColumns(
  module: Module,
  screen: Screen,
  shaping: Pick<Shaping, 'shape' | 'hidden'>,
): { column: ColumnShape; isShown: boolean; isFixed: boolean }[] {
  const shown = shownColumns(screen, shaping);
  const others = [...screen.columns, ...spareColumns(module, screen)].filter(
    (name) => !shown.some((column) => column.name === name) && !shaping.hidden.includes(name),
  );
  return [
    ...shown.map((column) => ({ column, isShown: true, isFixed: column.name === screen.naming })),
    ...others.map((name) => ({ column: { name }, isShown: false, isFixed: false })),
  ];
}
