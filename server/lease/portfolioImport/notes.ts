/** What of a workbook is not what a person sees in it: what is hidden and comes in all the same, and what is left out. */
import type { Fault } from '../../../contract/wire/portfolio/faults';
import type { SheetName } from '../../../contract/wire/portfolio/sheets';
import { mostNamed } from '../../../contract/wire/transfer';
import { headingsAt, type ReadRow } from '../../kernel/sheets/readSheet';
import { columnLetters } from '../../kernel/sheets/xlsxText';

/** How many there are, and as many of them as a sentence names. */
class Gathered {
  count = 0;
  readonly first: string[] = [];

  add(one: string): void {
    this.count++;
    if (this.first.length <= mostNamed) this.first.push(one);
  }
}

/** Looks at each row of one sheet. */
export class SheetNotes {
  private readonly hidden = new Gathered();
  private readonly hiddenColumns = new Gathered();
  private readonly beyond = new Gathered();
  private readonly columns = new Gathered();
  private head: ReadRow['cells'] = [];

  constructor(
    private readonly sheet: SheetName,
    private readonly isHidden: boolean,
  ) {}

  /** `places`: where the columns are that are read. */
  takeHead(row: ReadRow, places: readonly number[]): void {
    const { cells, hiddenColumns = [] } = row;
    this.head = cells;
    const hiddenPlaces = hiddenColumns.filter((at) => places.includes(at));
    for (const heading of headingsAt(row, hiddenPlaces)) this.hiddenColumns.add(heading);
    for (const [at, cell] of cells.entries()) if (cell && !places.includes(at)) this.columns.add(cell.text);
  }

  takeRow({ number, cells, isHidden }: ReadRow): void {
    if (isHidden) this.hidden.add(String(number));
    for (const [at, cell] of cells.entries())
      if (cell && !this.head[at]) this.beyond.add(`${columnLetters(at)}${number}`);
  }

  found(): Fault[] {
    const { hidden, hiddenColumns, beyond, columns } = this;
    const say = (code: Fault['code'], values: Fault['values'] = {}): Fault => ({
      ...{ sheet: this.sheet, row: 0, field: '', code, values },
    });
    return [
      ...(this.isHidden ? [say('hiddenSheet')] : []),
      ...(hidden.count === 0 ? [] : [say('hiddenRows', { count: hidden.count, rows: hidden.first })]),
      ...(hiddenColumns.count === 0 ? [] : [say('hiddenColumns', { names: hiddenColumns.first })]),
      ...(beyond.count === 0 ? [] : [say('beyond', { count: beyond.count, cells: beyond.first })]),
      ...(columns.count === 0 ? [] : [say('columns', { names: columns.first })]),
    ];
  }
}

/** Sheets of the workbook that are no part of the portfolio. */
export function otherSheets(others: readonly { name: string; isHidden: boolean }[]): Fault[] {
  return [true, false].flatMap((isHidden) => {
    const names = others.filter((one) => one.isHidden === isHidden).map(({ name }) => name);
    const code = isHidden ? 'hiddenOthers' : 'others';
    return names.length === 0
      ? []
      : [{ ...({ sheet: '', row: 0, field: '', code } as const), values: { names: names.slice(0, mostNamed + 1) } }];
  });
}
