import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { shallowEqual, useDispatch, useSelector } from 'react-redux';
import { fascContract } from '../../../../contract/modules/esign/fascContract';
import { customer } from '../../../../contract/modules/lease/customer';
import { order } from '../../../../contract/modules/lease/order';
import { paymentPlan } from '../../../../contract/modules/lease/paymentPlan';
import { picture } from '../../../../contract/modules/lease/picture';
import { messageLog } from '../../../../contract/modules/resource/messageLog';
import { pageSizes } from '../../../../contract/schema/paging';
import type { CountedList } from '../../../../contract/wire/customerOverview';
import { menu } from '../../../store/navigation/menu';
import { Button } from '../../../ui/inputs/buttons';
import { arrange } from '../../../ui/layout/arrange';
import { PanelTabs } from '../../../ui/layout/PanelTabs';
import { Card, Segments } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { CardSkeleton, EmptyState } from '../../../ui/overlays/messages';
import { Pager } from '../../../ui/table/Pager';
import { errorText } from '../../crud/errorText';
import { History, historyItems } from '../../crud/history/history';
import type { Format } from '../../crud/screen';
import { ContractTable, MessageTable, OrderTable, PictureTable, PlanTable } from './CustomerTables';
import styles from './CustomerTabs.module.css';
import {
  type CustomerPageState,
  customerPages,
  listSize,
  modulesOf,
  type PlanShown,
  type TabName,
  tabNames,
} from './customerPageSlice';

const { actions: at } = customerPages;

interface TabProps {
  id: string;
  state: CustomerPageState;
  format: Format;
  t: TFunction;
}

const tables = {
  [order.name]: OrderTable,
  [paymentPlan.name]: PlanTable,
  [fascContract.name]: ContractTable,
  [picture.name]: PictureTable,
  [messageLog.name]: MessageTable,
};

/** One list with its pages, or what stands in its place. */
function ListPart({ id, state, format, t, module }: TabProps & { module: keyof typeof tables }) {
  const dispatch = useDispatch();
  const { rows, total, current, isBusy, lost } = state.lists[module] ?? blank;
  const Table = tables[module];
  if (lost !== undefined)
    return (
      <EmptyState kind="network" title={errorText(t, lost) || t('orderPage.lostPart')}>
        <Button icon="arrow-clockwise" onClick={() => dispatch(at.list({ id, module }))}>
          {t('frame.retry')}
        </Button>
      </EmptyState>
    );
  if (!rows) return <CardSkeleton lines={6} />;
  if (rows.length === 0) return <EmptyState kind="never" title={t(`customerPage.none.${module}`)} />;
  return (
    <>
      <Table rows={rows as never} isBusy={isBusy} format={format} t={t} />
      {total > listSize && (
        <Pager
          total={total}
          current={current}
          size={listSize}
          sizes={pageSizes.filter((size) => size === listSize)}
          onChange={(to) => dispatch(at.list({ id, module, current: to.current }))}
          words={{
            total: (count) => t('crud.total', { rows: count }),
            perPage: (count) => t('crud.perPage', { count }),
            goTo: t('crud.goTo'),
            goToEnd: t('crud.goToEnd'),
            page: t('crud.page'),
            previous: t('crud.previous'),
            next: t('crud.next'),
          }}
        />
      )}
    </>
  );
}
const blank = { rows: null, total: 0, current: 1, isBusy: false, lost: undefined };

function HistoryPart({ id, state, format, t }: TabProps) {
  const dispatch = useDispatch();
  const { entries, lost } = state.history;
  if (lost !== undefined)
    return (
      <EmptyState kind="network" title={errorText(t, lost) || t('history.lost')}>
        <Button icon="arrow-clockwise" onClick={() => dispatch(at.show({ id, tab: 'history' }))}>
          {t('frame.retry')}
        </Button>
      </EmptyState>
    );
  if (!entries) return <CardSkeleton lines={6} />;
  if (entries.length === 0) return <EmptyState kind="never" title={t('history.none')} />;
  return (
    <div className={arrange.inset}>
      <History items={historyItems(customer, entries, format, t)} />
    </div>
  );
}

/** The lists of a customer, each in a tab with the number of its rows; those that the person may not see are not there. */
export function CustomerTabs({ id, state, format, t }: TabProps) {
  const dispatch = useDispatch();
  const codes = useSelector((root: never) => menu.selectors.leaves(root).map(({ code }) => code), shallowEqual);
  const counts = state.parts.overview?.counts ?? {};
  const seen = (tab: TabName) => modulesOf(tab).filter(({ name }) => codes.includes(name));
  const shown = tabNames.filter((tab) => tab === 'history' || seen(tab).length > 0);
  const current = shown.includes(state.tab) ? state.tab : shown[0]!;
  const panelId = `customer-${id}-${current}`;
  const heading = (name: string, children: ReactNode) =>
    current === 'papers' ? (
      <section key={name} className={arrange.column}>
        <h2 className={`${arrange.inset} ${text.caption} ${styles.top}`}>
          {t(`customerPage.heads.${name as 'picture' | 'fascContract'}`)}
        </h2>
        {children}
      </section>
    ) : (
      children
    );
  return (
    <Card variant="flush">
      <div className={styles.tabs}>
        <PanelTabs
          label={t('customerPage.lists')}
          current={current}
          panelId={panelId}
          onPick={(tab) => dispatch(at.show({ id, tab: tab as TabName }))}
          items={shown.map((tab) => {
            const count = seen(tab).reduce((sum, { name }) => sum + (counts[name as CountedList] ?? 0), 0);
            const word = t(`customerPage.tabs.${tab}`);
            return { key: tab, label: word, name: count > 0 ? `${word} ${count}` : word, count };
          })}
        />
      </div>
      <div id={panelId} role="tabpanel" aria-label={t(`customerPage.tabs.${current}`)} className={arrange.stack}>
        {current === 'plan' && (
          <div className={`${arrange.row} ${arrange.inset} ${styles.top}`}>
            <Segments
              label={t('customerPage.planShown')}
              current={state.planShown}
              onPick={(key) => dispatch(at.showPlan({ id, shown: key as PlanShown }))}
              items={(['unpaid', 'all'] as const).map((key) => ({ key, label: t(`customerPage.plan.${key}`) }))}
            />
          </div>
        )}
        {current === 'history' ? (
          <HistoryPart id={id} state={state} format={format} t={t} />
        ) : (
          seen(current).map(({ name }) =>
            heading(
              name,
              <ListPart key={name} id={id} state={state} format={format} t={t} module={name as keyof typeof tables} />,
            ),
          )
        )}
      </div>
    </Card>
  );
}
