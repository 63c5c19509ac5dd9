import { useTranslation } from 'react-i18next';
import { cents, formatMoney, sum } from '../../../../contract/domain/money';
import type { Outcome } from '../../../../contract/wire/ledger/booking';
import { Money } from '../../../ui/layout/figures';
import { KeyValues } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { MessageBar } from '../../../ui/overlays/MessageBar';
import { PlanCell, PlanRow, PlanTable } from '../order/plan/PlanTable';

/** What the money would be booked to. */
export function BookingPreview({ trial }: { trial: Outcome }) {
  const { t } = useTranslation();
  const rest = (
    <>
      <KeyValues items={[[t('receipts.left'), formatMoney(trial.rest)]]} />
      {trial.needsReason.length > 0 && (
        <MessageBar tone="warning">
          {t('receipts.needsReason')}
          <ul>
            {trial.needsReason.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </MessageBar>
      )}
    </>
  );
  if (trial.entries.length === 0)
    return (
      <>
        <p className={text.caption}>{t('receipts.nothingDue')}</p>
        {rest}
      </>
    );
  const late = sum(trial.entries.map((entry) => entry.late));
  const isLate = cents(late) !== 0n;
  return (
    <>
      <PlanTable
        caption={t('receipts.preview')}
        columns={[
          { word: t('receipts.instalment') },
          { word: t('receipts.due') },
          ...(isLate ? [{ word: t('receipts.late'), isFigure: true }] : []),
          { word: t('receipts.gets'), isFigure: true },
          { word: t('receipts.after'), isFigure: true },
        ]}
        foot={
          <PlanRow>
            <PlanCell columns={2} phone="name">
              {t('receipts.booked')}
            </PlanCell>
            {isLate && (
              <PlanCell isFigure phone="note">
                <Money value={late} />
              </PlanCell>
            )}
            <PlanCell isFigure phone="amount">
              <Money value={trial.booked} strong />
            </PlanCell>
            <PlanCell />
          </PlanRow>
        }
      >
        <tbody>
          {trial.entries.map((entry) => (
            <PlanRow key={entry.planId}>
              <PlanCell phone="name">
                {t('receipts.period', { code: entry.contractCode, period: entry.currentPeriods })}
              </PlanCell>
              <PlanCell phone="code">
                <time>{entry.paymentDate}</time>
              </PlanCell>
              {isLate && (
                <PlanCell isFigure phone="note">
                  <Money value={cents(entry.late) === 0n ? null : entry.late} />
                </PlanCell>
              )}
              <PlanCell isFigure phone="amount">
                <Money value={entry.amount} />
              </PlanCell>
              <PlanCell isFigure phone="date">
                <Money value={entry.openAmount} />
              </PlanCell>
            </PlanRow>
          ))}
        </tbody>
      </PlanTable>
      {rest}
    </>
  );
}
