import { useTranslation } from 'react-i18next';
import { cents, formatMoney } from '../../../../contract/domain/money';
import { text } from '../../../ui/layout/text';
import { PlanCell, PlanRow, PlanTable } from '../order/plan/PlanTable';

/** What closes an order before its maturity. Decimal yuan, dates `yyyy-MM-dd`. */
export interface Quote {
  exitDate: string;
  exitUntil: string;
  days: number;
  earned: string;
  rentPaid: string;
  owing: string;
  principalLeft: string;
  fee: string;
  late: string;
  charges: string;
  total: string;
  /** Held until the end; it is no part of the total. */
  deposit: string;
}
const rows = ['principalLeft', 'owing', 'charges', 'late', 'fee'] as const;

/** The parts of a settlement that are not nothing, each with the words that say where it comes from. */
export function ExitPreview({ quote, isCollected }: { quote: Quote; isCollected: boolean }) {
  const { t } = useTranslation();
  const values = { days: quote.days, earned: formatMoney(quote.earned), paid: formatMoney(quote.rentPaid) };
  // Where the company pays, the customer bears the fee: it is taken off.
  const shown = rows.filter((name) => name === 'principalLeft' || name === 'owing' || cents(quote[name]) !== 0n);
  const amountOf = (name: (typeof rows)[number]) =>
    name === 'fee' && !isCollected ? `-${formatMoney(quote.fee)}` : formatMoney(quote[name]);
  return (
    <>
      <PlanTable
        caption={t('deed.exit.quote')}
        columns={[
          { word: t('deed.exit.part') },
          { word: t('deed.exit.amount'), isFigure: true },
          { word: t('deed.exit.how') },
        ]}
        foot={
          <PlanRow>
            <PlanCell phone="name">{t('deed.exit.parts.total')}</PlanCell>
            <PlanCell isFigure phone="amount">
              {formatMoney(quote.total)}
            </PlanCell>
            <PlanCell phone="note">{t('deed.exit.until', { date: quote.exitUntil })}</PlanCell>
          </PlanRow>
        }
      >
        <tbody>
          {shown.map((name) => (
            <PlanRow key={name}>
              <PlanCell phone="name">{t(`deed.exit.parts.${name}`)}</PlanCell>
              <PlanCell isFigure phone="amount">
                {amountOf(name)}
              </PlanCell>
              <PlanCell phone="note">
                <span className={text.caption}>{t(`deed.exit.words.${name}`, values)}</span>
              </PlanCell>
            </PlanRow>
          ))}
        </tbody>
      </PlanTable>
      {cents(quote.deposit) > 0n && (
        <p className={text.caption}>{t('deed.exit.deposit', { amount: formatMoney(quote.deposit) })}</p>
      )}
      <p className={text.caption}>{t('deed.exit.after')}</p>
    </>
  );
}
