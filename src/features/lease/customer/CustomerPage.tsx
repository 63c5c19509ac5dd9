import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { useParams } from 'react-router-dom';
import { directionName } from '../../../../contract/domain/lifecycle/direction';
import { countIn, textIn } from '../../../../contract/domain/text';
import { isId } from '../../../../contract/domain/values';
import { type Customer, customer } from '../../../../contract/modules/lease/customer';
import { order } from '../../../../contract/modules/lease/order';
import { auditLog } from '../../../../contract/modules/system/auditLog';
import { maskPhone } from '../../../../contract/schema/mask';
import type { CustomerOverview, Sum } from '../../../../contract/wire/customerOverview';
import { browserActions } from '../../../store/browserActions';
import type { CrudSlice } from '../../../store/crud/crud';
import { permission } from '../../../store/navigation/menu';
import { route } from '../../../store/navigation/route';
import { Button, ButtonLink, IconButton } from '../../../ui/inputs/buttons';
import { arrange } from '../../../ui/layout/arrange';
import { Dash, Money } from '../../../ui/layout/figures';
import { Page } from '../../../ui/layout/frame';
import { RecordHead } from '../../../ui/layout/record';
import { StatusChip } from '../../../ui/layout/status';
import { Card, Figures } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { MessageBar } from '../../../ui/overlays/MessageBar';
import { MenuButton } from '../../../ui/overlays/menus';
import { CardSkeleton, EmptyState } from '../../../ui/overlays/messages';
import { ActionDialog } from '../../crud/ActionDialog';
import { CrudForm } from '../../crud/CrudForm';
import { textOf } from '../../crud/cells';
import { errorText } from '../../crud/errorText';
import { screenOf } from '../../crud/feature';
import { usePageAddress } from '../../crud/links';
import { declaredActions, isShownOn, wordOf } from '../../crud/list/rowButtons';
import { NotesCard } from '../../crud/notes/NotesCard';
import type { Format } from '../../crud/screen';
import { useFormat } from '../../crud/useFormat';
import { useDirected } from '../direction/directed';
import { orderChip } from '../order/orderChip';
import { outgoing } from '../outgoing/outgoingSlice';
import { StatementDialog } from '../outgoing/StatementDialog';
import { LedgerDialog } from '../receipt/LedgerDialog';
import { ledger } from '../receipt/ledgerSlice';
import styles from './CustomerPage.module.css';
import { CustomerTabs } from './CustomerTabs';
import { customerPages } from './customerPageSlice';
import { customerScreen, identityChip } from './customerScreen';
import { newOrder } from './links';
import { LoadingRecord, LostRecord } from './RecordStates';

const { actions: at } = customerPages;

interface View {
  held: Customer;
  format: Format;
  t: TFunction;
}

/** Shown for a customer that does not exist or that the person may not see. */
function NoCustomer() {
  const { t } = useTranslation();
  const list = usePageAddress()({ feature: customer.name });
  return (
    <Page>
      <EmptyState isPage kind="forbidden" title={t('customerPage.notFound')} text={t('customerPage.notFoundText')}>
        {list && (
          <ButtonLink tone="primary" to={list}>
            {t('customerPage.back')}
          </ButtonLink>
        )}
      </EmptyState>
    </Page>
  );
}

/** Commands on the customer, the most frequent one last. */
function HeadActions({
  held,
  slice,
  t,
  language,
}: Pick<View, 'held' | 't'> & Pick<Format, 'language'> & { slice: CrudSlice }) {
  const dispatch = useDispatch();
  const codes = useSelector(permission.selectors.codes);
  const isOpening = useSelector((state: never) => slice.selectors.isBusy(state, 'detail'));
  const audit = usePageAddress()({ feature: auditLog.name, search: `entityId=${held.id}` });
  const refusal = (code: string) => (codes[code] ? undefined : t('crud.noRight', { code }));
  const declared = declaredActions(customer)
    .filter(([, action]) => isShownOn(action, held as never))
    .map(([name, action]) => ({
      name,
      action,
      label: wordOf(action.label, language),
      icon: action.icon ? { icon: action.icon } : {},
      off: refusal(`customer_${name}`),
      act: () => dispatch(slice.actions.act({ action: name, rows: [held as never] })),
    }));
  return (
    <>
      <MenuButton
        groups={[
          {
            key: 'more',
            entries: [
              {
                key: 'reload',
                label: t('customerPage.reload'),
                icon: 'arrow-clockwise',
                act: () => dispatch(at.reload({ id: held.id })),
              },
              {
                key: 'ledger',
                label: t('receipts.ofPlan'),
                icon: 'receipt' as const,
                act: () => {
                  const [id, name] = [held.id, held.realName ?? ''];
                  dispatch(ledger.actions.show({ of: 'customer', id, name, customerId: id, customerName: name }));
                },
              },
              {
                key: 'statement',
                label: t('outgoing.statement'),
                icon: 'document' as const,
                isOff: codes.customer_statement !== true,
                title: refusal('customer_statement'),
                act: () => dispatch(outgoing.actions.ask({ id: held.id, name: held.realName ?? '' })),
              },
              ...declared
                .filter(({ action }) => !action.leads)
                .map(({ name, label, icon, off, act }) => ({
                  key: name,
                  label,
                  ...icon,
                  isOff: off !== undefined,
                  title: off,
                  act,
                })),
              {
                key: 'print',
                label: t('frame.print'),
                icon: 'print',
                act: () => dispatch(browserActions.print()),
              },
              ...(audit
                ? [
                    {
                      key: 'audit',
                      label: t('history.ofRecord'),
                      icon: 'history' as const,
                      act: () =>
                        dispatch(route.actions.open({ feature: auditLog.name, search: `entityId=${held.id}` })),
                    },
                  ]
                : []),
            ],
          },
        ]}
      >
        {(trigger) => <IconButton {...trigger} icon="more-horizontal" label={t('orderPage.more')} />}
      </MenuButton>
      {declared
        .filter(({ action }) => action.leads)
        .map(({ name, label, icon, off, act }) => (
          <Button key={name} {...icon} disabledReason={off} onClick={act}>
            {label}
          </Button>
        ))}
      <Button
        icon="edit"
        busy={isOpening}
        disabledReason={refusal(customer.permission('update'))}
        onClick={() => dispatch(slice.actions.edit(held.id))}
      >
        {t('crud.edit')}
      </Button>
      <Button
        tone="primary"
        icon="document-add"
        disabledReason={refusal(order.permission('add'))}
        onClick={() => dispatch(newOrder(held.id))}
      >
        {t('customerPage.newOrder')}
      </Button>
    </>
  );
}

function Small({ children }: { children: ReactNode }) {
  return <div className={`${text.caption} ${styles.small}`}>{children}</div>;
}

/** An amount with the number of its rows below; the number alone where amounts are hidden. */
function amountOf({ count, amount }: Sum, words: (count: number) => string): ReactNode {
  return (
    <>
      {amount === undefined ? words(count) : <Money value={amount} />}
      {amount !== undefined && <Small>{words(count)}</Small>}
    </>
  );
}

type PlanSums = NonNullable<CustomerOverview['plan']>[number];
const zero = { count: 0, amount: '0.00' };
const nothingDue: PlanSums = { direction: null, unpaid: zero, paid: zero, overdue: { ...zero, days: 0 }, next: null };

/** What is owed, paid and late of one direction of money. */
function planItems({ unpaid, paid, overdue, next }: PlanSums, t: TFunction) {
  const instalments = (count: number) => t('customerPage.instalments', { count });
  return [
    { label: t('customerPage.outstanding'), value: amountOf(unpaid, instalments), large: true },
    { label: t('customerPage.paid'), value: amountOf(paid, instalments), large: true },
    {
      label: t('customerPage.overdue'),
      value: (
        <span className={overdue.count > 0 ? text.bad : undefined}>
          {amountOf(overdue, (count) =>
            count > 0 ? t('customerPage.late', { count, days: overdue.days }) : t('customerPage.onTime'),
          )}
        </span>
      ),
      large: true,
    },
    {
      label: t('customerPage.next'),
      value: next ? (
        <>
          {next.date}
          <Small>{next.amount === undefined ? instalments(next.count) : <Money value={next.amount} />}</Small>
        </>
      ) : (
        <Dash />
      ),
    },
  ];
}

/** What is on lease, owed, paid and late, as far as the person may see it. */
function CustomerFigures({
  overview: { orders, plan },
  format,
  t,
}: Omit<View, 'held'> & { overview: CustomerOverview }) {
  const ofCollected = useDirected('collect');
  const onLease = orders && orders.onLease.length === 0 ? [{ direction: null, ...zero }] : (orders?.onLease ?? []);
  const sided = (direction: number | null, label: string) =>
    [textOf(order.fields.direction, direction, format), label].filter(Boolean).join(' · ');
  const items = [
    ...onLease.map((one) => ({
      label: onLease.length > 1 ? sided(one.direction, t('customerPage.onLease')) : t('customerPage.onLease'),
      value: amountOf(one, (count) => t('customerPage.orderCount', { count })),
      large: true,
    })),
    ...(plan?.length === 0 ? [nothingDue] : (plan ?? [])).flatMap((side) =>
      planItems(side, directionName(side.direction) === 'collect' ? ofCollected : t),
    ),
    orders && {
      label: t('customerPage.orders'),
      value:
        orders.states.length > 0 ? (
          <span className={arrange.row}>
            {orders.states.map(({ status, count }) => (
              <span key={status} className={arrange.line}>
                {orderChip(status, format)} {countIn(count, format.language)}
              </span>
            ))}
          </span>
        ) : (
          <Dash />
        ),
    },
  ];
  return <Figures items={items.filter((item) => item !== undefined)} />;
}

/** Who the customer is: kind and number of papers, phone, address, remark. */
function Identity({ held, format, t }: View) {
  const isVerified = held.kycStatus === 1;
  const seen = isVerified ? (['verifiedPaper', 'verifiedWay', 'verifiedUntil'] as const) : [];
  const checked = isVerified ? (['verifiedTime'] as const) : [];
  const names = ['idType', 'idNo', ...seen, ...checked, 'tel', 'email', 'createTime', 'remark'] as const;
  const fields = customer.fields;
  const { verifiedByName } = held as Customer & { verifiedByName?: string | null };
  return (
    <Figures
      items={[
        ...names
          .filter((name) => held[name] !== undefined)
          .map((name) => ({
            label: textIn(fields[name].label, format.language),
            value: (name === 'tel' ? maskPhone(held.tel ?? '') : textOf(fields[name], held[name], format)) || <Dash />,
          })),
        ...(isVerified && verifiedByName
          ? [{ label: textIn(fields.verifiedBy.label, format.language), value: verifiedByName }]
          : []),
        { label: t('customerPage.number'), value: held.id },
      ]}
    />
  );
}

const screen = screenOf(customer, customerScreen);

/** The page of `detail/:id`: who the customer is, figures, lists and notes. `slice`: that of the list, whose form edits
 *  the customer. */
export function CustomerPage({ slice }: { slice: CrudSlice }) {
  const { id = '' } = useParams();
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const format = useFormat();
  const addressOf = usePageAddress();
  const state = useSelector((root: never) => customerPages.selectors.pageState(root, id));
  const retry = () => dispatch(at.reload({ id }));
  if (!isId(id) || state?.isMissing) return <NoCustomer />;
  const held = state?.parts.customer;
  if (state?.lost.customer !== undefined && !held) return <LostRecord text={state.lost.customer} onRetry={retry} />;
  if (!state || !held) return <LoadingRecord />;
  const { overview } = state.parts;
  const lateDays = Math.max(0, ...(overview?.plan ?? []).map(({ overdue }) => overdue.days));
  const view = { held, format, t };
  return (
    <Page>
      <Card>
        <RecordHead
          title={held.realName ?? held.id}
          back={{ label: t('customerPage.back'), to: addressOf({ feature: customer.name }) }}
          end={<HeadActions held={held} slice={slice} t={t} language={format.language} />}
        >
          {held.kycStatus !== undefined && identityChip(held, format)}
          {lateDays > 0 && (
            <StatusChip tone="danger" glyph="warning">
              {t('customerPage.lateDays', { count: lateDays })}
            </StatusChip>
          )}
        </RecordHead>
        <div className={arrange.fields}>
          {overview ? (
            <CustomerFigures overview={overview} format={format} t={t} />
          ) : state.lost.overview === undefined ? (
            <CardSkeleton lines={2} />
          ) : (
            <MessageBar
              tone="warning"
              action={
                <Button size="small" onClick={retry}>
                  {t('frame.retry')}
                </Button>
              }
            >
              {errorText(t, state.lost.overview) || t('orderPage.lostPart')}
            </MessageBar>
          )}
          <Identity {...view} />
        </div>
      </Card>
      <div className={arrange.aside}>
        <div>
          <CustomerTabs id={id} state={state} format={format} t={t} />
        </div>
        <div>
          <NotesCard module={customer} id={id} />
        </div>
      </div>
      <CrudForm module={customer} slice={slice} screen={screen} />
      <ActionDialog module={customer} slice={slice} />
      <LedgerDialog />
      <StatementDialog />
    </Page>
  );
}
