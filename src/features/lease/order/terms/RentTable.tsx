import { useTranslation } from 'react-i18next';
import { addMonths, isDate } from '../../../../../contract/domain/calendar';
import { RENT_ROWS_MAX } from '../../../../../contract/domain/leasing/codes';
import { rentRows } from '../../../../../contract/domain/leasing/record';
import type { RentRow, TableFault } from '../../../../../contract/domain/leasing/terms';
import { cents, formatMoney, isMoney, yuan } from '../../../../../contract/domain/money';
import { filledIn, type Language, textIn } from '../../../../../contract/domain/text';
import { faultTexts } from '../../../../../contract/wire/rentTable';
import { Button, IconButton } from '../../../../ui/inputs/buttons';
import { DateInput } from '../../../../ui/inputs/dates';
import { MoneyInput } from '../../../../ui/inputs/numbers';
import { arrange } from '../../../../ui/layout/arrange';
import { text } from '../../../../ui/layout/text';
import styles from './RentTable.module.css';

/** What is wrong with a rent table, in words. */
export function faultText({ fault, row = 0 }: { fault: TableFault; row?: number }, language: Language): string {
  return filledIn(textIn(faultTexts[fault], language), { row: row + 1 });
}

export interface RentTableProps {
  /** JSON of the rows; '' for none. */
  value: string;
  totalAmount: string;
  readOnly: boolean;
  onChange(value: string): void;
  onBlur(): void;
}

/** The rows of a rent table as a grid: date, principal and rent of each. */
export function RentTable({ value, totalAmount, readOnly, onChange, onBlur }: RentTableProps) {
  const { t } = useTranslation();
  const rows = rentRows(value);
  const store = (next: readonly RentRow[]) => onChange(next.length > 0 ? JSON.stringify(next) : '');
  const change = (index: number, part: Partial<RentRow>) =>
    store(rows.map((row, i) => (i === index ? { ...row, ...part } : row)));
  const typed = rows.reduce((all, { principal }) => all + (isMoney(principal) ? cents(principal) : 0n), 0n);
  const left = isMoney(totalAmount) ? cents(totalAmount) - typed : 0n;
  const add = () => {
    const last = rows.at(-1);
    const paymentDate = last && isDate(last.paymentDate) ? addMonths(last.paymentDate, 1) : '';
    store([...rows, { paymentDate, principal: left > 0n ? yuan(left) : '0.00', rent: '0.00' }]);
  };
  const named = (index: number, key: 'date' | 'principal' | 'rent' | 'remove') =>
    t('order.table.cell', { row: index + 1, name: t(`order.table.${key}`) });
  return (
    <div className={arrange.column}>
      {rows.length > 0 && (
        <ol className={styles.rows} aria-label={t('order.table.title')}>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has no name but its place
            <li key={index} className={styles.row}>
              <span className={`${text.caption} ${styles.number}`}>{index + 1}</span>
              <DateInput
                aria-label={named(index, 'date')}
                value={row.paymentDate}
                readOnly={readOnly}
                pickLabel={t('crud.pick')}
                onChange={(paymentDate) => change(index, { paymentDate })}
                onBlur={onBlur}
              />
              <MoneyInput
                aria-label={named(index, 'principal')}
                value={row.principal}
                readOnly={readOnly}
                suffix={t('order.table.principal')}
                onChange={(principal) => change(index, { principal })}
                onBlur={onBlur}
              />
              <MoneyInput
                aria-label={named(index, 'rent')}
                value={row.rent}
                readOnly={readOnly}
                suffix={t('order.table.rent')}
                onChange={(rent) => change(index, { rent })}
                onBlur={onBlur}
              />
              {!readOnly && (
                <IconButton
                  icon="delete"
                  size="small"
                  label={named(index, 'remove')}
                  onClick={() => store(rows.filter((_, i) => i !== index))}
                />
              )}
            </li>
          ))}
        </ol>
      )}
      <div className={arrange.row}>
        {!readOnly && (
          <Button
            size="small"
            icon="add"
            onClick={add}
            {...(rows.length >= RENT_ROWS_MAX ? { disabledReason: t('order.table.full') } : {})}
          >
            {t('order.table.add')}
          </Button>
        )}
        <span className={left === 0n ? text.caption : text.warning} role="status">
          {t(left === 0n ? 'order.table.fits' : 'order.table.left', {
            sum: formatMoney(yuan(typed)),
            left: formatMoney(yuan(left)),
          })}
        </span>
      </div>
    </div>
  );
}
