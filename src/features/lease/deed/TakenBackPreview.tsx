import { useTranslation } from 'react-i18next';
import { parts } from '../../../../contract/domain/ledger/allocation';
import { cents, formatMoney, subtract } from '../../../../contract/domain/money';
import { textIn } from '../../../../contract/domain/text';
import { accountLabel } from '../../../../contract/wire/ledger/accountLabels';
import type { TakenBack, UndoneLines } from '../../../../contract/wire/ledger/takingBack';
import { Money } from '../../../ui/layout/figures';
import { KeyValues } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { MessageBar } from '../../../ui/overlays/MessageBar';
import { useFormat } from '../../crud/useFormat';
import { PlanCell, PlanRow, PlanTable } from '../order/plan/PlanTable';

/** Which instalments are open again and with how much of each part, what balances become, and which orders run again. */
export function TakenBackPreview({ taken }: { taken: TakenBack | UndoneLines }) {
  const { t } = useTranslation();
  const { language } = useFormat();
  const shown = parts.filter((part) => cents(taken[part]) !== 0n);
  const lines = 'receipts' in taken ? taken : undefined;
  const counts = [
    ...(lines && lines.receipts > 0
      ? [
          [
            t('receipts.reversed'),
            t('receipts.reversedSum', { count: lines.receipts, amount: formatMoney(lines.amount) }),
          ] as const,
        ]
      : []),
    ...(lines && lines.waiting > 0
      ? [[t('receipts.waiting'), t('receipts.lines', { count: lines.waiting })] as const]
      : []),
    ...taken.others.map(({ account, amount }) => {
      const change = subtract('0', amount);
      const signed = cents(change) > 0n ? `+${formatMoney(change)}` : formatMoney(change);
      return [t('receipts.accountChange', { account: textIn(accountLabel(account), language) }), signed] as const;
    }),
  ];
  return (
    <>
      {taken.rows.length === 0 ? (
        <p className={text.caption}>{t('receipts.nothingReopened')}</p>
      ) : (
        <PlanTable
          caption={t('receipts.reopened')}
          columns={[
            { word: t('receipts.instalment') },
            { word: t('receipts.due') },
            ...shown.map((part) => ({ word: t(`receipts.parts.${part}`), isFigure: true })),
            { word: t('receipts.reopenedAmount'), isFigure: true },
          ]}
          foot={
            <PlanRow>
              <PlanCell columns={2} phone="name">
                {t('receipts.reopenedSum')}
              </PlanCell>
              {shown.map((part) => (
                <PlanCell key={part} isFigure>
                  <Money value={taken[part]} />
                </PlanCell>
              ))}
              <PlanCell isFigure phone="amount">
                <Money value={taken.reopened} strong />
              </PlanCell>
            </PlanRow>
          }
        >
          <tbody>
            {taken.rows.map((row) => (
              <PlanRow key={row.planId}>
                <PlanCell phone="name">
                  {t('receipts.period', { code: row.contractCode, period: row.currentPeriods })}
                </PlanCell>
                <PlanCell phone="code">
                  <time>{row.paymentDate}</time>
                </PlanCell>
                {shown.map((part) => (
                  <PlanCell key={part} isFigure>
                    <Money value={cents(row[part]) === 0n ? null : row[part]} />
                  </PlanCell>
                ))}
                <PlanCell isFigure phone="amount">
                  <Money value={row.amount} />
                </PlanCell>
              </PlanRow>
            ))}
          </tbody>
        </PlanTable>
      )}
      {counts.length > 0 && <KeyValues items={counts} />}
      {taken.running.length > 0 && (
        <MessageBar tone="warning">
          {t('receipts.running', { codes: taken.running.join(t('receipts.codeSeparator')) })}
        </MessageBar>
      )}
    </>
  );
}
