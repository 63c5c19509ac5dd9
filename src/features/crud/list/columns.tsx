import type { ReactNode } from 'react';
import { textIn } from '../../../../contract/domain/text';
import { isEmpty } from '../../../../contract/domain/values';
import { headingOf } from '../../../../contract/schema/columns';
import { approvalField, type Module, type Row } from '../../../../contract/schema/module';
import type { ColumnShape } from '../../../../contract/wire/listViews';
import { text } from '../../../ui/layout/text';
import type { Column } from '../../../ui/table/DataTable';
import { cellOf, isFigure } from '../cells';
import { columnWidth, isLongField } from '../columnWidth';
import { nameInRecord } from '../references';
import type { Format, Screen } from '../screen';
import { fieldOfColumn } from './shape';
import { WaitingMark } from './waiting';

/** A text with the searched part highlighted. */
function marked(shown: ReactNode, sought: string | undefined): ReactNode {
  const at = sought && typeof shown === 'string' ? shown.toLowerCase().indexOf(sought) : -1;
  if (at < 0 || typeof shown !== 'string' || !sought) return shown;
  return (
    <>
      {shown.slice(0, at)}
      <mark>{shown.slice(at, at + sought.length)}</mark>
      {shown.slice(at + sought.length)}
    </>
  );
}

export interface ColumnsGiven {
  module: Module;
  screen: Screen;
  /** The columns to show. */
  shown: readonly ColumnShape[];
  format: Format;
  /** Undefined where the name of a row is no link. */
  onOpen: ((row: Row) => void) | undefined;
  /** Search text by field, for highlighting. */
  sought: Readonly<Record<string, string>>;
}

/** The column that names a row, for marks of the row as a whole. */
function namingColumn(screen: Screen, shown: readonly ColumnShape[]): string | undefined {
  const onPhone = Object.keys(screen.phone).find((name) => screen.phone[name] === 'name');
  const names = shown.map(({ name }) => name);
  return [onPhone, screen.naming].find((name) => name !== undefined && names.includes(name)) ?? names[0];
}

export function columnsOf({ module, screen, shown, format, onOpen, sought }: ColumnsGiven): Column<Row>[] {
  // A phone has an item of its own for each row, whatever the columns of the table are.
  const onPhone = Object.keys(screen.phone).filter((name) => !shown.some((column) => column.name === name));
  const naming = approvalField in module.fields ? namingColumn(screen, shown) : undefined;
  return [...shown, ...onPhone.map((name): ColumnShape => ({ name }))].map(({ name, width, isPinned }, index) => {
    const field = fieldOfColumn(module, name);
    const isSortable = module.sortable?.includes(name) ?? false;
    const plainOf = (row: Row) =>
      screen.cells[name]?.(row, format) ?? cellOf(field, nameInRecord(name, field, row) || row[name], format);
    return {
      key: name,
      head: textIn(screen.heads[name], format.language) ?? headingOf(field, format.language),
      align: isFigure(field) ? 'right' : 'left',
      width: width ?? columnWidth(name, field, screen, format),
      isLong: isLongField(field),
      ...(width === undefined ? {} : { isSized: true }),
      ...(index >= shown.length ? { isForPhone: true } : {}),
      sortable: isSortable,
      strong: screen.strong.includes(name),
      ...(isPinned ? { pin: 'left' as const } : {}),
      ...(screen.phone[name] ? { phone: screen.phone[name] } : {}),
      cell: (row) => {
        const plain = field.search === 'like' ? marked(plainOf(row), sought[name]) : plainOf(row);
        const content =
          name === naming && row[approvalField] ? (
            <>
              {plain}
              <WaitingMark module={module} row={row} />
            </>
          ) : (
            plain
          );
        if (name !== screen.naming || isEmpty(row[name]) || !onOpen) return content;
        return (
          <button type="button" className={text.link} onClick={() => onOpen(row)}>
            {content}
          </button>
        );
      },
    };
  });
}
