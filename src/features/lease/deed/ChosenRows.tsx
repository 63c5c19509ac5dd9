import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../../../contract/domain/money';
import { Checkbox } from '../../../ui/inputs/choices';
import { FieldNote } from '../../../ui/inputs/fields';
import { MoneyInput } from '../../../ui/inputs/numbers';
import { arrange } from '../../../ui/layout/arrange';
import { text } from '../../../ui/layout/text';
import styles from './ChosenRows.module.css';
import type { OpenRow } from './deedSlice';

export interface ChosenRowsProps {
  rows: readonly OpenRow[];
  /** Amounts by the ids of the chosen instalments. */
  shares: Record<string, string>;
  isWrong: boolean;
  onChange(shares: Record<string, string>): void;
}

/** Chooses instalments and what each of them gets; without any, the due ones are booked to, the oldest first. */
export function ChosenRows({ rows, shares, isWrong, onChange }: ChosenRowsProps) {
  const { t } = useTranslation();
  const choose = ({ id, openAmount }: OpenRow, isOn: boolean) => {
    const { [id]: _former, ...others } = shares;
    onChange(isOn ? { ...others, [id]: openAmount } : others);
  };
  return (
    <fieldset className={styles.rows}>
      <legend className={text.caption}>{t('deed.rows.title')}</legend>
      <ul className={arrange.list}>
        {rows.map((row) => {
          const share = shares[row.id];
          return (
            <li key={row.id}>
              <Checkbox checked={share !== undefined} onChange={(isOn) => choose(row, isOn)}>
                {t('deed.rows.row', { name: row.name, date: row.paymentDate, open: formatMoney(row.openAmount) })}
              </Checkbox>
              {share !== undefined && (
                <MoneyInput
                  aria-label={t('deed.rows.amount', { name: row.name })}
                  value={share}
                  suffix={t('unit.yuan')}
                  onChange={(amount) => onChange({ ...shares, [row.id]: amount })}
                />
              )}
            </li>
          );
        })}
      </ul>
      {isWrong && <FieldNote tone="problem">{t('deed.rows.wrong')}</FieldNote>}
    </fieldset>
  );
}
