import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { cents, formatMoney } from '../../../../contract/domain/money';
import { textIn } from '../../../../contract/domain/text';
import { directions } from '../../../../contract/modules/lease/receipt';
import { accountLabels } from '../../../../contract/wire/ledger/accountLabels';
import type { LedgerEntry } from '../../../../contract/wire/ledger/entries';
import { permission } from '../../../store/navigation/menu';
import { Button } from '../../../ui/inputs/buttons';
import { arrange } from '../../../ui/layout/arrange';
import { Dialog } from '../../../ui/overlays/Dialog';
import { MessageBar } from '../../../ui/overlays/MessageBar';
import { CardSkeleton } from '../../../ui/overlays/messages';
import { errorText } from '../../crud/errorText';
import { useFormat } from '../../crud/useFormat';
import { DeedDialog } from '../deed/DeedDialog';
import { deed, type Subject } from '../deed/deedSlice';
import { EntriesTable } from './EntriesTable';
import { type Balances, type LedgerSubject, ledger } from './ledgerSlice';

const { actions: at, selectors: see } = ledger;

/** The balances that are not nothing, and what can be done with each. */
function BalanceList({ subject, balances }: { subject: LedgerSubject; balances: Balances }) {
  const { t } = useTranslation();
  const { language } = useFormat();
  const dispatch = useDispatch();
  const codes = useSelector(permission.selectors.codes);
  const { of, id, name, customerId, customerName, rows } = subject;
  const shared: Subject = { name, ...(customerId ? { customerId } : {}), ...(customerName ? { customerName } : {}) };
  const begin = (deedName: 'useBalance' | 'refund', own: Partial<Subject>) =>
    dispatch(deed.actions.begin({ name: deedName, subject: { ...shared, ...own } }));
  const ofOrder = of === 'order' ? { orderId: id, contractCode: name, ...(rows ? { rows } : {}) } : {};
  const lines = [
    { key: 'prepaid', amount: balances.prepaid, way: directions.received, use: ofOrder, refund: {} },
    { key: 'advanced', amount: balances.advanced, way: directions.paidOut, use: ofOrder, refund: {} },
    ...(balances.order === undefined
      ? []
      : [
          {
            key: 'order' as const,
            amount: balances.order,
            way: directions.received,
            use: undefined,
            refund: { orderId: id, contractCode: name },
          },
        ]),
    ...(['principal', 'deposit'] as const).flatMap((key) => {
      const amount = balances[key] ?? '0';
      return cents(amount) > 0n ? [{ key, amount, way: directions.received, use: undefined, refund: undefined }] : [];
    }),
  ] as const;
  return (
    <ul className={arrange.list} aria-label={t('receipts.balances')}>
      {lines.map(({ key, amount, way, use, refund }) => (
        <li key={key}>
          <span>
            {key === 'prepaid' || key === 'advanced' ? t(`receipts.${key}`) : textIn(accountLabels[key], language)}
          </span>
          <b>{formatMoney(amount)}</b>
          {cents(amount) > 0n && use && codes.receipt_book && (
            <Button size="small" onClick={() => begin('useBalance', { ...use, way, amount })}>
              {t('receipts.use')}
            </Button>
          )}
          {cents(amount) > 0n && refund && codes.receipt_refund && (
            <Button size="small" onClick={() => begin('refund', { ...refund, way, amount })}>
              {t('receipts.refund')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** What was booked for an order, an instalment or a customer, and the balances. What is done from here has its own dialog. */
export function LedgerDialog() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { subject, entries, balances, problem } = useSelector(see.all);
  const codes = useSelector(permission.selectors.codes);
  if (!subject) return <DeedDialog />;
  const close = () => dispatch(at.close());
  const reverse = ({ receiptId, receiptNo, batchNo }: LedgerEntry) =>
    dispatch(
      deed.actions.begin(
        receiptId
          ? { name: 'reverse', subject: { id: receiptId, name: receiptNo ?? '' } }
          : { name: 'reverseUse', subject: { id: batchNo!, name: batchNo! } },
      ),
    );
  return (
    <Dialog
      title={t('receipts.ofSubject', { name: subject.name })}
      size={1200}
      closeLabel={t('frame.close')}
      onClose={close}
      footer={<Button onClick={close}>{t('frame.close')}</Button>}
    >
      {problem && <MessageBar tone="danger">{errorText(t, problem)}</MessageBar>}
      {balances && <BalanceList subject={subject} balances={balances} />}
      {entries ? (
        <EntriesTable entries={entries} hasReceipt {...(codes.receipt_reverse ? { onReverse: reverse } : {})} />
      ) : (
        !problem && <CardSkeleton lines={6} />
      )}
    </Dialog>
  );
}
