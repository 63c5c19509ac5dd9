import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation, useParams } from 'react-router-dom';
import { capitals, cents, formatMoney, formatRate, isMoney } from '../../../../contract/domain/money';
import { draft as draftState, editableFields, isEditable } from '../../../../contract/domain/orderStates';
import { basisOf, type Schedule } from '../../../../contract/domain/schedule';
import { joined, textIn } from '../../../../contract/domain/text';
import { isId } from '../../../../contract/domain/values';
import { order } from '../../../../contract/modules/lease/order';
import { problemText } from '../../../../contract/schema/messages';
import { choiceSetOf } from '../../../store/crud/targets';
import { permission } from '../../../store/navigation/menu';
import { tabs } from '../../../store/navigation/route';
import { preferences } from '../../../store/preferences';
import { Button } from '../../../ui/inputs/buttons';
import { DateInput, FormField, MoneyInput, TextArea, TextInput } from '../../../ui/inputs/fields';
import { arrange } from '../../../ui/layout/arrange';
import { Form } from '../../../ui/layout/Form';
import { Dash } from '../../../ui/layout/figures';
import { Page } from '../../../ui/layout/frame';
import { StatusChip } from '../../../ui/layout/status';
import { Card, Workings } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { CardSkeleton, EmptyState, MessageBar } from '../../../ui/overlays/messages';
import { PageTitle } from '../../../ui/table/listing';
import { headOf } from '../../crud/cells';
import { ChoiceInput } from '../../crud/choiceInputs';
import { errorText } from '../../crud/errorText';
import { PageLink } from '../../crud/links';
import { useFormat } from '../../crud/useFormat';
import { orderChip } from './chips';
import styles from './OrderForm.module.css';
import { NoOrder } from './OrderMissing';
import {
  isDirty,
  isFree,
  type OrderField,
  type OrderForm,
  type OrderProblem,
  orderForm,
  previewOf,
  sharesOf,
  statusOf,
  warningsOf,
} from './orderFormSlice';
import { PlanCell, PlanRow, PlanTable } from './PlanTable';

const { actions: at, selectors: see } = orderForm;

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

/** Mounted once for each failed save: focuses the first invalid field, or the first one. */
function focusFirst(mark: HTMLElement | null) {
  const form = mark?.closest('form');
  const [wrong] = form?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? [];
  const [first] = form?.querySelectorAll<HTMLElement>('input:not([readonly]), textarea:not([readonly])') ?? [];
  (wrong ?? first)?.focus();
}

/** Form of a new or edited order, with a live preview of its plan. */
export function OrderFormPage() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { id } = useParams();
  const { pathname: path } = useLocation();
  const rest = id === undefined ? 'new' : `edit/${id}`;
  const form = useSelector((state: never) => see.of(state, rest));
  const lost = useSelector((state: never) => see.lost(state, rest));
  const code = order.permission('add');
  const mayAdd = useSelector((state: never) => permission.selectors.may(state, code));
  if ((id !== undefined && !isId(id)) || lost?.isMissing) return <NoOrder />;
  if (id === undefined && !mayAdd)
    return (
      <Page>
        <EmptyState isPage kind="forbidden" title={t('crud.noRight', { code })} />
      </Page>
    );
  if (lost)
    return (
      <Page>
        <EmptyState
          isPage
          kind="network"
          title={t('order.form.lost')}
          text={errorText(t, lost.text) || t('order.form.lostText')}
        >
          <Button tone="primary" icon="arrow-clockwise" onClick={() => dispatch(at.load({ rest, path }))}>
            {t('crud.retry')}
          </Button>
        </EmptyState>
      </Page>
    );
  if (!form)
    return (
      <Page>
        <div className={`${arrange.aside} ${styles.halves}`}>
          <div>
            <CardSkeleton />
            <CardSkeleton />
          </div>
          <CardSkeleton lines={10} />
        </div>
      </Page>
    );
  return <Fields rest={rest} form={form} />;
}

function Fields({ rest, form }: { rest: string; form: OrderForm }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const format = useFormat();
  const codes = useSelector(permission.selectors.codes);
  const { language } = format;
  const { draft, offer, customer, held, problems, refusals } = form;
  const status = statusOf(form);
  const isDraft = status === draftState;
  const warnings = warningsOf(form);
  const preview = previewOf(form);
  const bought = sharesOf(form);
  const per = offer?.amountPer ? formatMoney(offer.amountPer) : '';

  const refusal = (code: string) => (codes[code] ? undefined : t('crud.noRight', { code }));
  const saving = refusal(held ? 'order_edit' : 'order_add');
  const submitting = saving ?? refusal('order_status');
  const save = (isSubmit: boolean) => {
    if (!form.busy && !(isSubmit ? submitting : saving)) dispatch(at.save({ rest, isSubmit }));
  };
  const type = (name: OrderField) => (text: string) => dispatch(at.type({ rest, change: { [name]: text } }));
  const check = (name: OrderField) => () => dispatch(at.check({ rest, name }));

  const problemMessage = (name: OrderField, problem: OrderProblem): string => {
    if (problem === 'notWholeShares') return t('order.form.wholeShares', { amountPer: per });
    if (problem === 'notACard') return t('order.form.notACard');
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
    { help, tone, required }: { help?: ReactNode; tone?: 'good'; required?: boolean } = {},
  ) => {
    const problem = problemOf(name);
    const warning = warningOf(name);
    return (
      <FormField
        id={`order-${name}`}
        label={
          name === 'totalAmount' ? headOf(order.fields[name], language) : textIn(order.fields[name].label, language)
        }
        required={(required ?? order.fields[name].required) && isFree(form, name)}
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

  /** Links to the page where a missing customer or product can be added; the form keeps its state meanwhile. */
  const linkHelp = (feature: 'product' | 'customer', label: string) =>
    isDraft && codes[`${feature}_add`]
      ? {
          help: <PageLink to={{ feature }}>{label}</PageLink>,
        }
      : {};

  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.ctrlKey && !event.metaKey) return;
    if (event.key === 'Enter') save(isDraft);
    else if (event.key.toLowerCase() === 's') save(false);
    else return;
    event.preventDefault(); // The default action would save the page.
  };
  const basis = offer?.deadline ? basisOf(offer.deadline, preview?.terms.dayCount) : null;
  const fields = order.fields;
  /** The amount in Chinese capitals, as the contract writes it, and the problem of the field. */
  const amountHelp = [
    isMoney(draft.totalAmount) && cents(draft.totalAmount) > 0n && capitals(draft.totalAmount),
    per && isDraft && t('order.form.wholeShares', { amountPer: per }),
  ]
    .filter(Boolean)
    .join(' · ');

  return (
    <Page>
      <Form className={styles.page} onSubmit={() => {}} onKeyDown={onKeyDown}>
        <span key={form.attempts} ref={focusFirst} hidden />
        <PageTitle
          title={held ? `${t('crud.edit')} ${held.contractCode ?? held.customerName ?? ''}` : t('welcome.newOrder')}
          end={
            <>
              <Button onClick={() => dispatch(tabs.actions.closeTab(form.path))}>{t('order.form.cancel')}</Button>
              <Button
                {...(isDraft ? {} : { tone: 'primary' as const })}
                busy={form.busy === 'save'}
                disabledReason={saving}
                keys="Ctrl S"
                onClick={() => save(false)}
              >
                {t(isDraft ? 'order.form.saveDraft' : 'order.form.save')}
              </Button>
              {isDraft && (
                <Button
                  tone="primary"
                  busy={form.busy === 'submit'}
                  disabledReason={submitting}
                  keys="Ctrl ↵"
                  onClick={() => save(true)}
                >
                  {t('order.form.submit')}
                </Button>
              )}
            </>
          }
        >
          {held && orderChip(status, format)}
          {isDirty(form) && (
            <StatusChip tone="neutral" glyph="edit">
              {t('order.form.unsaved')}
            </StatusChip>
          )}
        </PageTitle>
        {form.isStale && (
          <MessageBar
            tone="warning"
            action={
              <Button size="small" onClick={() => dispatch(at.load({ rest, path: form.path }))}>
                {t('order.form.reload')}
              </Button>
            }
          >
            {t('order.form.stale')}
          </MessageBar>
        )}
        {!isDraft && (
          <MessageBar tone="info">
            {t('order.form.limited', {
              fields: joined(
                editableFields(status).map((name) => textIn(fields[name as OrderField].label, language)),
                language,
              ),
            })}
          </MessageBar>
        )}
        <div className={`${arrange.aside} ${styles.halves}`}>
          <div>
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
                    onPick={(id, title) => dispatch(at.choose({ rest, name: 'customerId', id, title }))}
                    onBlur={check('customerId')}
                  />,
                  customer && customer.kycStatus !== null && isDraft
                    ? customer.kycStatus === 1
                      ? { help: t('order.form.checked'), tone: 'good' }
                      : { help: <span className={text.warning}>{t('order.form.unchecked')}</span> }
                    : customer
                      ? {}
                      : linkHelp('customer', t('order.form.makeCustomer')),
                )}
                {field('tel', <TextInput {...typed('tel')} inputMode="tel" maxLength={20} />, { required: true })}
              </div>
            </Card>
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
                    : linkHelp('product', t('order.form.makeProduct')),
                )}
                {field(
                  'totalAmount',
                  <MoneyInput
                    {...typed('totalAmount')}
                    suffix={
                      bought && per ? t('order.form.shares', { count: bought as never, amountPer: per }) : undefined
                    }
                  />,
                  { help: amountHelp },
                )}
                <FormField id="order-getType" label={textIn(fields.getType.label, language)}>
                  {shown(
                    'getType',
                    textIn(fields.getType.label, language),
                    offer ? (textIn(fields.getType.choices?.[String(offer.getType ?? 0)], language) ?? '') : '',
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
                    {shown(
                      'dayCount',
                      textIn(fields.dayCount.label, language),
                      basis ? t('order.form.basis', { basis }) : '',
                    )}
                  </div>
                </FormField>
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
          </div>
          <PlanPreview form={form} />
        </div>
      </Form>
    </Page>
  );
}

/** Preview of the plan: both ways of collecting, the formula of the sum, and all instalments. */
function PlanPreview({ form }: { form: OrderForm }) {
  const { t } = useTranslation();
  const language = useSelector(preferences.selectors.language);
  const preview = previewOf(form);
  if (!preview)
    return (
      <Card title={t('order.preview.title')}>
        <EmptyState kind="never" title={t('order.preview.empty')} />
      </Card>
    );
  const { terms, plan, other, steps, isStartAssumed } = preview;
  const isMonthly = terms.getType === 0;
  const wayLabels = order.fields.getType.choices ?? {};
  const residue = cents(plan.residue);
  const compare = (way: 0 | 1, its: Schedule) => (
    <li className={arrange.box} aria-current={way === terms.getType || undefined}>
      <div className={arrange.row}>
        <strong>{textIn(wayLabels[way], language)}</strong>
        {way === terms.getType && <span className={`${text.caption} ${text.brand}`}>{t('order.preview.own')}</span>}
        <span className={text.grow} />
        <span className={text.caption}>{t('order.preview.periods', { count: its.periods })}</span>
      </div>
      <div className={text.large}>{formatMoney(its.totalPayable)}</div>
      <div className={text.caption}>
        {its.periods > 1
          ? t('order.preview.each', { rent: formatMoney(its.monthlyRent), total: formatMoney(its.totalRent) })
          : t('order.preview.once', { total: formatMoney(its.totalRent) })}
      </div>
    </li>
  );
  return (
    <Card
      variant="flush"
      title={t('order.preview.title')}
      note={
        isDirty(form) ? (
          <StatusChip tone="brand" glyph="data-trending">
            {t('order.preview.live')}
          </StatusChip>
        ) : (
          t('order.preview.fixed')
        )
      }
      aside={<span className={text.caption}>{t('order.preview.basis', { basis: plan.basis })}</span>}
    >
      <div className={arrange.inset}>
        {isStartAssumed && (
          <MessageBar tone="info">{t('order.preview.assumed', { date: terms.interestDate })}</MessageBar>
        )}
        <ul className={`${arrange.pair} ${styles.compare}`}>
          {compare(0, isMonthly ? plan : other)}
          {compare(1, isMonthly ? other : plan)}
        </ul>
        <Workings
          items={[
            [
              t('order.preview.totalRent'),
              <>
                {formatMoney(steps.principal)} × {steps.rate}% × {steps.days} ÷ {steps.basis} ={' '}
                <b>{formatMoney(steps.totalRent)}</b>
              </>,
            ],
            ...(plan.periods > 1
              ? ([
                  [
                    t('order.preview.monthlyRent'),
                    <>
                      {formatMoney(steps.totalRent)} ÷ {steps.periods} = <b>{formatMoney(steps.monthlyRent)}</b>
                      {t('order.preview.rounded')}
                    </>,
                  ],
                  [
                    t('order.preview.lastRent'),
                    <>
                      R − {steps.earlierPeriods} × m = <b>{formatMoney(steps.lastRent)}</b>{' '}
                      {residue !== 0n && (
                        <span className={text.warning}>
                          {t('order.preview.residue', {
                            residue: `${residue > 0n ? '+' : '−'}${formatMoney(steps.residue).replace('-', '')}`,
                          })}
                        </span>
                      )}
                    </>,
                  ],
                ] as const)
              : []),
            [
              t('order.preview.maturity'),
              <>
                {steps.start} + {steps.days} {t('order.preview.day')} = <b>{steps.maturity}</b>
              </>,
            ],
          ]}
        />
      </div>
      <Instalments plan={plan} principal={terms.totalAmount} />
    </Card>
  );
}

function Instalments({ plan, principal }: { plan: Schedule; principal: string }) {
  const { t } = useTranslation();
  const columns = [
    { word: t('order.preview.no'), width: 72, isFigure: true },
    { word: t('order.preview.due'), width: 98 },
    { word: t('order.preview.rent'), width: 100, isFigure: true },
    { word: t('order.preview.principal'), width: 112, isFigure: true },
    { word: t('order.preview.payable'), isFigure: true },
  ];
  return (
    <PlanTable
      caption={t('order.preview.title')}
      columns={columns}
      foot={
        <PlanRow>
          <PlanCell columns={2} phone="name">
            {t('order.preview.sum', { count: plan.periods })}
          </PlanCell>
          <PlanCell isFigure phone="note">
            {formatMoney(plan.totalRent)}
          </PlanCell>
          <PlanCell isFigure phone="date">
            {formatMoney(principal)}
          </PlanCell>
          <PlanCell isFigure phone="amount">
            {formatMoney(plan.totalPayable)}
          </PlanCell>
        </PlanRow>
      }
    >
      <tbody>
        {plan.rows.map(({ currentPeriods, paymentDate, rent, monthlyRent, principal: returned, amountPayable }) => (
          <PlanRow key={currentPeriods}>
            <PlanCell isFigure phone="name">
              {currentPeriods}/{plan.periods}
            </PlanCell>
            <PlanCell phone="code">
              <time>{paymentDate}</time>
            </PlanCell>
            <PlanCell isFigure className={rent === monthlyRent ? undefined : text.warning} phone="note">
              {formatMoney(rent)}
            </PlanCell>
            <PlanCell isFigure phone="date">
              {cents(returned) === 0n ? <Dash /> : formatMoney(returned)}
            </PlanCell>
            <PlanCell isFigure phone="amount">
              <b>{formatMoney(amountPayable)}</b>
            </PlanCell>
          </PlanRow>
        ))}
      </tbody>
    </PlanTable>
  );
}
