import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import {
  awaitingContract,
  draft,
  isEditable,
  isRemovable,
  moves,
} from '../../../../contract/domain/lifecycle/orderStates';
import { countIn, label, textIn } from '../../../../contract/domain/text';
import type { Order } from '../../../../contract/modules/lease/order';
import { order } from '../../../../contract/modules/lease/order';
import { headingOf } from '../../../../contract/schema/columns';
import { actionLabel } from '../../../../contract/schema/module';
import type { CrudSlice } from '../../../store/crud/crud';
import { wordFor } from '../../../store/crud/dict';
import { permission } from '../../../store/navigation/menu';
import { route } from '../../../store/navigation/route';
import type { IconName } from '../../../ui/icons/Icon';
import { Flags } from '../../../ui/layout/status';
import { text } from '../../../ui/layout/text';
import { ViewPills } from '../../../ui/table/listing';
import { defineFeature } from '../../crud/feature';
import type { RowAction } from '../../crud/screen';
import { useFormat } from '../../crud/useFormat';
import { CustomerLink } from '../customer/links';
import { VoucherDialog } from './deeds/VoucherDialog';
import { voucherForm } from './deeds/voucherSlice';
import { OrderFormPage } from './form/OrderForm';
import { orderFormSaga } from './form/orderFormSaga';
import { orderForm } from './form/orderFormSlice';
import { openOrder } from './links';
import { orderDetail } from './OrderPage';
import { orderChip } from './orderChip';
import { orderMovesSaga } from './orderMovesSaga';
import { orderMoves } from './orderMovesSlice';
import { orderViewsSaga } from './orderViewsSaga';
import { countOf, currentView, filtersOfView, mineView, orderViews, stateViews } from './orderViewsSlice';

function open(rest: string) {
  return route.actions.open({ feature: order.name, rest });
}

function Numberless() {
  return <span className={text.dash}>{useTranslation().t('frame.noNumber')}</span>;
}

/** Voucher, service agreement, lease contract, in this order. */
const flags = ['pzsfqr', 'prqy', 'qyqy'] as const;
function OrderFlags({ row }: { row: Pick<Order, (typeof flags)[number]> }) {
  const { t } = useTranslation();
  const { language } = useFormat();
  return (
    <Flags
      items={flags.map((name) => ({
        label: t(row[name] === 1 ? 'order.flagOn' : 'order.flagOff', {
          name: textIn(order.fields[name].label, language),
        }),
        on: row[name] === 1,
      }))}
    />
  );
}

const moveIcons: Record<string, IconName> = {
  order_status: 'send',
  order_voucher: 'receipt',
  order_start: 'play-circle',
  order_cancel: 'prohibited',
};
const makeContract = actionLabel(order.actions.contract);

/** Actions of the list: state transitions, and the contract that the system waits for. */
const rowActions: RowAction<Order>[] = [
  {
    key: 'contract',
    label: label(...makeContract),
    icon: 'signature',
    permission: 'order_contract',
    isShown: ({ businessStatus }) => businessStatus === awaitingContract,
    act: ({ id }) => orderMoves.actions.makeContract({ orderId: id }),
  },
  ...moves.flatMap(({ from, to, label, permission: code }): RowAction<Order>[] =>
    label
      ? [
          {
            key: `${from}-${to}`,
            label,
            ...(code ? { permission: code, icon: moveIcons[code] ?? 'send' } : {}),
            isShown: ({ businessStatus }) => (businessStatus ?? draft) === from,
            act: ({ id }) => orderMoves.actions.move({ id, to }),
          },
        ]
      : [],
  ),
];

/** Saved views: all orders, those waiting for this user, and the most used states, with counts. */
function viewPills(list: CrudSlice) {
  return () => {
    const { t } = useTranslation();
    const dispatch = useDispatch();
    const { language, dicts } = useFormat();
    const counts = useSelector(orderViews.selectors.counts);
    const codes = useSelector(permission.selectors.codes);
    const { query, seek } = useSelector(list.selectors.all);
    const mine = mineView(codes);
    const views = [...(mine ? [mine] : []), ...stateViews];
    const pick = (key: string) => {
      const view = views.find((one) => one.key === key);
      const filters = view ? filtersOfView(view) : {};
      const none = Object.fromEntries(Object.keys(seek).map((name) => [name, '']));
      // The search panel is opened with the conditions of the view, so that the next search keeps them.
      dispatch(list.actions.leaveView());
      dispatch(list.actions.seek({ ...none, businessStatus: filters.businessStatus ?? '' }));
      dispatch(list.actions.list({ current: 1, filters }));
    };
    return (
      <>
        <VoucherDialog />
        <ViewPills
          label={t('order.views')}
          current={currentView(query, views)}
          onPick={pick}
          items={[
            {
              key: 'all',
              label: t('crud.all'),
              ...(counts
                ? {
                    count: countIn(
                      counts.reduce((sum, { count }) => sum + count, 0),
                      language,
                    ),
                  }
                : {}),
            },
            ...views.map((view) => ({
              key: view.key,
              label:
                view.key === 'mine' ? t('order.mine') : wordFor(dicts, 'order_business_status', view.from, language),
              ...(counts ? { count: countIn(countOf(counts, view), language) } : {}),
            })),
          ]}
        />
      </>
    );
  };
}

export const feature = defineFeature(
  order,
  (list) => ({
    naming: 'contractCode',
    first: {
      text: {
        zh: '先有产品和客户，再新增订单；提交后按订单页的主按钮逐步推进。',
        en: 'With a product and a customer, add an order. Its page then shows the next step.',
      },
    },
    columns: [
      'contractCode',
      'customerName',
      'totalAmount',
      'businessStatus',
      'interestDate',
      'productName',
      'deadline',
      'yearRate',
      'pzsfqr',
      'direction',
      'tel',
      'bankCardCode',
      'bankName',
      'createTime',
    ],
    widths: {
      contractCode: 156,
      customerName: 168,
      productName: 96,
      pzsfqr: 82,
      tel: 120,
      bankCardCode: 110,
      bankName: 140,
    },
    heads: {
      deadline: label(headingOf(order.fields.deadline, 'zh'), 'Days'),
      yearRate: label(order.fields.yearRate.label.zh, 'Rate'),
      pzsfqr: label('凭·服·企', 'V·P·E'),
    },
    phone: {
      customerName: 'name',
      totalAmount: 'amount',
      contractCode: 'code',
      businessStatus: 'state',
      productName: 'note',
      interestDate: 'date',
    },
    search: [
      'customerName',
      'tel',
      'productName',
      'interestDate',
      'contractCode',
      'businessStatus',
      'direction',
      'refundStatus',
      'archived',
      'createTime',
    ],
    cells: {
      contractCode: ({ contractCode }) => contractCode ?? <Numberless />,
      customerName: ({ customerId, customerName }) =>
        customerName && <CustomerLink id={customerId}>{customerName}</CustomerLink>,
      pzsfqr: (row) => <OrderFlags row={row} />,
      businessStatus: ({ businessStatus }, format) => orderChip(businessStatus, format),
    },
    rowActions,
    add: () => open('new'),
    edit: ({ id }) => open(`edit/${id}`),
    view: ({ id }) => openOrder(id),
    isEditable: ({ businessStatus }) => isEditable(businessStatus ?? draft),
    isRemovable: ({ businessStatus }) => isRemovable(businessStatus ?? draft),
    Head: viewPills(list),
  }),
  (list) => {
    const detail = orderDetail(list);
    return {
      needs: ['receipt', 'asset'],
      slices: [orderMoves, voucherForm, orderForm, orderViews, ...detail.slices],
      *saga(world) {
        yield* orderMovesSaga(world);
        yield* orderFormSaga(world);
        yield* orderViewsSaga(list)(world);
        yield* detail.saga(world);
      },
      pages: { new: OrderFormPage, 'edit/:id': OrderFormPage, 'detail/:id': detail.page },
    };
  },
);
