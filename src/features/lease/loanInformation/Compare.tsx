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
  /** A difference is a change to come, a change that was made, or a warning. */
  differing: 'changes' | 'corrected' | 'different';
}

/** Values of a record beside those of the paper. */
export function Compare({ rows, label, words, differing }: CompareProps) {
  const { t } = useTranslation();
  const verdict = ({ before, after }: CompareRow): ReactNode => {
    if (after === '') return before === '' || differing !== 'corrected' ? null : <Dash />;
    if (before === after) return <Verdict tone="good">{t('papers.same')}</Verdict>;
    if (before === '') return differing === 'different' ? null : <Verdict tone="info">{t('papers.filledIn')}</Verdict>;
    return <Verdict tone={differing === 'different' ? 'warning' : 'info'}>{t(`papers.${differing}`)}</Verdict>;
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
            <td
              className={
                row.after !== '' && row.before !== row.after && (row.before !== '' || differing !== 'different')
                  ? styles.changed
                  : undefined
              }
            >
              {row.after || <Dash />}
            </td>
            <td>{verdict(row)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
