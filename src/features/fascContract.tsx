import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { daysBetween } from '../../contract/calendar';
import { label } from '../../contract/kit';
import { type FascContract, fascContract, isWaiting } from '../../contract/modules/fascContract';
import { Dash } from '../look/figures';
import { Verdict } from '../look/status';
import { fascContractSaga } from '../sagas/fascContract';
import { clock } from '../store/clock';
import { errands } from '../store/errands';
import { orderMoves } from '../store/orderMoves';
import { contractChip } from './cells';
import { defineFeature } from './feature';
import { OrderLink } from './links';

/** From this many days before its end a link is worth a reminder. */
const soonDays = 2;

/** When the signing link ends; said in amber while the customer can still use it, but not for long. */
const Expiry = ({ contract }: { contract: FascContract }) => {
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
};

export const feature = defineFeature(
  fascContract,
  () => ({
    naming: 'contractNumber',
    columns: [
      'contractNumber',
      'customerName',
      'contractCode',
      'type',
      'status',
      'createTime',
      'retryFlag',
      'finishTime',
      'expireTime',
    ],
    // Beside the pinned edges, the first six columns end exactly where a screen of 1440 does.
    widths: {
      contractNumber: 172,
      customerName: 200,
      contractCode: 160,
      type: 146,
      status: 160,
      createTime: 168,
      retryFlag: 78,
      finishTime: 164,
      expireTime: 168,
      actions: 144,
    },
    phone: { customerName: 'name', contractNumber: 'code', status: 'state', type: 'note', createTime: 'date' },
    search: ['contractNumber', 'customerName', 'status', 'type', 'createTime'],
    cells: {
      contractCode: ({ orderId, contractCode }) =>
        orderId ? <OrderLink id={orderId} code={contractCode} /> : contractCode,
      status: contractChip,
      expireTime: (row) => <Expiry contract={row} />,
    },
    form: [
      ['contractNumber', 'type'],
      ['customerName', 'contractCode'],
      ['status', 'retryFlag'],
      ['createTime', 'expireTime'],
      ['readTime', 'finishTime'],
      ['reason'],
    ],
    inputs: { status: ({ draft, eye }) => contractChip(draft as unknown as FascContract, eye) },
    rowActions: [
      {
        key: 'preview',
        label: label('预览', 'Preview'),
        icon: 'document-pdf',
        isShown: ({ previewUrl }) => previewUrl !== null,
        act: ({ previewUrl }) => errands.openWindow(previewUrl ?? ''),
      },
      {
        key: 'open',
        label: label('签署页', 'Signing page'),
        icon: 'signature',
        isShown: ({ loanUrl }) => loanUrl !== null,
        act: ({ loanUrl }) => errands.openWindow(loanUrl ?? ''),
      },
      {
        key: 'copy',
        label: label('复制链接', 'Copy link'),
        icon: 'copy',
        isShown: ({ loanUrl }) => loanUrl !== null,
        act: ({ loanUrl }) => errands.copy({ text: loanUrl ?? '', say: 'cockpit.linkCopied' }),
      },
      {
        key: 'resend',
        label: label('重发', 'Resend'),
        icon: 'send',
        permission: 'order_contract',
        isShown: ({ status, orderId }) => status === 1 && orderId !== null,
        act: ({ orderId, type }) =>
          orderMoves.actions.makeContract({ orderId: orderId ?? '', ...(type === null ? {} : { type }), resend: true }),
      },
    ],
    isRemovable: ({ status }) => status === 1,
  }),
  (list) => ({ needs: ['order'], saga: fascContractSaga(list) }),
);
