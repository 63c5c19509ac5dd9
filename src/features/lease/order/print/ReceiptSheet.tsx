import { rowKinds } from '../../../../../contract/domain/leasing/rowKinds';
import { capitals, formatMoney } from '../../../../../contract/domain/money';
import { textIn } from '../../../../../contract/domain/text';
import type { PaymentPlan } from '../../../../../contract/modules/lease/paymentPlan';
import { paymentPlan, rowName } from '../../../../../contract/modules/lease/paymentPlan';
import { maskCard } from '../../../../../contract/schema/mask';
import type { HistoryEntry } from '../../../../store/crud/history';
import { PaperAmount, PaperFacts, PaperSigns } from '../../../../ui/print/Paper';
import { PrintDialog, useCompany } from '../../../crud/print/PrintDialog';
import type { View } from '../view';
import { receiptSheet } from './sheets';

const paid = 1;

/** Who confirmed the payment of an instalment; '' where the history that is shown does not reach so far. */
export function confirmedBy(history: readonly HistoryEntry[], rowId: string): string {
  const entry = history.find(
    ({ entity, entityId, changes }) =>
      entity === paymentPlan.name &&
      entityId === rowId &&
      changes.some(({ field, after }) => field === 'payStatus' && Number(after) === paid),
  );
  return entry?.userName ?? '';
}

function Receipt({ row, view }: { row: PaymentPlan; view: View }) {
  const { held, pageState, format, t } = view;
  const company = useCompany();
  const none = t('print.none');
  const amount = row.paidAmount ?? row.amountPayable ?? '0';
  const { language } = format;
  const { fields } = paymentPlan;
  const isSettlement = row.kind === rowKinds.settlement;
  return (
    <PrintDialog
      of={receiptSheet(row.id)}
      title={t('print.receiptTitle')}
      head={[
        t('print.number', { number: `${row.contractCode ?? held.contractCode ?? row.id}-${row.currentPeriods}` }),
        `${t('print.paidAt')} ${row.paidTime?.slice(0, 10) ?? none}`,
      ]}
    >
      {() => (
        <>
          <PaperFacts
            facts={[
              [t('print.payer'), company || none],
              [t('print.payee'), row.customerName ?? held.customerName ?? none],
              [t('print.payeeAccount'), row.bankCardCode ? maskCard(row.bankCardCode) : none],
              [t('print.payeeBank'), row.bankName || none],
              [t('print.amount'), <PaperAmount key="amount">¥ {formatMoney(amount)}</PaperAmount>, true],
              [t('print.amountInCapitals'), <PaperAmount key="capitals">{capitals(amount)}</PaperAmount>, true],
              [
                t('print.madeUp'),
                t('print.rentAndPrincipal', {
                  rent: formatMoney(row.rent ?? '0'),
                  principal: formatMoney(row.principal ?? '0'),
                }),
                true,
              ],
              [textIn(fields.contractCode.label, language), row.contractCode ?? held.contractCode ?? none],
              [textIn(fields.productName.label, language), row.productName ?? held.productName ?? none],
              [
                t('print.period'),
                isSettlement
                  ? t('print.settlement')
                  : (row.kind ?? 1) > 1
                    ? rowName(row, language)
                    : t('print.periodOf', { period: row.currentPeriods, count: row.totalPeriods }),
              ],
              [t('print.due'), row.paymentDate ?? none],
              [t('print.batch'), row.batchNo || none],
              [t('print.confirmedBy'), confirmedBy(pageState.parts.history ?? [], row.id) || none],
            ]}
          />
          <PaperSigns labels={[t('print.signPrepared'), t('print.signChecked'), t('print.signSeal')]} />
        </>
      )}
    </PrintDialog>
  );
}

/** The receipts of an order's instalments: of confirmed payments alone. */
export function Receipts({ view }: { view: View }) {
  const rows = (view.pageState.parts.plan ?? []).filter(({ payStatus }) => payStatus === paid);
  return rows.map((row) => <Receipt key={row.id} row={row} view={view} />);
}
