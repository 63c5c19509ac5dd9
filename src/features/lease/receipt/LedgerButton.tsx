import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { Button } from '../../../ui/inputs/buttons';
import { type LedgerSubject, ledger } from './ledgerSlice';

/** Opens the entries of an order or a customer. */
export function LedgerButton(subject: LedgerSubject) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  return (
    <Button size="small" tone="subtle" icon="receipt" onClick={() => dispatch(ledger.actions.show({ ...subject }))}>
      {t('receipts.ofPlan')}
    </Button>
  );
}
