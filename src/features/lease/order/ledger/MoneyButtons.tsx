import { useDispatch, useSelector } from 'react-redux';
import { isPayable } from '../../../../../contract/domain/lifecycle/orderStates';
import { permission } from '../../../../store/navigation/menu';
import { Button } from '../../../../ui/inputs/buttons';
import { deed } from '../../deed/deedSlice';
import { LedgerButton } from '../../receipt/LedgerButton';
import { openRows, subjectOf } from '../deeds/subjects';
import type { View } from '../view';

/** Books money to the order, and opens what was booked with its balances. */
export function MoneyButtons({ pageState, held, format, t }: View) {
  const dispatch = useDispatch();
  const mayBook = useSelector(permission.selectors.codes).receipt_book === true;
  const subject = { ...subjectOf(held), rows: openRows(pageState.parts.plan ?? [], format.language) };
  return (
    <>
      {mayBook && isPayable(held.businessStatus ?? 0) && (
        <Button
          size="small"
          tone="subtle"
          icon="receipt-money"
          onClick={() => dispatch(deed.actions.begin({ name: 'book', subject }))}
        >
          {t('receipts.bookTitle')}
        </Button>
      )}
      <LedgerButton
        of="order"
        id={held.id}
        name={subject.name}
        customerId={held.customerId}
        customerName={subject.customerName}
        rows={subject.rows}
      />
    </>
  );
}
