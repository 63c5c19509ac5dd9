import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dash } from '../../../ui/layout/figures';
import { Verdict } from '../../../ui/layout/status';
import styles from './Compare.module.css';

export interface CompareRow {
  key: string;
  label: string;
  /** As shown; '' for none. */
  before: string;
  after: string;
}

export interface CompareProps {
  rows: readonly CompareRow[];
  label: string;
  words: { before: string; after: string };
  /** Between an order and its paper, a difference is a warning; on a customer it is a change. */
  isWarning?: boolean;
}

/** Values of a record beside those of the paper. */
export function Compare({ rows, label, words, isWarning = false }: CompareProps) {
  const { t } = useTranslation();
  const verdict = ({ before, after }: CompareRow): ReactNode => {
    if (before === '' || after === '') return before === after || !before ? null : <Dash />;
    if (before === after) return <Verdict tone="good">{t('papers.same')}</Verdict>;
    return (
      <Verdict tone={isWarning ? 'warning' : 'info'}>{t(isWarning ? 'papers.different' : 'papers.changes')}</Verdict>
    );
  };
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t('papers.item')}</th>
          <th scope="col">{words.before}</th>
          <th scope="col">{words.after}</th>
          <th scope="col">{t('papers.comparison')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">{row.label}</th>
            <td>{row.before || <Dash />}</td>
            <td className={row.before !== row.after ? styles.changed : undefined}>{row.after || <Dash />}</td>
            <td>{verdict(row)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
