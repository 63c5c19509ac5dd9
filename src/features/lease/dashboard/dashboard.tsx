import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { weekday } from '../../../../contract/domain/calendar';
import { type Direction, directionName } from '../../../../contract/domain/lifecycle/direction';
import type { Dashboard } from '../../../../contract/wire/figures';
import { Button, IconButton } from '../../../ui/inputs/buttons';
import { Page } from '../../../ui/layout/frame';
import { PageTitle } from '../../../ui/layout/PageTitle';
import { Segments } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { CardSkeleton, EmptyState } from '../../../ui/overlays/messages';
import type { Feature } from '../../crud/feature';
import { StaleBar } from '../../crud/StaleBar';
import { Funnel } from './ContractCards';
import { sideIn, sidesOf } from './charting';
import styles from './dashboard.module.css';
import { dashboardSaga } from './dashboardSaga';
import { type DashboardState, dashboard } from './dashboardSlice';
import { Totals } from './FigureTiles';
import { Products, States } from './OrderCards';
import { Ages, CashFlow, Maturing } from './PlanCards';
import { Tasks } from './Tasks';

function Board({ figures }: { figures: Dashboard }): ReactNode {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { contracts, today } = figures;
  const sides = sidesOf(figures);
  const chosen = useSelector(dashboard.selectors.side);
  const direction = sides.find((one) => one === chosen) ?? sides[0];
  const names = { payout: t('dashboard.side'), collect: t('dashboard.side_collect') };
  const plan = direction && sideIn(figures.plan, direction);
  const orders = direction && sideIn(figures.orders, direction);
  const side = direction && sides.length > 1 ? names[directionName(direction)] : undefined;
  return (
    <>
      <Totals figures={figures} />
      {side && (
        <div>
          <Segments
            label={t('dashboard.sides')}
            items={sides.map((one) => ({ key: String(one), label: names[directionName(one)] }))}
            current={String(direction)}
            onPick={(key) => dispatch(dashboard.actions.choose({ side: Number(key) as Direction }))}
          />
        </div>
      )}
      <div className={styles.board}>
        {plan && (
          <div className={styles.wide}>
            <CashFlow plan={plan} today={today} side={side} />
          </div>
        )}
        <div className={styles.third}>
          <Tasks figures={figures} />
        </div>
        {figures.plan && (
          <div className={styles.ages}>
            <Ages plan={figures.plan} sides={sides} today={today} />
          </div>
        )}
        {contracts && (
          <div className={styles.funnel}>
            <Funnel contracts={contracts} today={today} />
          </div>
        )}
        {orders?.products && (
          <div className={styles.third}>
            <Products orders={orders} side={side} />
          </div>
        )}
        {orders && (
          <div>
            <States orders={orders} side={side} />
          </div>
        )}
        {plan && (
          <div>
            <Maturing plan={plan} today={today} side={side} />
          </div>
        )}
      </div>
    </>
  );
}

/** The container of /wel/dashboard: key figures, each of which opens its list. */
function DashboardPage() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { figures, isBusy, isLost }: DashboardState = useSelector(dashboard.selectors.all);
  const reload = () => dispatch(dashboard.actions.load());
  const isEmpty = figures && !figures.orders && !figures.plan && !figures.contracts && figures.cards.length === 0;
  return (
    <Page>
      <PageTitle
        title={t('dashboard.title')}
        end={<IconButton icon="arrow-clockwise" label={t('welcome.refresh')} aria-busy={isBusy} onClick={reload} />}
      >
        {figures && (
          <span className={text.caption}>
            {t('welcome.day', { date: figures.today, weekday: t(`welcome.weekday.${weekday(figures.today) as 1}`) })}
            {' · '}
            {t('welcome.asOf', { time: figures.asOf.slice(11, 16) })}
          </span>
        )}
      </PageTitle>
      {isLost && !figures && (
        <EmptyState kind="network" title={t('welcome.lost')}>
          <Button icon="arrow-clockwise" onClick={reload}>
            {t('frame.retry')}
          </Button>
        </EmptyState>
      )}
      {!isLost && !figures && <CardSkeleton lines={8} />}
      {isEmpty && <EmptyState kind="forbidden" title={t('welcome.nothing')} text={t('welcome.nothingText')} />}
      {isLost && figures && <StaleBar isCutOff onRetry={reload} />}
      {figures && !isEmpty && <Board figures={figures} />}
    </Page>
  );
}

export const feature: Feature = {
  name: 'dashboard',
  slices: [dashboard],
  saga: dashboardSaga,
  pages: { '': DashboardPage },
};
