import { DataTable, type DataTableProps } from './DataTable';
import * as fit from './widths';

/** A table whose columns fit their rows and the room. Apart from the table, because the home page does without. */
export function FittedTable<R>(props: DataTableProps<R>) {
  return <DataTable {...props} fit={fit} />;
}
