import { label, textIn } from '../../../../contract/domain/text';
import { type Online, online } from '../../../../contract/modules/system/online';
import { actionLabel } from '../../../../contract/schema/module';
import { arrange } from '../../../ui/layout/arrange';
import { StatusChip } from '../../../ui/layout/status';
import { defineFeature } from '../../crud/feature';
import type { Format } from '../../crud/screen';
import { browserOf } from './browserOf';
import { onlineSaga } from './onlineSaga';
import { sessions } from './onlineSlice';

const end = label(...actionLabel(online.actions.end));

/** The user of a session; the current session is marked. */
function Account({ row: { account, isOwn }, format: { language } }: { row: Online; format: Format }) {
  return (
    <span className={arrange.line}>
      {account}
      {isOwn === 1 && (
        <StatusChip tone="brand" glyph="pin">
          {textIn(online.fields.isOwn.label, language)}
        </StatusChip>
      )}
    </span>
  );
}

export const feature = defineFeature(
  online,
  () => ({
    naming: 'account',
    columns: ['account', 'realName', 'address', 'userAgent', 'isLocked', 'createTime', 'lastTime'],
    widths: {
      account: 176,
      realName: 90,
      address: 118,
      userAgent: 190,
      actions: 114,
    },
    phone: { realName: 'name', account: 'code', userAgent: 'state', address: 'note', createTime: 'date' },
    heads: { isLocked: label(online.fields.isLocked.label.zh, 'Locked') },
    search: ['account', 'realName', 'address'],
    cells: {
      account: (row, format) => <Account row={row} format={format} />,
      userAgent: ({ userAgent }) => <span title={userAgent ?? ''}>{browserOf(userAgent ?? '')}</span>,
    },
    rowActions: [
      {
        key: 'end',
        label: end,
        icon: 'sign-out',
        permission: 'online_end',
        act: (row) => sessions.end([row]),
      },
    ],
    tools: [
      {
        key: 'end',
        label: end,
        icon: 'sign-out',
        permission: 'online_end',
        isOff: (picked) =>
          picked.length === 0 ? label('请选择至少一条数据', 'Select at least one record') : undefined,
        act: sessions.end,
      },
    ],
  }),
  (list) => ({ saga: onlineSaga(list) }),
);
