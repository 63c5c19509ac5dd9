import { DataTable, type DataTableProps } from './DataTable';
import { Reloading } from './Reloading';
import * as fit from './widths';

interface FittedTableProps<R> extends DataTableProps<R> {
  /** New rows are loading; without it `Reloading` around the table says so. */
  busy?: boolean;
}

/** A table whose columns fit their rows and the room. Apart from the table, because the home page does without. */
export function FittedTable<R>({ busy, ...props }: FittedTableProps<R>) {
  const table = <DataTable {...(props as DataTableProps<R>)} fit={fit} />;
  return busy === undefined ? table : <Reloading value={busy}>{table}</Reloading>;
}
