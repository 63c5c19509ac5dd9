import { useTranslation } from 'react-i18next';
import type { PaperCheck } from '../../../../contract/wire/ocr/papers';
import { Verdict } from '../../../ui/layout/status';
import styles from './Checks.module.css';

const tones = { ok: 'good', warn: 'warning', error: 'bad' } as const;
const rank = { error: 0, warn: 1, ok: 2 } as const;

export interface ChecksProps {
  checks: readonly PaperCheck[];
  /** Goes to the first field of a check. */
  onPick(key: string): void;
}

/** The rules of the paper and their results, the worst first. */
export function Checks({ checks, onPick }: ChecksProps) {
  const { t } = useTranslation();
  const sorted = [...checks].sort((a, b) => rank[a.level] - rank[b.level]);
  return (
    <ul className={styles.list} aria-label={t('papers.checks')}>
      {sorted.map(({ code, level, message, keys }) => {
        const words = (
          <Verdict tone={tones[level]}>
            <strong>{t(`papers.level.${level}`)}</strong>
            {message}
          </Verdict>
        );
        const [first] = keys;
        return (
          <li key={code + keys.join()}>
            {first === undefined || level === 'ok' ? (
              words
            ) : (
              <button type="button" className={styles.pick} onClick={() => onPick(first)}>
                {words}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
