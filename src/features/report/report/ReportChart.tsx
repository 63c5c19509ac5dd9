import { add, cents, formatMoney } from '../../../../contract/domain/money';
import { textIn } from '../../../../contract/domain/text';
import type { ReportTable } from '../../../../contract/schema/report';
import type { ReportValue, TableResult } from '../../../../contract/wire/reports';
import { BarColumns, BarRows, type BarTone, Legend } from '../../../ui/layout/charts';
import { textOf } from '../../crud/cells';
import { useFormat } from '../../crud/useFormat';
import styles from './ReportChart.module.css';

const tones: readonly BarTone[] = ['main', 'soft'];
/** Bars that a chart can show beside each other. */
const mostBars = 24;

/** Length of a bar: never shown as a number, so a float suffices. */
function length(value: ReportValue | undefined): number {
  return typeof value === 'string' ? Number(cents(value)) : Number(value ?? 0);
}

/** The rows of a table as bars, where its declaration asks for them and the person may see what they show. */
export function ReportChart({ table, result: { columns, rows } }: { table: ReportTable; result: TableResult }) {
  const format = useFormat();
  const { chart } = table;
  const bars = chart?.bars.filter((name) => columns.includes(name)) ?? [];
  if (!chart || !columns.includes(chart.by) || bars.length === 0 || rows.length < 2 || rows.length > mostBars)
    return null;
  const heading = (name: string) => textIn(table.columns[name]!.field.label, format.language);
  const label = textIn(table.title, format.language);
  const drawn = rows.map((row) => {
    const key = String(row[chart.by] ?? '');
    const isMoney = table.columns[bars[0]!]!.field.kind === 'money';
    const values = bars.map((name) => row[name] ?? 0);
    const figure = isMoney
      ? formatMoney(values.reduce<string>((sum, one) => add(sum, one), '0'))
      : String(values.reduce<number>((sum, one) => sum + Number(one), 0));
    const name = textOf(table.columns[chart.by]!.field, row[chart.by], format) ?? '—';
    return { key, name, figure, row };
  });
  return (
    <div className={styles.chart}>
      {bars.length > 1 && (
        <p className={styles.legend}>
          <Legend items={bars.map((name, at) => ({ tone: tones[at] ?? 'neutral', label: heading(name) }))} />
        </p>
      )}
      {chart.as === 'columns' ? (
        <BarColumns
          label={label}
          columns={drawn.map(({ key, name, figure, row }) => ({
            key,
            label: key.slice(2),
            figure: figure.replace(/\.\d+$/, ''),
            name: `${name} ${figure}`,
            bars: bars.map((one, at) => ({ key: one, value: length(row[one]), tone: tones[at] ?? 'neutral' })),
          }))}
        />
      ) : (
        <BarRows
          label={label}
          rows={drawn.map(({ key, name, figure, row }) => ({
            key,
            label: name,
            bar: { key, value: length(row[bars[0]!]), tone: 'main' },
            figure,
            name: `${name} ${figure}`,
          }))}
        />
      )}
    </div>
  );
}
