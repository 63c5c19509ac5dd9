import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { daysBetween } from '../../../../contract/domain/calendar';
import { label } from '../../../../contract/domain/text';
import {
  type FascContract,
  fascContract,
  isUnderWay,
  isWaiting,
  paperHidden,
  providers,
} from '../../../../contract/modules/esign/fascContract';
import { browserActions } from '../../../store/browserActions';
import { clock } from '../../../store/clock';
import { Dash } from '../../../ui/layout/figures';
import { Verdict } from '../../../ui/layout/status';
import { textOf } from '../../crud/cells';
import { defineFeature } from '../../crud/feature';
import type { Format } from '../../crud/screen';
import { CustomerLink } from '../../lease/customer/links';
import { contractChip } from '../../lease/order/chips';
import { CounterDialog } from '../../lease/order/counter/counter';
import { counterPermission, isSignedHere, openCounter } from '../../lease/order/counter/counterSlice';
import { OrderLink } from '../../lease/order/links';
import { orderMoves } from '../../lease/order/orderMovesSlice';
import { fascContractSaga } from './fascContractSaga';
import { VerifyDialog } from './VerifyDialog';
import { verifySaga } from './verifySaga';
import { verification } from './verifySlice';

/** A link that ends within this many days is highlighted. */
const soonDays = 2;

/** Expiry of the signing link, highlighted while it is close and the customer can still use it. */
function Expiry({ contract }: { contract: FascContract }) {
  const { t } = useTranslation();
  const today = useSelector(clock.selectors.today);
  const { expireTime } = contract;
  if (!expireTime) return <Dash />;
  const count = today && isWaiting(contract) ? daysBetween(today, expireTime.slice(0, 10)) : soonDays + 1;
  if (count < 0 || count > soonDays) return expireTime;
  const date = expireTime.slice(5, 16);
  return (
    <Verdict tone="warning" glyph="clock">
      {count === 0 ? t('contract.lastDay', { date }) : t('contract.daysLeft', { date, count })}
    </Verdict>
  );
}

/** Delivery state of the message with the link, and its phone number. */
function messageNote({ smsStatus, smsPhone: phone }: FascContract, format: Format) {
  const status = textOf(fascContract.fields.smsStatus, smsStatus, format);
  return status === null ? <Dash /> : [status, phone].filter(Boolean).join(' ');
}

function ContractDialogs() {
  return (
    <>
      <CounterDialog />
      <VerifyDialog />
    </>
  );
}

export const feature = defineFeature(
  fascContract,
  () => ({
    naming: 'contractNumber',
    first: {
      text: {
        zh: '凭证确认后，在订单页点“发起签约”，合同会出现在这里。',
        en: 'Contracts appear here once they are issued on the page of an order with a confirmed voucher.',
      },
      page: 'order',
    },
    columns: [
      'contractNumber',
      'customerName',
      'contractCode',
      'type',
      'status',
      'createTime',
      'signWay',
      'smsStatus',
      'retryFlag',
      'finishTime',
      'expireTime',
    ],
    widths: {
      contractNumber: 172,
      customerName: 200,
      contractCode: 160,
      expireTime: 168,
      actions: 144,
    },
    phone: { customerName: 'name', contractNumber: 'code', status: 'state', type: 'note', createTime: 'date' },
    search: ['contractNumber', 'customerName', 'progress', 'type'],
    cells: {
      contractCode: ({ orderId, contractCode }) =>
        orderId ? <OrderLink id={orderId} code={contractCode} /> : contractCode,
      customerName: ({ customerId, customerName }) =>
        customerName && <CustomerLink id={customerId}>{customerName}</CustomerLink>,
      status: contractChip,
      expireTime: (row) => <Expiry contract={row} />,
      smsStatus: (row, format) => messageNote(row, format),
    },
    form: [
      ['contractNumber', 'type'],
      ['templateId'],
      ['customerName', 'contractCode'],
      ['status', 'retryFlag'],
      ['createTime', 'expireTime'],
      ['provider', 'signTaskId'],
      ['signWay', 'witnessName'],
      ['smsStatus', 'smsPhone'],
      ['smsTime', 'smsFault'],
      ['readTime', 'finishTime'],
      ['checkableUntil'],
      ['reason'],
    ],
    inputs: { status: ({ draft, format }) => contractChip(draft as unknown as FascContract, format) },
    rowActions: [
      {
        key: 'counter',
        label: label('现场签署', 'Sign in person'),
        icon: 'signature',
        permission: counterPermission,
        isShown: isSignedHere,
        act: openCounter,
      },
      {
        key: 'preview',
        label: label('预览', 'Preview'),
        icon: 'document-pdf',
        isShown: ({ previewUrl, previewHidden }) => previewUrl !== null || previewHidden === 1,
        isOff: ({ previewHidden }) => (previewHidden === 1 ? paperHidden : undefined),
        act: ({ previewUrl }) => browserActions.openWindow(previewUrl ?? ''),
      },
      {
        key: 'verify',
        label: label('验签', 'Verify'),
        icon: 'shield-checkmark',
        isShown: ({ previewUrl, previewHidden }) => previewUrl !== null || previewHidden === 1,
        isOff: ({ previewHidden }) => (previewHidden === 1 ? paperHidden : undefined),
        act: ({ id, contractNumber }) => verification.actions.show({ id, name: contractNumber ?? '' }),
      },
      {
        key: 'urge',
        label: label('催办', 'Remind'),
        icon: 'clock',
        permission: 'order_contract',
        isShown: (row) => row.provider === providers.fasc && isWaiting(row),
        act: ({ id, orderId }) => orderMoves.actions.urge({ id, orderId: orderId ?? '' }),
      },
      {
        key: 'resend',
        label: label('重发', 'Resend'),
        icon: 'send',
        permission: 'order_contract',
        isShown: (row) => row.status === 1 && row.orderId !== null && !isUnderWay(row),
        act: ({ orderId, type }) =>
          orderMoves.actions.makeContract({ orderId: orderId ?? '', ...(type === null ? {} : { type }), resend: true }),
      },
    ],
    tools: [
      {
        key: 'verifyFile',
        isRowless: true,
        label: label('核验文件', 'Verify a file'),
        icon: 'shield-checkmark',
        act: () => verification.actions.choose(),
      },
    ],
    isRemovable: ({ status }) => status === 1,
    Dialogs: ContractDialogs,
  }),
  (list) => {
    const reload = fascContractSaga(list);
    return {
      needs: ['order'],
      slices: [verification],
      *saga(world) {
        yield* verifySaga(world);
        yield* reload();
      },
    };
  },
);
