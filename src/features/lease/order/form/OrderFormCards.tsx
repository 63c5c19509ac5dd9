import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { type DayCount, dayCounts, dayCountTexts } from '../../../../../contract/domain/leasing/codes';
import { methodOf, planTermsOf } from '../../../../../contract/domain/leasing/record';
import { dayCountOf } from '../../../../../contract/domain/leasing/timeline';
import { draft as draftState, isEditable } from '../../../../../contract/domain/lifecycle/orderStates';
import { capitals, cents, formatMoney, formatRate, isMoney } from '../../../../../contract/domain/money';
import { textIn } from '../../../../../contract/domain/text';
import { order } from '../../../../../contract/modules/lease/order';
import { headingOf } from '../../../../../contract/schema/columns';
import { problemText } from '../../../../../contract/schema/messages';
import { choiceSetOf } from '../../../../store/crud/targets';
import { DateInput } from '../../../../ui/inputs/dates';
import { FormField, TextArea, TextInput } from '../../../../ui/inputs/fields';
import { MoneyInput } from '../../../../ui/inputs/numbers';
import { arrange } from '../../../../ui/layout/arrange';
import { Card } from '../../../../ui/layout/surfaces';
import { text } from '../../../../ui/layout/text';
import { ChoiceInput } from '../../../crud/inputs/choiceInputs';
import { useFormat } from '../../../crud/useFormat';
import { wayOf } from '../terms/PlanWords';
import { faultText, RentTable } from '../terms/RentTable';
import {
  hasTable,
  isFree,
  type OrderField,
  type OrderForm,
  type OrderProblem,
  orderForm,
  previewOf,
  sharesOf,
  statusOf,
  tableFault,
  warningsOf,
} from './orderFormSlice';

const { actions: at } = orderForm;
const { fields } = order;

/** Suggestions: any other bank can be typed. They are written into contracts, so they stay Chinese. */
const banks = [
  '中国工商银行',
  '中国农业银行',
  '中国银行',
  '中国建设银行',
  '交通银行',
  '中国邮政储蓄银行',
  '招商银行',
  '中信银行',
  '中国光大银行',
  '中国民生银行',
  '兴业银行',
  '浦发银行',
  '平安银行',
  '广发银行',
  '华夏银行',
];
const remarkLength = 500;

interface CardProps {
  rest: string;
  form: OrderForm;
}

/** Builders of the fields of a form, with their labels, problems and warnings. */
function useOrderFields({ rest, form }: CardProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { language } = useFormat();
  const { draft, offer, problems, refusals } = form;
  const isDraft = statusOf(form) === draftState;
  const warnings = warningsOf(form);
  const per = offer?.amountPer ? formatMoney(offer.amountPer) : '';
  const type = (name: OrderField) => (text: string) => dispatch(at.type({ rest, change: { [name]: text } }));
  const check = (name: OrderField) => () => dispatch(at.check({ rest, name }));

  const problemMessage = (name: OrderField, problem: OrderProblem): string => {
    if (problem === 'notWholeShares') return t('order.form.wholeShares', { amountPer: per });
    if (problem === 'notACard') return t('order.form.notACard');
    if (problem === 'badTable') return faultText(tableFault(form) ?? { fault: 'empty' }, language);
    return problemText(order.fields[name], problem, language);
  };
  const problemOf = (name: OrderField): string | undefined => {
    const problem = problems[name];
    return problem ? problemMessage(name, problem) : refusals[name];
  };
  const warningOf = (name: OrderField): string | undefined => {
    const warning = warnings[name];
    if (!warning) return undefined;
    return warning === 'checkDigit' ? t('order.form.cardCheck') : problemMessage(name, warning);
  };
  const field = (
    name: OrderField,
    control: ReactNode,
    { help, tone, required, isGroup }: { help?: ReactNode; tone?: 'good'; required?: boolean; isGroup?: true } = {},
  ) => {
    const problem = problemOf(name);
    const warning = warningOf(name);
    return (
      <FormField
        id={`order-${name}`}
        label={
          name === 'totalAmount' ? headingOf(order.fields[name], language) : textIn(order.fields[name].label, language)
        }
        required={(required ?? order.fields[name].required) && isFree(form, name)}
        {...(isGroup ? { as: 'group' as const } : {})}
        {...(problem ? { problem } : {})}
        {...(warning ? { warning } : {})}
        {...(help ? { help } : {})}
        {...(tone ? { helpTone: tone } : {})}
      >
        {control}
      </FormField>
    );
  };
  /** Properties that every text input of a field shares. */
  const typed = (name: OrderField) => ({
    name,
    value: draft[name],
    readOnly: !isFree(form, name),
    onChange: type(name),
    onBlur: check(name),
  });
  /** A read-only value derived from other fields, outside the tab order. */
  const shown = (name: string, label: string, value: string, suffix?: string) => (
    <TextInput
      id={`order-${name}`}
      aria-label={label}
      value={value}
      readOnly
      tabIndex={-1}
      onChange={() => {}}
      suffix={suffix}
    />
  );

  return { language, isDraft, per, check, field, typed, shown };
}

/** Customer and phone number. */
export function CustomerCard({ rest, form }: CardProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { draft, customer } = form;
  const { language, isDraft, check, field, typed } = useOrderFields({ rest, form });
  return (
    <Card title={t('order.form.customer')} icon="people">
      <div className={arrange.fields}>
        {field(
          'customerId',
          <ChoiceInput
            of={choiceSetOf(fields.customerId)!}
            label={textIn(fields.customerId.label, language)}
            value={draft.customerId}
            shown={customer?.realName ?? ''}
            readOnly={!isFree(form, 'customerId')}
            placeholder={t('order.form.findCustomer')}
            creates
            onPick={(id, title) => dispatch(at.choose({ rest, name: 'customerId', id, title }))}
            onBlur={check('customerId')}
          />,
          customer && customer.kycStatus !== null && isDraft
            ? customer.kycStatus === 1
              ? { help: t('order.form.checked'), tone: 'good' }
              : { help: <span className={text.warning}>{t('order.form.unchecked')}</span> }
            : {},
        )}
        {field('tel', <TextInput {...typed('tel')} inputMode="tel" maxLength={20} />, { required: true })}
      </div>
    </Card>
  );
}

/** Product, amount and terms. */
export function OfferCard({ rest, form }: CardProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { draft, offer } = form;
  const { language, isDraft, per, check, field, typed, shown } = useOrderFields({ rest, form });
  const status = statusOf(form);
  const preview = previewOf(form);
  const bought = sharesOf(form);
  const counted = offer?.deadline
    ? dayCountOf({ dayCount: offer.dayCount ?? 0, repayMethod: methodOf(offer), deadline: offer.deadline })
    : null;
  const countedBy = (dayCount: DayCount) =>
    dayCount === dayCounts.auto ? t('order.form.equalPeriods') : (textIn(dayCountTexts[dayCount], language) ?? '');
  /** The amount in Chinese capitals, as the contract writes it, and the problem of the field. */
  const amountHelp = [
    isMoney(draft.totalAmount) && cents(draft.totalAmount) > 0n && capitals(draft.totalAmount),
    per && isDraft && t('order.form.wholeShares', { amountPer: per }),
  ]
    .filter(Boolean)
    .join(' · ');

  return (
    <Card title={t('order.form.offer')} icon="box">
      <div className={arrange.fields}>
        {field(
          'productId',
          <ChoiceInput
            of={choiceSetOf(fields.productId)!}
            label={textIn(fields.productId.label, language)}
            value={draft.productId}
            shown={offer?.productName ?? ''}
            readOnly={!isFree(form, 'productId')}
            placeholder={t('order.form.findProduct')}
            creates
            onPick={(id, title) => dispatch(at.choose({ rest, name: 'productId', id, title }))}
            onBlur={check('productId')}
          />,
          offer
            ? {
                help: t(isDraft ? 'order.form.terms' : 'order.form.termsFixed', {
                  days: offer.deadline ?? '-',
                  amountPer: per || '-',
                }),
              }
            : {},
        )}
        {field(
          'totalAmount',
          <MoneyInput
            {...typed('totalAmount')}
            suffix={bought && per ? t('order.form.shares', { count: bought as never, amountPer: per }) : undefined}
          />,
          { help: amountHelp },
        )}
        <FormField id="order-repayMethod" label={textIn(fields.repayMethod.label, language)}>
          {shown(
            'repayMethod',
            textIn(fields.repayMethod.label, language),
            offer ? wayOf(planTermsOf(offer), language) : '',
          )}
        </FormField>
        <FormField label={textIn(fields.yearRate.label, language)} as="group">
          <div className={arrange.pair}>
            {shown(
              'yearRate',
              textIn(fields.yearRate.label, language),
              offer?.yearRate ? formatRate(offer.yearRate) : '',
              '%',
            )}
            {shown('dayCount', textIn(fields.dayCount.label, language), counted === null ? '' : countedBy(counted))}
          </div>
        </FormField>
        {hasTable(form) &&
          field(
            'rentTable',
            <RentTable
              value={draft.rentTable}
              totalAmount={draft.totalAmount}
              readOnly={!isFree(form, 'rentTable')}
              onChange={typed('rentTable').onChange}
              onBlur={check('rentTable')}
            />,
            { required: true, isGroup: true },
          )}
        {field(
          'interestDate',
          <div className={arrange.pair}>
            <DateInput {...typed('interestDate')} pickLabel={t('crud.pick')} />
            {shown(
              'maturity',
              t('order.form.maturity'),
              preview && !preview.isStartAssumed ? preview.plan.maturity : '',
              t('order.form.maturity'),
            )}
          </div>,
          isEditable(status) ? { help: t('order.form.startHelp') } : {},
        )}
      </div>
    </Card>
  );
}

/** Bank account of the customer, and the remark. */
export function AccountCard({ rest, form }: CardProps) {
  const { t } = useTranslation();
  const { customer } = form;
  const { field, typed, shown } = useOrderFields({ rest, form });
  return (
    <Card title={t('order.form.account')} icon="building-bank">
      <div className={arrange.fields}>
        <FormField id="order-holder" label={t('order.form.holder')}>
          {shown('holder', t('order.form.holder'), customer?.realName ?? '')}
        </FormField>
        {field('bankCardCode', <TextInput {...typed('bankCardCode')} inputMode="numeric" maxLength={32} />, {
          required: true,
        })}
        {field(
          'bankName',
          <>
            <TextInput
              {...typed('bankName')}
              list="order-banks"
              maxLength={64}
              {...(isFree(form, 'bankName') ? { placeholder: t('order.form.bankHint') } : {})}
            />
            <datalist id="order-banks">
              {banks.map((bank) => (
                <option key={bank} value={bank} />
              ))}
            </datalist>
          </>,
          { required: true },
        )}
        {field(
          'remark',
          <TextArea
            {...typed('remark')}
            maxLength={remarkLength}
            placeholder={t('order.form.remarkHint', { count: remarkLength })}
          />,
        )}
      </div>
    </Card>
  );
}
