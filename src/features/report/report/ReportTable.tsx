import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { textIn } from '../../../../contract/domain/text';
import { headingOf } from '../../../../contract/schema/columns';
import type { ReportTable as Declared } from '../../../../contract/schema/report';
import type { TableResult } from '../../../../contract/wire/reports';
import { Card } from '../../../ui/layout/surfaces';
import { TextLink } from '../../../ui/navigation/links';
import { cells } from '../../../ui/table/cells';
import { cellOf, isFigure } from '../../crud/cells';
import { useFormat } from '../../crud/useFormat';
import { ReportChart } from './ReportChart';
import styles from './ReportTable.module.css';

/** A table of a report with its totals, and its chart above. */
export function ReportTable({
  table,
  result,
  linkOf,
  children,
}: {
  table: Declared;
  result: TableResult;
  /** Where a figure leads: of a row, or of all rows where it gets none. */
  linkOf?(column: string, row: TableResult['rows'][number] | null): string | undefined;
  /** Below the table: its pages. */
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const { columns, rows, total, totals, isCounting } = result;
  const title = textIn(table.title, format.language);
  // The line stands there before its figures do, so that nothing moves when they come.
  const added = isCounting ? columns.filter((name) => table.totals.includes(name)) : Object.keys(totals);
  const hasTotals = rows.length > 0 && added.length > 0;
  const align = (name: string) => (isFigure(table.columns[name]!.field) ? styles.isFigure : undefined);
  const countOf = () => {
    if (isCounting) return t('crud.totalUnknown');
    if (rows.length < total && !children) return t('report.cut', { shown: rows.length, count: total });
    return t('report.rows', { count: total });
  };
  return (
    <Card title={title} note={countOf()} variant="flush">
      <ReportChart table={table} result={result} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and has nothing else that could be focused */}
      <section className={styles.scroller} aria-label={title} tabIndex={0}>
        <table className={`${cells.cells} ${styles.table}`}>
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} scope="col" className={align(name)}>
                  {headingOf(table.columns[name]!.field, format.language)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a report have no identity, and never move
              <tr key={at}>
                {columns.map((name) => (
                  <td
                    key={name}
                    className={align(name)}
                    data-head={headingOf(table.columns[name]!.field, format.language)}
                  >
                    <TextLink to={linkOf?.(name, row)}>
                      {cellOf(table.columns[name]!.field, row[name], format)}
                    </TextLink>
                  </td>
                ))}
              </tr>
            ))}
            {rows.length === 0 && (
              <tr>
                <td colSpan={columns.length}>{t('report.nothing')}</td>
              </tr>
            )}
          </tbody>
          {hasTotals && (
            <tfoot>
              <tr>
                {columns.map((name, at) => {
                  const field = table.columns[name]!.field;
                  const none = at === 0 ? t('report.total') : added.includes(name) ? '…' : '';
                  const sum = name in totals ? cellOf(field, totals[name], format) : none;
                  return (
                    <td
                      key={name}
                      className={align(name)}
                      data-head={sum === '' ? undefined : headingOf(field, format.language)}
                    >
                      {name in totals ? <TextLink to={linkOf?.(name, null)}>{sum}</TextLink> : sum}
                    </td>
                  );
                })}
              </tr>
            </tfoot>
          )}
        </table>
      </section>
      {children}
    </Card>
  );
}
