import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { formatMoney } from '../../../../contract/domain/money';
import { Button } from '../../../ui/inputs/buttons';
import { KeyValues } from '../../../ui/layout/surfaces';
import { Dialog } from '../../../ui/overlays/Dialog';
import { MessageBar } from '../../../ui/overlays/MessageBar';
import { CardSkeleton } from '../../../ui/overlays/messages';
import { EntriesTable } from './EntriesTable';
import { ledger } from './ledgerSlice';

const { actions: at, selectors: see } = ledger;

/** What was booked for an order or a customer, and the balances of a customer. */
export function LedgerDialog() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { subject, entries, balances, problem } = useSelector(see.all);
  if (!subject) return null;
  const close = () => dispatch(at.close());
  return (
    <Dialog
      title={t('receipts.ofSubject', { name: subject.name })}
      size={1200}
      closeLabel={t('frame.close')}
      onClose={close}
      footer={<Button onClick={close}>{t('frame.close')}</Button>}
    >
      {problem && (
        <MessageBar tone="danger">{problem.startsWith('*') ? t(problem.slice(1) as never) : problem}</MessageBar>
      )}
      {balances && (
        <KeyValues
          items={[
            [t('receipts.prepaid'), formatMoney(balances.prepaid)],
            [t('receipts.advanced'), formatMoney(balances.advanced)],
          ]}
        />
      )}
      {entries ? <EntriesTable entries={entries} hasReceipt /> : !problem && <CardSkeleton lines={6} />}
    </Dialog>
  );
}
