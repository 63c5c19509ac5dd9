import { useTranslation } from 'react-i18next';
import { cents, formatMoney } from '../../../../contract/domain/money';
import { type ResultOutcome, results } from '../../../../contract/wire/bank/lines';
import { Money } from '../../../ui/layout/figures';
import { KeyValues } from '../../../ui/layout/surfaces';
import { MessageBar } from '../../../ui/overlays/MessageBar';
import { PlanCell, PlanRow, PlanTable } from '../order/plan/PlanTable';
import { paidFor } from '../payBatch/paidFor';

/** What the bank's answer does: how many payments are paid, refused and unknown, and what each is booked to. */
export function ResultPreview({ outcome }: { outcome: ResultOutcome }) {
  const { t } = useTranslation();
  const { payments, booked, rest } = outcome;
  const isNothing = outcome.isKnownFile || outcome.paid + outcome.failed === 0;
  const hasRest = cents(rest) !== 0n;
  const shown = results.filter((result) => payments.some((one) => one.result === result));
  const sumOf = (result: (typeof results)[number]) =>
    t('bank.resultSum', {
      count: payments.filter((one) => one.result === result).length,
      amount: formatMoney(outcome[`${result}Amount`]),
    });
  return (
    <>
      {isNothing && <MessageBar tone="warning">{t('bank.knownResult')}</MessageBar>}
      <KeyValues items={shown.map((result) => [t(`bank.result_${result}`), sumOf(result)])} />
      <PlanTable
        caption={t('bank.items')}
        columns={[
          { word: t('bank.contract') },
          { word: t('bank.payee') },
          { word: t('bank.amount'), isFigure: true },
          { word: t('bank.result') },
          { word: t('bank.bookedTo'), isFigure: true },
          ...(hasRest ? [{ word: t('bank.toBalance'), isFigure: true }] : []),
        ]}
        foot={
          <PlanRow>
            <PlanCell columns={4} phone="name">
              {t('receipts.booked')}
            </PlanCell>
            <PlanCell isFigure phone="amount">
              <Money value={booked} strong />
            </PlanCell>
            {hasRest && (
              <PlanCell isFigure>
                <Money value={rest} strong />
              </PlanCell>
            )}
          </PlanRow>
        }
      >
        <tbody>
          {payments.map((one) => (
            <PlanRow key={one.id} {...(one.result === 'failed' ? { tone: 'late' as const } : {})}>
              <PlanCell phone="code">
                {one.contractCode} {paidFor(one, t)}
              </PlanCell>
              <PlanCell phone="name">{one.payeeName}</PlanCell>
              <PlanCell isFigure phone="amount">
                <Money value={one.amount} />
              </PlanCell>
              <PlanCell phone="state">
                {[t(`bank.result_${one.result}`), one.reason].filter(Boolean).join(t('bank.whyFailed'))}
              </PlanCell>
              <PlanCell isFigure>
                <Money value={cents(one.booked) === 0n ? null : one.booked} />
              </PlanCell>
              {hasRest && (
                <PlanCell isFigure>
                  <Money value={cents(one.rest) === 0n ? null : one.rest} />
                </PlanCell>
              )}
            </PlanRow>
          ))}
        </tbody>
      </PlanTable>
    </>
  );
}
