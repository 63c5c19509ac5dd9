import { useDispatch, useSelector } from 'react-redux';
import { isPayable } from '../../../../../contract/domain/lifecycle/orderStates';
import { formatMoney } from '../../../../../contract/domain/money';
import { textIn } from '../../../../../contract/domain/text';
import { paymentPlan } from '../../../../../contract/modules/lease/paymentPlan';
import { permission } from '../../../../store/navigation/menu';
import { LinkButton } from '../../../../ui/inputs/LinkButton';
import { arrange } from '../../../../ui/layout/arrange';
import { Dash, Money } from '../../../../ui/layout/figures';
import { text } from '../../../../ui/layout/text';
import { ledger } from '../../receipt/ledgerSlice';
import { shortTime, type View } from '../view';
import { PlanCell, PlanRow, PlanTable } from './PlanTable';
import { type PlanFigures, type PlanLine, total } from './planFigures';

function byYear(lines: readonly PlanLine[]): [string, PlanLine[]][] {
  return [...new Set(lines.map(({ paymentDate }) => paymentDate.slice(0, 4)))].map((year) => [
    year,
    lines.filter(({ paymentDate }) => paymentDate.startsWith(year)),
  ]);
}

/** Instalments among the rows: charges are no periods. */
function periodsOf(lines: readonly PlanLine[]) {
  return lines.filter(({ isInstalment }) => isInstalment).length;
}
function days(lines: readonly PlanLine[]) {
  return lines.reduce((all, line) => all + line.days, 0);
}
function money(value: string) {
  return Number(value) === 0 ? <Dash /> : <Money value={value} />;
}

interface PlanLineRowProps {
  line: PlanLine;
  isPayableNow: boolean;
  onPay(): void;
  onReceipt(): void;
  /** Undefined for a person who may not take payments back. */
  onReverse: (() => void) | undefined;
  payDisabled: string | undefined;
  t: View['t'];
}

/** One instalment. */
function PlanLineRow({ line, isPayableNow, onPay, onReceipt, onReverse, payDisabled, t }: PlanLineRowProps) {
  return (
    <PlanRow tone={line.isLate ? 'late' : line.isLive ? undefined : 'muted'}>
      <PlanCell isFigure phone="name">
        {line.name}
      </PlanCell>
      <PlanCell phone="code">
        <time>{line.paymentDate}</time>
      </PlanCell>
      <PlanCell isFigure>{line.days}</PlanCell>
      <PlanCell isFigure>{money(line.rent)}</PlanCell>
      <PlanCell isFigure>{money(line.principal)}</PlanCell>
      <PlanCell isFigure phone="amount">
        <Money value={line.amountPayable} strong={line.isLive} />
      </PlanCell>
      <PlanCell isFigure>{line.isInstalment ? <Money value={line.balance} /> : <Dash />}</PlanCell>
      <PlanCell phone="state">
        {line.state}
        {line.isPaid && (
          <>
            {' '}
            <button
              type="button"
              className={`${text.link} ${arrange.noPrint}`}
              aria-label={t('print.receiptOf', { name: line.name })}
              onClick={onReceipt}
            >
              {t('print.receiptShort')}
            </button>
          </>
        )}
      </PlanCell>
      <PlanCell phone={line.isBooked || isPayableNow ? 'date' : undefined}>
        {line.isPaid ? (
          <span className={text.caption} title={line.paidTime ?? undefined}>
            {shortTime(line.paidTime)}
          </span>
        ) : isPayableNow ? (
          <LinkButton disabledReason={payDisabled} onClick={onPay}>
            {t('orderPage.pay')}
          </LinkButton>
        ) : (
          !line.isBooked && <Dash />
        )}
        {line.isBooked && onReverse && (
          <>
            {' '}
            <button
              type="button"
              className={`${text.link} ${arrange.noPrint}`}
              aria-label={t('receipts.reverseRow', { name: line.name })}
              onClick={onReverse}
            >
              {t('receipts.reverse')}
            </button>
          </>
        )}
      </PlanCell>
    </PlanRow>
  );
}

interface PlanRowsProps extends View {
  figures: PlanFigures;
  onPay(): void;
  /** By the id of the instalment. */
  onReceipt(id: string): void;
  payDisabled?: string | undefined;
}

/** The table of the plan: instalments grouped by year, or the sums of each year. */
export function PlanRows({ figures, onPay, onReceipt, payDisabled, pageState, held, format, t }: PlanRowsProps) {
  const { lines, isPreview } = figures;
  const live = lines.filter((line) => line.isLive);
  const isByYear = pageState.planView === 'year';
  const years = byYear(live);
  const canPay = isPayable(held.businessStatus ?? 0);
  const next = live.find(({ isPaid }) => !isPaid);
  const dispatch = useDispatch();
  const mayReverse = useSelector(permission.selectors.codes).receipt_reverse === true;
  const reverse = ({ key, name }: PlanLine) =>
    dispatch(ledger.actions.show({ of: 'plan', id: key, name: `${held.contractCode ?? ''} ${name}`.trim() }));
  const { fields } = paymentPlan;
  const sums = (of: readonly PlanLine[]) => (
    <>
      <PlanCell isFigure>{days(of)}</PlanCell>
      <PlanCell isFigure>{money(total(of, 'rent'))}</PlanCell>
      <PlanCell isFigure>{money(total(of, 'principal'))}</PlanCell>
      <PlanCell isFigure phone="amount">
        {money(total(of, 'amountPayable'))}
      </PlanCell>
      <PlanCell />
    </>
  );
  const paid = total(
    live.filter(({ isPaid }) => isPaid),
    'amountPayable',
  );
  const yearName = (year: string, of: readonly PlanLine[]) => t('orderPage.plan.year', { year, count: periodsOf(of) });

  const columns = [
    { word: textIn(fields.currentPeriods.label, format.language), isFigure: true },
    { word: textIn(fields.paymentDate.label, format.language) },
    { word: textIn(fields.days.label, format.language), isFigure: true },
    { word: t('orderPage.plan.rentHead'), isFigure: true },
    { word: t('orderPage.plan.principalHead'), isFigure: true },
    { word: t('orderPage.plan.payableHead'), isFigure: true },
    { word: t('order.preview.balance'), isFigure: true },
    { word: textIn(fields.payStatus.label, format.language) },
    { word: t('orderPage.plan.paidHead') },
  ];
  const yearHeads = [
    { word: t('orderPage.plan.yearHead'), columns: 2 },
    ...columns.slice(2, -2),
    { word: textIn(fields.payStatus.label, format.language), columns: 2 },
  ];
  return (
    <PlanTable
      caption={t('orderPage.plan.title')}
      columns={columns}
      {...(isByYear ? { heads: yearHeads } : {})}
      isBusy={pageState.busy.plan === true}
      foot={
        <PlanRow>
          <PlanCell columns={2} phone="name">
            {t('orderPage.plan.sum', { count: periodsOf(live) })}
          </PlanCell>
          {sums(live)}
          <PlanCell columns={2} phone="code" className={isPreview ? undefined : text.good}>
            {isPreview ? t('orderPage.plan.preview') : t('orderPage.plan.paidSum', { amount: formatMoney(paid) })}
          </PlanCell>
        </PlanRow>
      }
    >
      {isByYear ? (
        <tbody>
          {years.map(([year, of]) => (
            <PlanRow key={year}>
              <PlanCell columns={2} phone="name">
                {t('orderPage.plan.yearOf', { year, count: periodsOf(of) })}
              </PlanCell>
              {sums(of)}
              <PlanCell columns={2} phone="code">
                {isPreview
                  ? t('orderPage.plan.preview')
                  : t('orderPage.plan.paidOf', {
                      paid: periodsOf(of.filter(({ isPaid }) => isPaid)),
                      count: periodsOf(of),
                    })}
              </PlanCell>
            </PlanRow>
          ))}
        </tbody>
      ) : (
        byYear(lines).map(([year, all]) => {
          const of = all.filter((line) => line.isLive);
          return (
            <tbody key={year}>
              {all.map((line) => (
                <PlanLineRow
                  key={line.key}
                  line={line}
                  isPayableNow={canPay && (line.isLate || line === next)}
                  onPay={onPay}
                  onReceipt={() => onReceipt(line.key)}
                  onReverse={mayReverse ? () => reverse(line) : undefined}
                  payDisabled={payDisabled}
                  t={t}
                />
              ))}
              {/* With a single year, its sum equals the total of the footer. */}
              {years.length > 1 && of.length > 0 && (
                <PlanRow tone="sum">
                  <PlanCell columns={2} phone="name">
                    {yearName(year, of)}
                  </PlanCell>
                  {sums(of)}
                  <PlanCell columns={2} />
                </PlanRow>
              )}
            </tbody>
          );
        })
      )}
    </PlanTable>
  );
}
