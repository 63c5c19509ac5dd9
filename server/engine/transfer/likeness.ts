/** What a form warns of before it saves, for the rows of a file: a value that two records rarely share. */
import { filledIn, textIn } from '../../../contract/domain/text';
import { isEmpty } from '../../../contract/domain/values';
import { asStored } from '../../../contract/schema/asStored';
import type { Row } from '../../../contract/schema/module';
import { mostRowProblems, type RowProblem, rowWarnings } from '../../../contract/wire/transfer';
import type { Context } from '../../kernel/context';
import { own } from '../../kernel/table';
import { scoped } from '../filters';
import { hiddenFields } from '../rights/scopes';
import type { ServerModule } from '../serverModule';

/** Values that one statement looks up. */
const atOnce = 1000;

interface Noted {
  row: number;
  field: string;
  value: string;
}

/** The records that have a value already, by it: '' stands for one that the person may not see. */
type Holders = Map<string, string>;

export class Likeness {
  private readonly noted: Noted[] = [];

  constructor(
    private readonly cx: Context,
    private readonly served: ServerModule,
  ) {}

  note(row: number, body: Readonly<Record<string, unknown>>): void {
    const { fields, alike = [] } = this.served.module;
    for (const field of alike) {
      const value = body[field];
      if (typeof value === 'string' && !isEmpty(value))
        this.noted.push({ row, field, value: asStored(fields[field]!, value) });
    }
  }

  /** The warnings of all rows, in their order. The rows themselves must not be in the table. */
  async warnings(): Promise<RowProblem[]> {
    const { cx, served } = this;
    const { fields, label, alike = [] } = served.module;
    const said = (text: readonly [string, string] | object, values: object) =>
      filledIn(textIn(text as typeof label, cx.language), { ...values });
    const found: RowProblem[] = [];
    const holders = new Map<string, Holders>();
    for (const field of alike) holders.set(field, await this.holdersOf(field));
    const first = new Map<string, number>();
    for (const { row, field, value } of this.noted) {
      const column = textIn(fields[field]!.label, cx.language);
      const module = textIn(label, cx.language);
      const key = `${field} ${value}`;
      const earlier = first.get(key);
      if (earlier === undefined) first.set(key, row);
      else found.push({ row, column, text: said(rowWarnings.sameRow, { row: earlier }) });
      const title = holders.get(field)!.get(value);
      if (title === '') found.push({ row, column, text: said(rowWarnings.knownUnseen, { module }) });
      else if (title !== undefined) found.push({ row, column, text: said(rowWarnings.known, { module, title }) });
      if (found.length >= mostRowProblems) break;
    }
    return found.slice(0, mostRowProblems);
  }

  private async holdersOf(field: string): Promise<Holders> {
    const { cx, served } = this;
    const { module } = served;
    const holders: Holders = new Map();
    const hidden = await hiddenFields(cx, module);
    if (hidden.has(field)) return holders;
    const titled = module.chosen?.title ?? 'id';
    const values = [...new Set(this.noted.flatMap((one) => (one.field === field ? [one.value] : [])))];
    for (let at = 0; at < values.length; at += atOnce) {
      const rows = (await cx.rows(module).findAny(field as 'id', values.slice(at, at + atOnce))) as Row[];
      if (rows.length === 0) continue;
      const seen = await (await scoped(cx, served, served.list ?? served.table))
        .select('id')
        .where(
          'id',
          'in',
          rows.map(({ id }) => id),
        )
        .execute();
      const ids = new Set(seen.map(({ id }) => String(id)));
      for (const row of rows) {
        const value = String(own(row, field) ?? '');
        const title = ids.has(row.id) && !hidden.has(titled) ? String(row[titled] ?? '') : '';
        if (!holders.get(value)) holders.set(value, title);
      }
    }
    return holders;
  }
}
