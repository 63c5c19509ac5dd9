import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { textIn } from '../../../../contract/domain/text';
import { customer } from '../../../../contract/modules/lease/customer';
import { permission } from '../../../store/navigation/menu';
import { Radios } from '../../../ui/inputs/choices';
import { FormField, TextInput } from '../../../ui/inputs/fields';
import { arrange } from '../../../ui/layout/arrange';
import { Card } from '../../../ui/layout/surfaces';
import { ChoiceInput } from '../../crud/inputs/choiceInputs';
import { useFormat } from '../../crud/useFormat';
import { aimsOf, customerRows, orderRows } from './aims';
import { Compare } from './Compare';
import { type Aim, type Desk, desks } from './desksSlice';
import { wordsOf } from './words';

const { actions: at } = desks;

/** Where the values go: nowhere further, to a customer, or to an order. */
export function AcceptCard({ id, desk }: { id: string; desk: Desk }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const format = useFormat();
  const codes = useSelector(permission.selectors.codes);
  const { aim, customerId, tel, orderId, against, values, problems } = desk;
  const type = desk.reading?.type ?? 0;
  const aims = aimsOf(type, desk.reading?.customerId ?? null, (code) => codes[code] === true);
  const problem = (name: string) => (problems[name] ? { problem: wordsOf(t, problems[name]) } : {});
  return (
    <Card title={t('papers.aim')}>
      <div className={arrange.column}>
        {aims.length > 1 && (
          <FormField id={`paper-${id}-aim`} layout="above" as="group" label={t('papers.aimLabel')}>
            <Radios
              value={aim}
              onChange={(to) => dispatch(at.aim({ id, aim: to as Aim }))}
              options={aims.map((value) => ({ value, label: t(`papers.aims.${value}`) }))}
            />
          </FormField>
        )}
        {aim === 'add' && (
          <FormField
            id={`paper-${id}-tel`}
            layout="above"
            label={textIn(customer.fields.tel.label, format.language) ?? ''}
            required
            help={t('papers.telHelp')}
            {...problem('tel')}
          >
            <TextInput
              inputMode="tel"
              maxLength={20}
              value={tel}
              onChange={(typed) => dispatch(at.typeTel({ id, tel: typed }))}
            />
          </FormField>
        )}
        {aim === 'update' && (
          <FormField
            id={`paper-${id}-customer`}
            layout="above"
            label={t('papers.customer')}
            required
            {...problem('customerId')}
          >
            <ChoiceInput
              of="customer"
              value={customerId}
              label={t('papers.customer')}
              shown={against.customer?.realName ?? ''}
              placeholder={t('papers.findCustomer')}
              onPick={(customerId) => dispatch(at.pickCustomer({ id, customerId }))}
            />
          </FormField>
        )}
        {aim === 'update' && against.customer && (
          <Compare
            differing="changes"
            label={t('papers.compareCustomer')}
            words={{ before: t('papers.held'), after: t('papers.readValue') }}
            rows={customerRows(type, values, against.customer, format)}
          />
        )}
        {aim === 'picture' && (
          <FormField id={`paper-${id}-order`} layout="above" label={t('papers.order')} required {...problem('orderId')}>
            <ChoiceInput
              of="order"
              value={orderId}
              label={t('papers.order')}
              shown={against.order?.contractCode ?? ''}
              placeholder={t('papers.findOrder')}
              onPick={(orderId) => dispatch(at.pickOrder({ id, orderId }))}
            />
          </FormField>
        )}
        {aim === 'picture' && against.order && orderRows(type, values, against.order, format).length > 0 && (
          <Compare
            differing="different"
            label={t('papers.compareOrder')}
            words={{ before: t('papers.ofOrder'), after: t('papers.readValue') }}
            rows={orderRows(type, values, against.order, format)}
          />
        )}
      </div>
    </Card>
  );
}
