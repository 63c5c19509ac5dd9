import { useTranslation } from 'react-i18next';
import { textIn } from '../../../../contract/domain/text';
import { entryKinds, followsOrder, receipt } from '../../../../contract/modules/lease/receipt';
import { accountLabel } from '../../../../contract/wire/ledger/accountLabels';
import type { LedgerEntry } from '../../../../contract/wire/ledger/entries';
import { LinkButton } from '../../../ui/inputs/LinkButton';
import { Dash, Money } from '../../../ui/layout/figures';
import { text } from '../../../ui/layout/text';
import { PageLink } from '../../crud/links';
import { useFormat } from '../../crud/useFormat';
import { OrderLink } from '../order/links';
import { PlanCell, PlanRow, PlanTable } from '../order/plan/PlanTable';

const kindNames = Object.fromEntries(Object.entries(entryKinds).map(([name, number]) => [number, name])) as Record<
  number,
  keyof typeof entryKinds
>;

interface EntriesTableProps {
  entries: readonly LedgerEntry[];
  /** On pages other than that of the receipt. */
  hasReceipt?: boolean;
  /** Takes what was booked back; without it, the table is only read. */
  onReverse?(entry: LedgerEntry): void;
}

/** Whether the receipt or the transfer that the entry belongs to can be taken back. */
function isReversible({ kind, isReversed, receiptId, batchNo }: LedgerEntry): boolean {
  if (isReversed) return false;
  return receiptId
    ? kind === entryKinds.payment
    : kind === entryKinds.transfer && batchNo !== null && !followsOrder(batchNo);
}

/** Entries of the ledger: what was booked, when, by whom, and what takes it back. The newest stands first. */
export function EntriesTable({ entries, hasReceipt = false, onReverse }: EntriesTableProps) {
  const { t } = useTranslation();
  const { language } = useFormat();
  const isLate = entries.some(({ late }) => Number(late) !== 0);
  if (entries.length === 0) return <p className={text.caption}>{t('receipts.noEntries')}</p>;
  return (
    <PlanTable
      caption={t('receipts.entries')}
      columns={[
        { word: t('receipts.valueDate') },
        { word: t('receipts.kind') },
        { word: t('receipts.bookedTo') },
        { word: t('receipts.amount'), isFigure: true },
        ...(isLate ? [{ word: t('receipts.late'), isFigure: true }] : []),
        ...(hasReceipt ? [{ word: t('receipts.receiptNo') }] : []),
        { word: t('receipts.by') },
        ...(onReverse ? [{ word: t('receipts.takeBack') }] : []),
      ]}
      foot={null}
    >
      <tbody>
        {entries.map((entry) => (
          <PlanRow key={entry.id} {...(entry.isReversed ? { tone: 'muted' as const } : {})}>
            <PlanCell phone="date">
              <time>{entry.valueDate}</time>
            </PlanCell>
            <PlanCell phone="state">
              {t(`receipts.kinds.${kindNames[entry.kind]!}`)}
              {entry.isReversed && ` · ${t('receipts.taken')}`}
            </PlanCell>
            <PlanCell phone="name">
              {entry.orderId && entry.planId ? (
                <>
                  <OrderLink id={entry.orderId} code={entry.contractCode} />{' '}
                  {entry.currentPeriods !== null && t('receipts.periodShort', { period: entry.currentPeriods })}
                </>
              ) : (
                textIn(accountLabel(entry.account), language)
              )}
            </PlanCell>
            <PlanCell isFigure phone="amount">
              <Money value={entry.amount} />
            </PlanCell>
            {isLate && (
              <PlanCell isFigure phone="note">
                <Money value={Number(entry.late) === 0 ? null : entry.late} />
              </PlanCell>
            )}
            {hasReceipt && (
              <PlanCell phone="code">
                {entry.receiptId ? (
                  <PageLink to={{ feature: receipt.name, rest: `detail/${entry.receiptId}` }}>
                    {entry.receiptNo}
                  </PageLink>
                ) : (
                  (entry.batchNo ?? <Dash />)
                )}
              </PlanCell>
            )}
            <PlanCell phone="note">
              <span title={entry.reason || undefined}>
                {[entry.bookedBy, entry.createTime.slice(0, 16)].filter(Boolean).join(' · ')}
              </span>
            </PlanCell>
            {onReverse && (
              <PlanCell>
                {isReversible(entry) && (
                  <LinkButton
                    aria-label={t(entry.receiptId ? 'receipts.reverseOf' : 'receipts.reverseUseOf', {
                      no: entry.receiptNo ?? entry.batchNo,
                    })}
                    onClick={() => onReverse(entry)}
                  >
                    {t(entry.receiptId ? 'receipts.reverse' : 'receipts.reverseUse')}
                  </LinkButton>
                )}
              </PlanCell>
            )}
          </PlanRow>
        ))}
      </tbody>
    </PlanTable>
  );
}
