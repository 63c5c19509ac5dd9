import { useTranslation } from 'react-i18next';
import { shallowEqual, useDispatch, useSelector } from 'react-redux';
import { weekday } from '../../../../contract/domain/calendar';
import { directionName, directions } from '../../../../contract/domain/lifecycle/direction';
import { awaitingContract, signing, voucherReview } from '../../../../contract/domain/lifecycle/orderStates';
import { formatMoney } from '../../../../contract/domain/money';
import { joined, textIn } from '../../../../contract/domain/text';
import { approvalRules } from '../../../../contract/domain/unguarded';
import type { Order } from '../../../../contract/modules/lease/order';
import { order, refundStates } from '../../../../contract/modules/lease/order';
import { headingOf } from '../../../../contract/schema/columns';
import { type PaymentSide, sideList } from '../../../../contract/wire/lease/payments';
import { menu, menuLabel, permission } from '../../../store/navigation/menu';
import { dashboardPath } from '../../../store/navigation/routes';
import { session } from '../../../store/session';
import { type IconName, menuGlyph } from '../../../ui/icons/Icon';
import { Button, ButtonLink, IconButton } from '../../../ui/inputs/buttons';
import { LinkButton } from '../../../ui/inputs/LinkButton';
import { arrange } from '../../../ui/layout/arrange';
import { Dash, Money } from '../../../ui/layout/figures';
import { Page } from '../../../ui/layout/frame';
import { Checklist, Shortcuts, Tile, Tiles } from '../../../ui/layout/home';
import { PageTitle } from '../../../ui/layout/PageTitle';
import { Card } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { CardSkeleton, EmptyState } from '../../../ui/overlays/messages';
import { type Column, DataTable } from '../../../ui/table/DataTable';
import type { Feature } from '../../crud/feature';
import { PageLink, usePageAddress } from '../../crud/links';
import { useFormat } from '../../crud/useFormat';
import { useDirected } from '../direction/directed';
import { OrderLink, openOrder } from '../order/links';
import { orderChip } from '../order/orderChip';
import styles from './welcome.module.css';
import { welcomeSaga } from './welcomeSaga';
import { firstSteps, type WelcomeState, welcome } from './welcomeSlice';

/** Greetings by the hour from which they apply. */
const greetings = [
  [5, 'morning'],
  [11, 'noon'],
  [13, 'afternoon'],
  [18, 'evening'],
] as const;
function greetingAt(hour: number) {
  return greetings.findLast(([from]) => hour >= from)?.[1] ?? 'evening';
}

const waitingStates: readonly { status: number; word: 'status2' | 'status3' | 'status4'; icon: IconName }[] = [
  { status: voucherReview, word: 'status2', icon: 'receipt' },
  { status: awaitingContract, word: 'status3', icon: 'pen' },
  { status: signing, word: 'status4', icon: 'signature' },
];

/** Today's tasks; each number links to its rows. */
function Figures({ state }: { state: WelcomeState }) {
  const { states, due, lost, parts, askedAt } = state;
  const sides: readonly PaymentSide[] = due?.sides ?? [];
  const refunds = (states ?? []).reduce((sum, one) => sum + (one.refunds ?? 0), 0);
  const { t } = useTranslation();
  const today = askedAt.slice(0, 10);
  const addressOf = usePageAddress();
  const { language } = useFormat();
  const rowsOf = (feature: string, search: string) => addressOf({ feature, search });
  const missing = { figure: '-', note: t('welcome.lost'), tone: 'quiet' as const };

  const orders = (status: number) => {
    if (!states) return lost.states ? missing : { figure: null, note: '' };
    const found = states.find(({ businessStatus }) => businessStatus === status);
    if (!found)
      return { figure: t('welcome.orders', { count: 0 }), note: t('welcome.noOrders'), tone: 'quiet' as const };
    const amount = formatMoney(found.totalAmount);
    return { figure: t('welcome.orders', { count: found.count }), note: t('welcome.principal', { amount }) };
  };

  const { isSingle = false, acts = [] } = state.unguarded ?? {};
  return (
    <Tiles label={t('welcome.today')}>
      {(isSingle || acts.length > 0) && (
        <Tile
          icon="checkmark-circle"
          title={t('welcome.unguarded')}
          figure={isSingle ? '-' : String(acts.length)}
          note={isSingle ? t('welcome.single') : joined(acts, language)}
          tone={isSingle ? 'quiet' : 'bad'}
          to={addressOf({ feature: approvalRules })}
        />
      )}
      {parts.includes('states') &&
        waitingStates.map(({ status, word, icon }) => (
          <Tile
            key={word}
            icon={icon}
            title={t(`welcome.${word}`)}
            {...orders(status)}
            to={rowsOf('order', `businessStatus=${status}`)}
          />
        ))}
      {refunds > 0 && (
        <Tile
          icon="arrow-undo"
          title={t('welcome.refunds')}
          figure={t('welcome.orders', { count: refunds })}
          note={t('welcome.refundsNote')}
          tone="bad"
          to={rowsOf('order', `refundStatus=${refundStates.open}`)}
        />
      )}
      {parts.includes('due') &&
        (sides.length > 0 ? sides : [{ direction: directions.payout }]).map((side) => (
          <DueTiles key={side.direction} side={side} isLost={!due && lost.due === true} today={today} />
        ))}
    </Tiles>
  );
}

/** What is due today and overdue of one direction. `side`: without figures before they are there. */
function DueTiles({
  side,
  isLost,
  today,
}: {
  side: Pick<PaymentSide, 'direction'> & Partial<PaymentSide>;
  isLost: boolean;
  today: string;
}) {
  const t = useDirected(directionName(side.direction));
  const addressOf = usePageAddress();
  const rows = (name: 'today' | 'overdue') => {
    const count = side[`${name}Count`];
    if (count === undefined)
      return isLost ? { figure: '-', note: t('welcome.lost'), tone: 'quiet' as const } : { figure: null, note: '' };
    const figure = t('welcome.rows', { count });
    if (count === 0)
      return { figure, note: t(name === 'today' ? 'welcome.noRows' : 'welcome.noOverdue'), tone: 'quiet' as const };
    const amount = side[`${name}Amount`];
    return {
      figure,
      note: amount === undefined ? '' : t('welcome.amount', { amount: formatMoney(amount) }),
      ...(name === 'overdue' ? { tone: 'bad' as const } : {}),
    };
  };
  return (
    <>
      {(['today', 'overdue'] as const).map((name) => (
        <Tile
          key={name}
          icon={name === 'today' ? 'payment' : 'warning'}
          title={t(name === 'today' ? 'welcome.dueToday' : 'welcome.overdue')}
          {...rows(name)}
          to={addressOf(sideList(name, side.direction, today))}
        />
      ))}
    </>
  );
}

/** A name, whole in its tooltip: the table here has none of its own. */
function named(name: string | null | undefined) {
  return name ? <span title={name}>{name}</span> : <Dash />;
}

function Newest({ state }: { state: WelcomeState }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const format = useFormat();
  const { newest, lost } = state;
  const head = (name: keyof typeof order.fields) => headingOf(order.fields[name], format.language);
  const columns: Column<Order>[] = [
    {
      key: 'contractCode',
      head: head('contractCode'),
      width: 150,
      phone: 'code',
      cell: ({ id, contractCode }) => <OrderLink id={id} code={contractCode} />,
    },
    {
      key: 'customerName',
      head: head('customerName'),
      isLong: true,
      phone: 'name',
      cell: (row) => named(row.customerName),
    },
    {
      key: 'productName',
      head: head('productName'),
      phone: 'note',
      cell: (row) => named(row.productName),
    },
    {
      key: 'totalAmount',
      head: head('totalAmount'),
      align: 'right',
      phone: 'amount',
      cell: (row) => <Money value={row.totalAmount} />,
    },
    {
      key: 'businessStatus',
      head: head('businessStatus'),
      width: 156,
      phone: 'state',
      cell: (row) => orderChip(row.businessStatus, format),
    },
    { key: 'createTime', head: head('createTime'), isForPhone: true, phone: 'date', cell: (row) => row.createTime },
  ];
  const retry = (
    <EmptyState kind="network" title={t('welcome.lost')}>
      <Button icon="arrow-clockwise" onClick={() => dispatch(welcome.actions.load())}>
        {t('frame.retry')}
      </Button>
    </EmptyState>
  );
  return (
    <Card
      variant="flush"
      title={t('welcome.newest')}
      aside={<PageLink to={{ feature: order.name }}>{t('welcome.allOrders')}</PageLink>}
    >
      {!newest && !lost.newest ? (
        <CardSkeleton lines={6} />
      ) : (
        <DataTable
          caption={t('welcome.newest')}
          columns={columns}
          rows={newest ?? []}
          keyOf={({ id }) => id}
          onOpen={({ id }) => dispatch(openOrder(id))}
          density="compact"
          busy={state.isBusy}
          empty={!newest ? retry : <EmptyState kind="never" title={t('welcome.noOrdersYet')} />}
        />
      )}
    </Card>
  );
}

const stepFeatures = { company: 'tenant', product: 'product', customer: 'customer' } as const;

/** Setup steps before the first order of an installation. */
function FirstSteps({ steps }: { steps: NonNullable<WelcomeState['steps']> }) {
  const { t } = useTranslation();
  const addressOf = usePageAddress();
  const step = (
    key: 'company' | 'product' | 'customer' | 'order',
    isDone: boolean,
    feature: string,
    rest?: string,
  ) => ({
    key,
    title: t(`welcome.steps.${key}`),
    note: t(`welcome.steps.${key}Note`),
    go: t(`welcome.steps.${key}Go`),
    isDone,
    to: addressOf({ feature, ...(rest ? { rest } : {}) }),
  });
  return (
    <Card title={t('welcome.steps.title')} note={t('welcome.steps.text')}>
      <Checklist
        label={t('welcome.steps.title')}
        done={t('welcome.steps.done')}
        items={[
          ...firstSteps
            .filter((key) => steps[key] !== undefined)
            .map((key) => step(key, steps[key] === true, stepFeatures[key])),
          step('order', false, order.name, 'new'),
        ]}
      />
    </Card>
  );
}

const shortcuts: readonly {
  key: 'newOrder' | 'payments' | 'customer' | 'product';
  icon: IconName;
  feature: string;
  rest?: string;
  permission?: string;
}[] = [
  { key: 'newOrder', icon: 'document-add', feature: 'order', rest: 'new', permission: 'order_add' },
  { key: 'payments', icon: 'calendar-ltr', feature: 'payments' },
  { key: 'customer', icon: 'people', feature: 'customer' },
  { key: 'product', icon: 'box', feature: 'product' },
];

/** The container of /wel/index: user, tasks, shortcuts. */
function WelcomePage() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { language } = useFormat();
  const user = useSelector(session.selectors.user);
  const codes = useSelector(permission.selectors.codes);
  const leaves = useSelector(menu.selectors.leaves, shallowEqual);
  const addressOf = usePageAddress();
  const state: WelcomeState = useSelector(welcome.selectors.all);
  const { asOf, askedAt, parts, lost, isBusy } = state;
  if (askedAt === '') return <Page>{null}</Page>; // The hour is not known yet.

  /** Figures of earlier, because asking again has failed. */
  const isStale = parts.some((part) => lost[part] && state[part]);
  const today = askedAt.slice(0, 10);
  const usual = shortcuts
    .filter(({ feature, permission: code }) => leaves.some((leaf) => leaf.code === feature) && (!code || codes[code]))
    .map(({ key, icon, feature, rest }) => ({
      key,
      icon,
      label: t(`welcome.${key}`),
      to: addressOf({ feature, ...(rest ? { rest } : {}) }),
    }));
  // Users without the usual shortcuts get their first menus instead.
  const offered =
    usual.length > 0
      ? usual
      : leaves.map((leaf) => ({
          key: leaf.code,
          icon: menuGlyph(leaf.source),
          label: textIn(menuLabel(leaf), language),
          to: leaf.path,
        }));
  return (
    <Page>
      <PageTitle
        title={t(`welcome.${greetingAt(Number(askedAt.slice(11, 13)))}`, { name: user?.realName ?? '' })}
        end={
          <>
            <span className={`${text.caption} ${arrange.wideOnly}`}>
              {asOf !== '' && !isStale && t('welcome.asOf', { time: asOf.slice(11, 16) })}
            </span>
            {isStale && (
              <span role="status" className={text.warning}>
                {t('welcome.stale', { time: asOf.slice(11, 16) })}{' '}
                <LinkButton onClick={() => dispatch(welcome.actions.load())}>{t('frame.retry')}</LinkButton>
              </span>
            )}
            <ButtonLink icon="data-trending" to={dashboardPath}>
              {t('bar.dashboard')}
            </ButtonLink>
            <IconButton
              icon="arrow-clockwise"
              label={t('welcome.refresh')}
              aria-busy={isBusy}
              onClick={() => dispatch(welcome.actions.load())}
            />
          </>
        }
      >
        <span className={text.caption}>
          {t('welcome.day', { date: today, weekday: t(`welcome.weekday.${weekday(today) as 1}`) })}
        </span>
      </PageTitle>
      {parts.length > 0 && <Figures state={state} />}
      {leaves.length > 0 ? (
        <div className={`${arrange.aside} ${styles.home}`}>
          {parts.includes('newest') &&
            (state.steps && state.newest?.length === 0 ? <FirstSteps steps={state.steps} /> : <Newest state={state} />)}
          <Card title={t('welcome.quick')}>
            <Shortcuts label={t('welcome.quick')} items={offered} />
          </Card>
        </div>
      ) : (
        <EmptyState kind="forbidden" title={t('welcome.nothing')} text={t('welcome.nothingText')} />
      )}
    </Page>
  );
}

export const feature: Feature = { name: 'welcome', slices: [welcome], saga: welcomeSaga, pages: { '': WelcomePage } };
