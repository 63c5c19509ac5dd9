import { useTranslation } from 'react-i18next';
import {
  awaitingContract,
  draft,
  isEditable,
  isRemovable,
  moves,
} from '../../../../contract/domain/lifecycle/orderStates';
import { label, textIn } from '../../../../contract/domain/text';
import type { Order } from '../../../../contract/modules/lease/order';
import { order } from '../../../../contract/modules/lease/order';
import { headingOf } from '../../../../contract/schema/columns';
import { actionLabel } from '../../../../contract/schema/module';
import { route } from '../../../store/navigation/route';
import type { IconName } from '../../../ui/icons/Icon';
import { Flags } from '../../../ui/layout/status';
import { text } from '../../../ui/layout/text';
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
import { orderListSaga } from './orderListSaga';
import { orderMovesSaga } from './orderMovesSaga';
import { orderMoves } from './orderMovesSlice';

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

export const feature = defineFeature(
  order,
  () => ({
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
      pzsfqr: label('签约进度', 'Signing'),
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
    Dialogs: VoucherDialog,
  }),
  (list) => {
    const detail = orderDetail(list);
    return {
      needs: ['receipt', 'asset', 'purchase'],
      slices: [orderMoves, voucherForm, orderForm, ...detail.slices],
      *saga(world) {
        yield* orderMovesSaga(world);
        yield* orderFormSaga(world);
        yield* orderListSaga(list);
        yield* detail.saga(world);
      },
      pages: { new: OrderFormPage, 'edit/:id': OrderFormPage, 'detail/:id': detail.page },
    };
  },
);
