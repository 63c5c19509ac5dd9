import type { TFunction } from 'i18next';
import { useDispatch, useSelector } from 'react-redux';
import { directions } from '../../../../contract/domain/lifecycle/direction';
import { type Language, textIn } from '../../../../contract/domain/text';
import { type PaymentPlan, paymentPlan, rowName } from '../../../../contract/modules/lease/paymentPlan';
import { largestPage } from '../../../../contract/schema/paging';
import { preferences } from '../../../store/preferences';
import { Button } from '../../../ui/inputs/buttons';
import { arrange } from '../../../ui/layout/arrange';
import { Money } from '../../../ui/layout/figures';
import { Card, Segments } from '../../../ui/layout/surfaces';
import { MessageBar } from '../../../ui/overlays/MessageBar';
import { EmptyState } from '../../../ui/overlays/messages';
import type { Column } from '../../../ui/table/DataTable';
import { FittedTable } from '../../../ui/table/FittedTable';
import { StaleBar } from '../../crud/StaleBar';
import type { Format } from '../../crud/screen';
import { useFormat } from '../../crud/useFormat';
import { useDirected } from '../direction/directed';
import { payChip } from '../order/chips';
import { OrderLink, openOrder } from '../order/links';
import { isLate, mayBePaid, type PaymentsState, payments, rowsOf, type Segment } from './paymentsSlice';
import { dayOf, fewOf } from './words';

const { actions: at } = payments;
const { fields } = paymentPlan;
const segments: readonly Segment[] = ['all', 'payable', 'overdue'];

/** What is charged for being late, beside the instalment. */
function lateColumn(language: Language): Column<PaymentPlan> {
  return {
    key: 'lateOpen',
    head: textIn(fields.lateCharge.label, language),
    align: 'right',
    cell: ({ lateOpen }) => <Money value={Number(lateOpen) === 0 ? null : lateOpen} />,
  };
}

function columnsOf({ today, direction }: PaymentsState, format: Format, t: TFunction): Column<PaymentPlan>[] {
  const { language } = format;
  return [
    {
      key: 'contractCode',
      head: textIn(fields.contractCode.label, language),
      pin: 'left',
      phone: 'code',
      text: ({ contractCode }) => contractCode ?? '',
      cell: (row) => <OrderLink id={row.orderId ?? ''} code={row.contractCode} />,
    },
    {
      key: 'customerName',
      head: textIn(fields.customerName.label, language),
      isLong: true,
      phone: 'name',
      cell: ({ customerName }) => customerName,
    },
    {
      key: 'openAmount',
      head: t('payments.payable'),
      align: 'right',
      phone: 'amount',
      cell: ({ openAmount }) => <Money value={openAmount} strong />,
    },
    {
      key: 'payStatus',
      head: textIn(fields.payStatus.label, language),
      phone: 'state',
      cell: (row) => payChip(row, format),
    },
    // After the state, which a narrow window has room for alone.
    ...(direction === directions.collect ? [lateColumn(language)] : []),
    {
      key: 'paymentDate',
      head: textIn(fields.paymentDate.label, language),
      phone: 'date',
      cell: ({ paymentDate }) => dayOf(paymentDate ?? '', today),
    },
    {
      key: 'currentPeriods',
      head: t('payments.period'),
      align: 'right',
      phone: 'note',
      cell: (row) => rowName(row, language),
    },
    {
      key: 'principal',
      head: textIn(fields.principal.label, language),
      align: 'right',
      cell: ({ principal }) => <Money value={Number(principal) === 0 ? null : principal} />,
    },
    {
      key: 'bankCardCode',
      head: t('payments.cardTail'),
      cell: ({ bankCardCode, bankName }) => <span title={bankName}>{bankCardCode.slice(-4)}</span>,
    },
  ];
}

/** Filter by state, and the days that are added to the rows. */
function RowsToolbar({ state }: { state: PaymentsState }) {
  const t = useDirected(useSelector(payments.selectors.mix));
  const dispatch = useDispatch();
  const { scope, segment } = state;
  return (
    <span className={arrange.row}>
      <Segments
        label={t('payments.segments')}
        items={segments.map((key) => ({
          key,
          label: `${t(`payments.segment_${key}`)} ${rowsOf(state, key).length}`,
        }))}
        current={segment}
        onPick={(key) => dispatch(at.show(key as Segment))}
      />
      {scope.kind === 'days' ? (
        <Button
          size="small"
          aria-pressed={scope.hasOverdue}
          icon={scope.hasOverdue ? 'checkmark' : 'add'}
          onClick={() => dispatch(at.addOverdue(!scope.hasOverdue))}
        >
          {t('payments.withOverdue')}
        </Button>
      ) : (
        <Button size="small" icon="calendar-ltr" onClick={() => dispatch(at.lookAtToday())}>
          {t('payments.byDay')}
        </Button>
      )}
    </span>
  );
}

/** The instalments of the chosen days, order or selection. */
export function RowsCard({ state }: { state: PaymentsState }) {
  const t = useDirected(useSelector(payments.selectors.mix));
  const dispatch = useDispatch();
  const format = useFormat();
  const { density } = useSelector(preferences.selectors.all);
  const { language } = format;
  const { scope, today, picked, segment, total } = state;
  const shown = rowsOf(state, segment);

  const title = () => {
    if (scope.kind === 'rows') return t('payments.ofPlan');
    if (scope.kind === 'order') return t('payments.ofOrder', { code: state.rows?.[0]?.contractCode ?? '' });
    const days = fewOf(
      scope.days.map((day) => dayOf(day, today)),
      language,
    );
    if (days === '') return t(scope.hasOverdue ? 'payments.ofOverdue' : 'payments.ofNothing');
    return t(scope.hasOverdue ? 'payments.ofDaysAndOverdue' : 'payments.ofDays', { days });
  };

  const columns = columnsOf(state, format, t);
  const empty = state.lost.rows ? (
    <EmptyState
      kind={state.lost.rows === 'cutOff' ? 'network' : 'broken'}
      title={t(state.lost.rows === 'cutOff' ? 'crud.cutOffTitle' : 'crud.refusedTitle')}
      text={t(state.lost.rows === 'cutOff' ? 'crud.cutOffText' : 'crud.refusedText')}
    >
      <Button tone="primary" icon="arrow-clockwise" onClick={() => dispatch(at.load())}>
        {t('frame.retry')}
      </Button>
    </EmptyState>
  ) : (
    <EmptyState kind="never" title={t('payments.noRows')} text={t('payments.noRowsText')} />
  );

  return (
    <Card
      variant="fill"
      title={title()}
      note={state.rows && t('payments.items', { count: shown.length })}
      aside={<RowsToolbar state={state} />}
    >
      {state.rows && total > state.rows.length && (
        <div className={arrange.inset}>
          <MessageBar tone="warning">
            {t('payments.tooMany', { total, shown: state.rows.length, size: largestPage })}
          </MessageBar>
        </div>
      )}
      {state.rows && state.lost.rows && (
        <div className={arrange.inset}>
          <StaleBar isCutOff={state.lost.rows === 'cutOff'} onRetry={() => dispatch(at.load())} />
        </div>
      )}
      <FittedTable<PaymentPlan>
        caption={title()}
        {...(state.rows && state.lost.rows ? { freshness: 'older' } : {})}
        columns={columns}
        rows={shown}
        {...(state.rows === null && !state.lost.rows ? { awaited: 10 } : {})}
        keyOf={({ id }) => id}
        selection={{
          picked: new Set(Object.keys(picked)),
          onToggle: ({ id }, on) => dispatch(at.pick({ ids: [id], on })),
          // Select all skips rows that cannot be paid.
          onToggleAll: (on) =>
            dispatch(at.pick({ ids: (on ? shown.filter(mayBePaid) : shown).map(({ id }) => id), on })),
          label: (row) => t('crud.pickRow', { name: `${row.contractCode} ${rowName(row, language)}` }),
          labelAll: t('payments.pickAll'),
        }}
        currentKey={state.current}
        onCurrent={(key) => dispatch(at.point(key))}
        onOpen={(row) => dispatch(openOrder(row.orderId ?? ''))}
        isLate={isLate}
        density={density}
        busy={state.busy.rows === true}
        empty={empty}
      />
    </Card>
  );
}
