import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { Button } from '../../../ui/inputs/buttons';
import { DateInput } from '../../../ui/inputs/dates';
import { FormField } from '../../../ui/inputs/fields';
import { arrange } from '../../../ui/layout/arrange';
import { Form } from '../../../ui/layout/Form';
import { Dialog } from '../../../ui/overlays/Dialog';
import { MessageBar } from '../../../ui/overlays/MessageBar';
import { errorText } from '../../crud/errorText';
import { outgoing } from './outgoingSlice';

const { actions: at } = outgoing;

/** Asks for the days of a customer's statement. */
export function StatementDialog() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { customer, form, problem, isBusy } = useSelector(outgoing.selectors.all);
  if (!customer) return null;
  return (
    <Dialog
      title={t('outgoing.statementOf', { name: customer.name })}
      size={400}
      onClose={() => dispatch(at.closed())}
      closeLabel={t('frame.close')}
      footer={
        <>
          <Button onClick={() => dispatch(at.closed())}>{t('ask.cancel')}</Button>
          <Button tone="primary" type="submit" form="statement-form" busy={isBusy}>
            {t('outgoing.save')}
          </Button>
        </>
      }
    >
      <Form id="statement-form" onSubmit={() => dispatch(at.send())}>
        <div className={arrange.column}>
          <MessageBar tone="info">{t('outgoing.about')}</MessageBar>
          {problem && (
            <MessageBar tone="warning">
              {problem.startsWith('*') ? t(problem.slice(1) as never) : errorText(t, problem)}
            </MessageBar>
          )}
          {(['from', 'to'] as const).map((name) => (
            <FormField key={name} layout="above" required label={t(`outgoing.${name}`)}>
              <DateInput
                name={name}
                value={form[name]}
                pickLabel={t('crud.pick')}
                onChange={(day) => dispatch(at.typed({ [name]: day }))}
              />
            </FormField>
          ))}
        </div>
      </Form>
    </Dialog>
  );
}
