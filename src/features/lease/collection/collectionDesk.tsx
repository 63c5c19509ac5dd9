import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { formatMoney } from '../../../../contract/domain/money';
import { countIn, textIn } from '../../../../contract/domain/text';
import { collection } from '../../../../contract/modules/lease/collection';
import { order } from '../../../../contract/modules/lease/order';
import { pageSizes } from '../../../../contract/schema/paging';
import { type Case, type QueuePart, queueParts, type Standing } from '../../../../contract/wire/lease/collecting';
import { menu, permission } from '../../../store/navigation/menu';
import { preferences } from '../../../store/preferences';
import { session } from '../../../store/session';
import { Button } from '../../../ui/inputs/buttons';
import { TextInput } from '../../../ui/inputs/fields';
import { Form } from '../../../ui/layout/Form';
import { Dash, Money } from '../../../ui/layout/figures';
import { Page } from '../../../ui/layout/frame';
import { PageTitle } from '../../../ui/layout/PageTitle';
import { Card, Segments } from '../../../ui/layout/surfaces';
import { MessageBar } from '../../../ui/overlays/MessageBar';
import { CardSkeleton, EmptyState } from '../../../ui/overlays/messages';
import type { Column } from '../../../ui/table/DataTable';
import { FittedTable } from '../../../ui/table/FittedTable';
import { ViewPills } from '../../../ui/table/listing';
import { Pager } from '../../../ui/table/Pager';
import { textOf } from '../../crud/cells';
import { errorText } from '../../crud/errorText';
import type { Feature } from '../../crud/feature';
import { minute } from '../../crud/history/historyWords';
import type { Format } from '../../crud/screen';
import { useFormat } from '../../crud/useFormat';
import { CustomerLink } from '../customer/links';
import { OrderLink, openOrder } from '../order/links';
import { CollectingDialogs } from './CollectingDialogs';
import { promiseChip, promiseWords } from './chips';
import { collecting } from './collectingSlice';
import styles from './collectionDesk.module.css';
import { deskName, deskSaga } from './deskSaga';
import { desk, freshnessOfQueue } from './deskSlice';

const { actions: at } = desk;

function columnsOf(format: Format, t: TFunction): Column<Case>[] {
  const word = (name: 'contractCode' | 'customerName') => textIn(order.fields[name].label, format.language);
  return [
    {
      key: 'contractCode',
      head: word('contractCode'),
      pin: 'left',
      phone: 'code',
      text: ({ contractCode }) => contractCode ?? '',
      cell: ({ orderId, contractCode }) => <OrderLink id={orderId} code={contractCode} />,
    },
    {
      key: 'customerName',
      head: word('customerName'),
      isLong: true,
      phone: 'name',
      cell: ({ customerId, customerName }) => <CustomerLink id={customerId}>{customerName ?? <Dash />}</CustomerLink>,
    },
    {
      key: 'days',
      head: t('collecting.days'),
      align: 'right',
      phone: 'date',
      cell: ({ days }) => t('collecting.daysLate', { count: days }),
    },
    { key: 'rows', head: t('collecting.rows'), align: 'right', cell: ({ rows }) => rows },
    {
      key: 'amount',
      head: t('collecting.amount'),
      align: 'right',
      phone: 'amount',
      cell: ({ amount }) => <Money value={amount} strong />,
    },
    {
      key: 'lateCharge',
      head: t('collecting.late'),
      align: 'right',
      cell: ({ lateCharge }) => <Money value={lateCharge} />,
    },
    {
      key: 'promise',
      head: t('collecting.promise'),
      phone: 'state',
      cell: ({ promise }) =>
        promise ? (
          <>
            {promiseChip(promise.state, format)} {promiseWords(promise)}
          </>
        ) : (
          <Dash />
        ),
    },
    {
      key: 'contact',
      head: t('collecting.contact'),
      cell: ({ contactKind, contactTime }) =>
        contactKind && contactTime ? (
          `${textOf(collection.fields.kind, contactKind, format)} ${minute(contactTime).slice(5)}`
        ) : (
          <Dash />
        ),
    },
    {
      key: 'assignee',
      head: t('collecting.assignee'),
      phone: 'note',
      cell: ({ assigneeName }) => assigneeName ?? <Dash />,
    },
  ];
}

/** The orders to be worked on, those that wait for a promise, broken promises, all: each with its number. */
function countOf(standing: Standing | null, part: QueuePart): number | undefined {
  if (!standing) return undefined;
  const { count, promised, broken } = standing;
  return { open: count - promised.count, promised: promised.count, broken: broken.count, all: count }[part];
}

/** Steps by days overdue with their sums, which add up to all that is overdue. */
function Steps({ standing }: { standing: Standing }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { query } = useSelector(desk.selectors.all);
  const step = (key: string, name: string, count: number, amount: string, promised?: string) => (
    <Button
      key={key || 'all'}
      aria-pressed={query.bucket === key}
      tone={query.bucket === key ? 'primary' : 'default'}
      onClick={() => dispatch(at.load({ bucket: key as typeof query.bucket }))}
    >
      {t('collecting.step', { name, count, amount: formatMoney(amount) })}
      {promised !== undefined &&
        Number(promised) > 0 &&
        ` · ${t('collecting.ofIt', { amount: formatMoney(promised) })}`}
    </Button>
  );
  return (
    <fieldset className={styles.steps} aria-label={t('collecting.steps')}>
      {step('', t('collecting.whole'), standing.count, standing.amount, standing.promised.amount)}
      {standing.buckets.map(({ key, count, amount, promisedAmount }) =>
        step(key, t(`collecting.bucket.${key}`), count, amount, promisedAmount),
      )}
    </fieldset>
  );
}

function Tools() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { query, picked, page } = useSelector(desk.selectors.all);
  const codes = useSelector(permission.selectors.codes);
  const self = useSelector(session.selectors.user)?.userId ?? '';
  const orderIds = Object.keys(picked);
  const rows = (page?.records ?? []).filter(({ orderId }) => picked[orderId]);
  const name = rows.length === 1 ? (rows[0]!.customerName ?? '') : t('collecting.orders', { count: orderIds.length });
  return (
    <div className={styles.tools}>
      <Segments
        label={t('collecting.whose')}
        current={query.assigneeId}
        onPick={(assigneeId) => dispatch(at.load({ assigneeId }))}
        items={[
          { key: '', label: t('crud.all') },
          { key: self, label: t('collecting.mine') },
          { key: '0', label: t('collecting.unassigned') },
        ]}
      />
      <Form className={styles.search} onSubmit={() => dispatch(at.load({ q: query.q }))}>
        <TextInput
          aria-label={t('collecting.find')}
          placeholder={t('collecting.find')}
          value={query.q}
          onChange={(typed) => dispatch(at.seek(typed))}
        />
        <Button type="submit" icon="search">
          {t('collecting.search')}
        </Button>
      </Form>
      {orderIds.length > 0 && codes.collection_assign === true && (
        <Button icon="people" onClick={() => dispatch(collecting.actions.assign({ orderIds, name }))}>
          {t('collecting.assign')}
        </Button>
      )}
    </div>
  );
}

function Queue() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const format = useFormat();
  const { density } = useSelector(preferences.selectors.all);
  const codes = useSelector(permission.selectors.codes);
  const state = useSelector(desk.selectors.all);
  const { page, picked, current, isBusy, query } = state;
  const freshness = freshnessOfQueue(state);
  const columns = useMemo(() => columnsOf(format, t), [format, t]);
  const figure = (count: number) => countIn(count, format.language);
  const aboutOf = ({ orderId, customerName, tel }: Case) => ({ orderIds: [orderId], name: customerName ?? '', tel });
  return (
    <Card variant="fill" title={t('collecting.queue')} aside={<Tools />}>
      <FittedTable<Case>
        caption={t('collecting.queue')}
        columns={columns}
        rows={page?.records ?? []}
        {...(freshness === 'current' ? {} : { freshness })}
        {...(page === null ? { awaited: 8 } : {})}
        keyOf={({ orderId }) => orderId}
        {...(codes.collection_assign === true
          ? {
              selection: {
                picked: new Set(Object.keys(picked)),
                onToggle: ({ orderId }: Case, on: boolean) => dispatch(at.pick({ ids: [orderId], on })),
                onToggleAll: (on: boolean) =>
                  dispatch(at.pick({ ids: (page?.records ?? []).map(({ orderId }) => orderId), on })),
                label: (row: Case) => t('crud.pickRow', { name: row.contractCode ?? '' }),
                labelAll: t('collecting.pickAll'),
              },
            }
          : {})}
        actions={{
          head: t('crud.actions'),
          more: t('crud.more'),
          width: 150,
          of: (row) => [
            ...(codes.collection_record === true
              ? [
                  {
                    key: 'record',
                    label: t('collecting.record'),
                    icon: 'chat' as const,
                    onClick: () => dispatch(collecting.actions.record(aboutOf(row))),
                  },
                ]
              : []),
            ...(codes.collection_assign === true
              ? [
                  {
                    key: 'assign',
                    label: t('collecting.assign'),
                    icon: 'people' as const,
                    onClick: () => dispatch(collecting.actions.assign(aboutOf(row))),
                  },
                ]
              : []),
          ],
        }}
        currentKey={current}
        onCurrent={(key) => dispatch(at.point(key))}
        onOpen={({ orderId }) => dispatch(openOrder(orderId))}
        density={density}
        busy={isBusy}
        empty={<EmptyState kind="never" title={t('collecting.empty')} text={t('collecting.emptyText')} />}
      />
      {page && (
        <Pager
          total={page.total}
          current={query.current}
          size={query.size}
          sizes={pageSizes}
          onChange={(to) => dispatch(at.load(to.size === query.size ? { current: to.current } : { size: to.size }))}
          words={{
            total: (rows) => t('crud.total', { rows: figure(rows) }),
            perPage: (count) => t('crud.perPage', { count }),
            goTo: t('crud.goTo'),
            goToEnd: t('crud.goToEnd'),
            page: t('crud.page'),
            previous: t('crud.previous'),
            next: t('crud.next'),
          }}
        />
      )}
    </Card>
  );
}

/** The desk: overdue orders whose customers pay, by days overdue; who works on them; what was said and promised. */
function DeskPage() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { language } = useFormat();
  const { standing, trouble, query } = useSelector(desk.selectors.all);
  const maySee = useSelector((root: never) => menu.selectors.pathOf(root, collection.name)) !== '';
  if (!maySee)
    return (
      <Page>
        <PageTitle title={t('collecting.title')} />
        <EmptyState kind="forbidden" title={t('crud.noView', { code: collection.name })} />
      </Page>
    );
  return (
    <Page variant="fill">
      <PageTitle title={t('collecting.title')}>
        <ViewPills
          label={t('collecting.parts')}
          current={query.part}
          onPick={(part) => dispatch(at.load({ part: part as QueuePart }))}
          items={queueParts.map((part) => {
            const count = countOf(standing, part);
            return {
              key: part,
              label: t(`collecting.part.${part}`),
              ...(count === undefined ? {} : { count: countIn(count, language) }),
            };
          })}
        />
      </PageTitle>
      {trouble !== null && (
        <MessageBar
          tone="warning"
          action={
            <Button size="small" onClick={() => dispatch(at.load({}))}>
              {t('frame.retry')}
            </Button>
          }
        >
          {errorText(t, trouble) || t('crud.cutOffTitle')}
        </MessageBar>
      )}
      {standing ? <Steps standing={standing} /> : trouble === null && <CardSkeleton lines={1} />}
      <Queue />
      <CollectingDialogs />
    </Page>
  );
}

export const feature: Feature = {
  name: deskName,
  needs: ['order'],
  slices: [desk, collecting],
  saga: deskSaga,
  pages: { '': DeskPage },
};
