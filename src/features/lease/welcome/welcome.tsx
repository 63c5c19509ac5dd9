import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { shallowEqual, useDispatch, useSelector } from 'react-redux';
import { weekday } from '../../../../contract/domain/calendar';
import { directionName, directions } from '../../../../contract/domain/lifecycle/direction';
import { awaitingContract, signing, voucherReview } from '../../../../contract/domain/lifecycle/orderStates';
import { formatMoney } from '../../../../contract/domain/money';
import { joined } from '../../../../contract/domain/text';
import { approvalRules } from '../../../../contract/domain/unguarded';
import type { PaymentSide } from '../../../../contract/wire/lease/payments';
import { menu } from '../../../store/navigation/menu';
import { dashboardPath } from '../../../store/navigation/routes';
import { session } from '../../../store/session';
import { waiting } from '../../../store/waiting';
import type { IconName } from '../../../ui/icons/Icon';
import { Button, ButtonLink, IconButton } from '../../../ui/inputs/buttons';
import { LinkButton } from '../../../ui/inputs/LinkButton';
import { arrange } from '../../../ui/layout/arrange';
import { Money } from '../../../ui/layout/figures';
import { Page } from '../../../ui/layout/frame';
import { Checklist, Lines, Shortcuts, Tile, Tiles } from '../../../ui/layout/home';
import { PageTitle } from '../../../ui/layout/PageTitle';
import { Card } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { CardSkeleton, EmptyState } from '../../../ui/overlays/messages';
import type { Feature } from '../../crud/feature';
import { PageLink, type PageTarget, recordPage, usePageAddress } from '../../crud/links';
import { useFormat } from '../../crud/useFormat';
import { useDirected } from '../direction/directed';
import { orderChip } from '../order/orderChip';
import { openRefunds, viewOf } from './homeCalls';
import { useLately, useShortcuts } from './usual';
import { WaitingCard } from './WaitingCard';
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

/** Where there are no instalments yet. */
const nothingDue = { direction: directions.payout, todayCount: 0, overdueCount: 0 };

/** Today's tasks; each number links to its rows. */
function Figures({ state }: { state: WelcomeState }) {
  const { states, due, lost, parts } = state;
  const sides: readonly PaymentSide[] = due?.sides ?? [];
  const refunds = (states ?? []).reduce((sum, one) => sum + (one.refunds ?? 0), 0);
  const { t } = useTranslation();
  const addressOf = usePageAddress();
  const { language } = useFormat();
  const rowsOf = (feature: string, search: string) => addressOf({ feature, search });
  const missing = { figure: '-', note: t('welcome.lost'), tone: 'quiet' as const };

  const orders = (status: number) => {
    if (!states) return lost.states ? missing : { figure: null, note: '' };
    const found = states.find(({ businessStatus }) => businessStatus === status);
    if (!found)
      return { figure: t('welcome.orders', { count: 0 }), note: t('welcome.noOrders'), tone: 'quiet' as const };
    const principals = (found.sides ?? []).map(({ direction, totalAmount }, _, { length }) =>
      t(length > 1 ? `welcome.principalOf.${directionName(direction)}` : 'welcome.principal', {
        amount: formatMoney(totalAmount),
      }),
    );
    return { figure: t('welcome.orders', { count: found.count }), note: joined(principals, language) };
  };

  // The vouchers that the person confirms stand above already.
  const { kinds, isKnown, isMissing } = useSelector(waiting.selectors.all);
  const isAbove = (!isKnown && !isMissing) || kinds.some(({ kind, count }) => kind === 'voucher' && count > 0);
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
        waitingStates
          .filter(({ status }) => !(isAbove && status === voucherReview))
          .map(({ status, word, icon }) => (
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
          to={rowsOf('order', openRefunds)}
        />
      )}
      {parts.includes('due') &&
        (sides.length > 0 ? sides : [due ? nothingDue : { direction: directions.payout }]).map((side) => (
          <DueTiles key={side.direction} side={side} isLost={!due && lost.due === true} />
        ))}
    </Tiles>
  );
}

/** What is due today and overdue of one direction. `side`: without figures before they are there. */
function DueTiles({ side, isLost }: { side: Pick<PaymentSide, 'direction'> & Partial<PaymentSide>; isLost: boolean }) {
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
          to={addressOf({ feature: 'paymentPlan', search: `${viewOf(name)}&direction=${side.direction}` })}
        />
      ))}
    </>
  );
}

/** A card of rows that is loading, could not be loaded, has none, or shows them. */
function Rows<R>({
  rows,
  isLost,
  empty,
  children,
}: {
  rows: readonly R[] | undefined;
  isLost: boolean;
  empty: string;
  children(rows: readonly R[]): ReactNode;
}) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  if (rows && rows.length > 0) return children(rows);
  if (rows) return <EmptyState kind="never" title={empty} />;
  if (!isLost) return <CardSkeleton lines={6} />;
  return (
    <EmptyState kind="network" title={t('welcome.lost')}>
      <Button icon="arrow-clockwise" onClick={() => dispatch(welcome.actions.load())}>
        {t('frame.retry')}
      </Button>
    </EmptyState>
  );
}

function Newest({ state: { newest, lost } }: { state: WelcomeState }) {
  const { t } = useTranslation();
  const format = useFormat();
  const addressOf = usePageAddress();
  return (
    <Card title={t('welcome.newest')} aside={<PageLink to={{ feature: 'order' }}>{t('welcome.allOrders')}</PageLink>}>
      <Rows rows={newest} isLost={lost.newest === true} empty={t('welcome.noOrdersYet')}>
        {(rows) => (
          <Lines
            label={t('welcome.newest')}
            items={rows.map((row) => ({
              key: row.id,
              title: row.contractCode || t('frame.noNumber'),
              note: [row.customerName, row.productName].filter(Boolean).join(' · '),
              end: <Money value={row.totalAmount} />,
              time: orderChip(row.businessStatus, format),
              to: addressOf(recordPage({ module: 'order', id: row.id })),
            }))}
          />
        )}
      </Rows>
    </Card>
  );
}

/** Instalments of the next seven days; each opens its order. */
function Soon({ state: { soon, lost } }: { state: WelcomeState }) {
  const { t } = useTranslation();
  const addressOf = usePageAddress();
  return (
    <Card
      title={t('welcome.soon')}
      aside={<PageLink to={{ feature: 'paymentPlan', search: viewOf('week') }}>{t('welcome.allSoon')}</PageLink>}
    >
      <Rows rows={soon} isLost={lost.soon === true} empty={t('welcome.nothingSoon')}>
        {(rows) => (
          <Lines
            label={t('welcome.soon')}
            items={rows.map((row) => ({
              key: row.id,
              title: row.customerName || row.contractCode || t('frame.noNumber'),
              note: [
                t(`welcome.soonOf.${directionName(row.direction)}`),
                row.contractCode,
                row.currentPeriods && t('welcome.period', { number: row.currentPeriods }),
              ]
                .filter(Boolean)
                .join(' · '),
              end: <Money value={row.openAmount ?? row.amountPayable} />,
              time: row.paymentDate,
              to: addressOf(recordPage({ module: 'order', id: row.orderId ?? '' })),
            }))}
          />
        )}
      </Rows>
    </Card>
  );
}

/** The address at which a list opens the form of a record, and saving leads back here. */
function formAddress(id: string | undefined): string {
  return `${id === undefined ? 'new=1' : `edit=${id}`}&from=home`;
}

const stepFeatures = { company: 'tenant', product: 'product', customer: 'customer' } as const;

/** Setup steps before the first order of an installation. */
function FirstSteps({ steps, companyId }: { steps: NonNullable<WelcomeState['steps']>; companyId?: string }) {
  const { t } = useTranslation();
  const addressOf = usePageAddress();
  const step = (key: 'company' | 'product' | 'customer' | 'order', isDone: boolean, target: PageTarget) => ({
    key,
    title: t(`welcome.steps.${key}`),
    note: t(`welcome.steps.${key}Note`),
    go: t(`welcome.steps.${key}Go`),
    isDone,
    to: addressOf(target),
  });
  return (
    <Card title={t('welcome.steps.title')} note={t('welcome.steps.text')}>
      <Checklist
        label={t('welcome.steps.title')}
        done={t('welcome.steps.done')}
        items={[
          ...firstSteps
            .filter((key) => steps[key] !== undefined)
            .map((key) =>
              step(key, steps[key] === true, {
                feature: stepFeatures[key],
                search: formAddress(key === 'company' ? companyId : undefined),
              }),
            ),
          step('order', false, { feature: 'order', rest: 'new' }),
        ]}
      />
    </Card>
  );
}

/** The container of /wel/index: user, tasks, shortcuts. */
function WelcomePage() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const user = useSelector(session.selectors.user);
  const leaves = useSelector(menu.selectors.leaves, shallowEqual);
  const offered = useShortcuts();
  const lately = useLately();
  const state: WelcomeState = useSelector(welcome.selectors.all);
  const { asOf, askedAt, parts, lost, isBusy } = state;
  if (askedAt === '') return <Page>{null}</Page>; // The hour is not known yet.

  /** Figures of earlier, because asking again has failed. */
  const isStale = parts.some((part) => lost[part] && state[part]);
  const today = askedAt.slice(0, 10);
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
      <WaitingCard />
      {parts.length > 0 && <Figures state={state} />}
      {leaves.length > 0 ? (
        <div className={`${arrange.aside} ${styles.home}`}>
          {state.steps && state.newest?.length === 0 ? (
            <FirstSteps steps={state.steps} {...(state.companyId ? { companyId: state.companyId } : {})} />
          ) : (
            <div className={styles.rows}>
              {parts.includes('soon') && <Soon state={state} />}
              {parts.includes('newest') && <Newest state={state} />}
            </div>
          )}
          <div>
            <Card title={t('welcome.quick')}>
              <Shortcuts label={t('welcome.quick')} items={offered} />
            </Card>
            {lately.length > 0 && (
              <Card title={t('welcome.lately')}>
                <Shortcuts label={t('welcome.lately')} items={lately} />
              </Card>
            )}
          </div>
        </div>
      ) : (
        <EmptyState kind="forbidden" title={t('welcome.nothing')} text={t('welcome.nothingText')} />
      )}
    </Page>
  );
}

export const feature: Feature = { name: 'welcome', slices: [welcome], saga: welcomeSaga, pages: { '': WelcomePage } };
