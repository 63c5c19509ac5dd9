import { dateTime, longText, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';

export const param = defineModule({
  name: 'param',
  title: ['参数', 'Parameter'],
  path: '/blade-system/param',
  scope: 'platform',
  chosen: { by: 'list', title: 'paramName', note: 'paramKey' },
  menu: { under: 'system', icon: 'wrench', title: ['参数管理', 'Parameters'] },
  fields: {
    paramName: text('参数名称', 'Name', { required: true, search: 'like', maxLength: 255 }),
    paramKey: text('参数键名', 'Key', { required: true, search: 'like', maxLength: 255 }),
    paramValue: longText('参数键值', 'Value', { required: true, maxLength: 255 }),
    remark: longText('备注', 'Remark', { maxLength: 255, inTable: false }),
    updateTime: dateTime('更新时间', 'Updated at'),
  },
  sortable: ['paramKey'],
});
export type Param = RecordOf<typeof param>;

/** Parameters that the server itself reads, with their defaults. */
export const knownParams = {
  'account.registerUser': 'true',
  'tenant.default.accountNumber': '100',
  'storage.tenantGiB': '20',
  'message.quietHours': '21:00-08:00',
  'message.dailyCap': '20',
  'message.dueDays': '3',
  'message.overdueDays': '7',
  /** Share of successful reads that the API log takes, in percent. */
  'log.api.readPercent': '10',
  /** Calls that take at least so many milliseconds are slow: the API log takes all of them. */
  'log.api.slowMs': '1000',
  /** Days that the rows of each log are stored. */
  'log.usual.days': '184',
  'log.api.days': '30',
  'log.error.days': '90',
  'storage.fileMiB': '1024',
  /** Direction of money of new products: PAYOUT, or COLLECT where customers pay the instalments. */
  'business.cashDirection': 'PAYOUT',
  /** Whether contracts are issued only to customers whose identity is verified. */
  'contract.requireIdentity': 'true',
  /** Days that a termination agreement waits for the customer before an order may be cancelled without it. */
  'order.annulmentDays': '7',
} as const;
