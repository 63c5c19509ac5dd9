import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { formatMoney } from '../../../../contract/domain/money';
import { textIn } from '../../../../contract/domain/text';
import { ref } from '../../../../contract/schema/fields';
import { bookingFields } from '../../../../contract/wire/ledger/booking';
import { Button } from '../../../ui/inputs/buttons';
import { FormField } from '../../../ui/inputs/fields';
import { arrange } from '../../../ui/layout/arrange';
import { Form } from '../../../ui/layout/Form';
import { KeyValues } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { Dialog } from '../../../ui/overlays/Dialog';
import { MessageBar } from '../../../ui/overlays/MessageBar';
import { errorText } from '../../crud/errorText';
import { FieldInput, isGroup } from '../../crud/inputs/inputs';
import { useFormat } from '../../crud/useFormat';
import { BookingPreview } from '../deed/BookingPreview';
import { type Assigning, isAimed, statementPages } from './statementSlice';

const { actions: at } = statementPages;
const fields = {
  orderId: ref('order')('订单', 'Order'),
  customerId: bookingFields.customerId,
  rest: bookingFields.rest,
};

/** Says by hand what a line pays: an order, or all that is due of a customer. */
export function AssignDialog({ path, assigning }: { path: string; assigning: Assigning }) {
  const { line, draft, busy, trial, waits, refusal } = assigning;
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const format = useFormat();
  const close = () => dispatch(at.assignEnded({ path, isDone: true }));
  const submit = () => dispatch(at.submitAssign({ path }));
  const why = () => {
    if (!isAimed(assigning)) return t('bank.assignFirst');
    return trial ? undefined : errorText(t, refusal || '*deed.untried');
  };
  return (
    <Dialog
      title={t('bank.assignTitle', { row: line.lineNo })}
      size={600}
      closeLabel={t('frame.close')}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{t('ask.cancel')}</Button>
          <Button tone="primary" busy={busy} onClick={submit} disabledReason={why()}>
            {t('bank.confirmOne')}
          </Button>
        </>
      }
    >
      <Form className={arrange.column} onSubmit={submit}>
        <KeyValues
          items={[
            [t('bank.amount'), formatMoney(line.amount)],
            [t('bank.party'), line.partyName || '-'],
            [t('bank.purpose'), line.purpose || '-'],
          ]}
        />
        <p className={text.caption}>{t('bank.assignHint')}</p>
        {Object.entries(fields).map(([name, field]) => (
          <FormField
            key={name}
            id={`assign-${name}`}
            layout="above"
            label={textIn(field.label, format.language)}
            required={false}
            as={isGroup(field, format) ? 'group' : 'field'}
          >
            <FieldInput
              name={name}
              field={field}
              draft={draft}
              format={format}
              onType={(change) => dispatch(at.typeAssign({ path, change }))}
            />
          </FormField>
        ))}
        {refusal && <MessageBar tone="danger">{errorText(t, refusal)}</MessageBar>}
        {trial && <BookingPreview trial={trial} />}
        {waits && <MessageBar tone="info">{waits}</MessageBar>}
      </Form>
    </Dialog>
  );
}
