import { directions, directionTexts, directionWord } from '../../domain/lifecycle/direction';
import type { Text } from '../../domain/text';
import { dateTime, longText, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';

export const param = defineModule({
  name: 'param',
  title: ['参数', 'Parameter'],
  path: '/blade-system/param',
  scope: 'platform',
  mayWait: ['add', 'update', 'remove'],
  chosen: { by: 'list', title: 'paramName', note: 'paramKey' },
  menu: { under: 'system', icon: 'wrench', title: ['参数管理', 'Parameters'] },
  fields: {
    paramName: text('参数名称', 'Name', { required: true, search: 'like', maxLength: 255 }),
    paramKey: text('参数键名', 'Key', { required: true, search: 'like', maxLength: 255 }),
    paramValue: longText('参数键值', 'Value', {
      required: true,
      maxLength: 255,
      secretBy: 'paramKey',
      holdsSecrets: true,
    }),
    remark: longText('备注', 'Remark', { maxLength: 255, inTable: false, holdsSecrets: true }),
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

/** A parameter with these values is a switch. */
export const onOrOff = { true: ['开启', 'On'], false: ['关闭', 'Off'] } as const;

const directionValues = Object.fromEntries(
  Object.values(directions).map((one) => [directionWord(one), directionTexts[one]]),
);

/** What the product calls them, and says beside their values. */
export const paramTexts: Readonly<
  Record<keyof typeof knownParams, { title: Text; about?: Text; values?: Readonly<Record<string, Text>> }>
> = {
  'account.registerUser': {
    title: ['是否开启注册功能', 'Registration open'],
    values: onOrOff,
  },
  'tenant.default.accountNumber': { title: ['租户默认账号额度', 'Accounts of a new tenant'] },
  'storage.tenantGiB': { title: ['租户文件存储额度（GB）', 'File storage of a tenant (GB)'] },
  'message.quietHours': {
    title: ['消息免打扰时段', 'Quiet hours of messages'],
    about: ['如 21:00-08:00', 'For example 21:00-08:00'],
  },
  'message.dailyCap': { title: ['单个号码每日短信上限', 'Short messages to a number a day'] },
  'message.dueDays': { title: ['到期提醒提前天数', 'Days before due for reminders'] },
  'message.overdueDays': { title: ['逾期提醒间隔天数', 'Days between overdue reminders'] },
  'log.api.readPercent': { title: ['接口日志：查询请求记录比例（%）', 'API log: share of reads kept (%)'] },
  'log.api.slowMs': { title: ['接口日志：慢请求阈值（毫秒）', 'API log: slow calls from (ms)'] },
  'log.usual.days': { title: ['通用日志保留天数', 'Days the event log is kept'] },
  'log.api.days': { title: ['接口日志保留天数', 'Days the API log is kept'] },
  'log.error.days': { title: ['错误日志保留天数', 'Days the error log is kept'] },
  'storage.fileMiB': {
    title: ['单个附件大小上限（MB）', 'Size limit of an attachment (MB)'],
    about: ['最大 2047', '2047 at most'],
  },
  'business.cashDirection': {
    title: ['新产品默认资金方向', 'Direction of money of new products'],
    values: directionValues,
  },
  'contract.requireIdentity': {
    title: ['签约前须完成客户身份认证', 'Verify customers before issuing contracts'],
    values: onOrOff,
  },
  'order.annulmentDays': {
    title: ['解除协议等待签署天数', 'Days a termination agreement waits'],
    about: ['超过后可经审批取消订单', 'After that the order may be cancelled with approval'],
  },
};

/** The name of a parameter in a language: what people called it, or what the product does. */
export function paramTitle(key: string, name: string): Text {
  const shipped = Object.hasOwn(paramTexts, key) ? paramTexts[key as keyof typeof knownParams].title : undefined;
  return shipped?.[0] === name ? shipped : [name, name];
}

/** What a parameter can be, where these are a few words; undefined where it is text or a number. */
export function paramValues(key: unknown): Readonly<Record<string, Text>> | undefined {
  return Object.hasOwn(paramTexts, String(key)) ? paramTexts[key as keyof typeof knownParams].values : undefined;
}
/** The value of a parameter as people read it. */
export function paramWord(key: unknown, value: string): Text {
  return paramValues(key)?.[value] ?? [value, value];
}

export type KnownParam = keyof typeof knownParams;

/** Days that a termination agreement waits, as the parameter says; anything that is no such number counts as the default. */
export function annulmentDaysIn(value: string): number {
  const days = Number(value);
  return Number.isInteger(days) && days >= 1 && days <= 365 ? days : Number(knownParams['order.annulmentDays']);
}

/** Days for which rows of a log are stored, at least one; anything that is no number counts as the default. */
export function logDaysIn(key: KnownParam, value: string): number {
  const days = Number(/^\d{1,9}$/.test(value.trim()) ? value : knownParams[key]);
  return Math.max(Math.min(days, 36_500), 1);
}

/** How strict a control is with a value of its parameter: two people make it less. */
type Strictness = (value: string) => number;

/**
 * Which parameters are controls. Quotas, hours of messages and samples bind no one's deeds, and whom an open registration
 * brings is let in by an administrator.
 */
export const paramControls: Readonly<Record<KnownParam, Strictness | null>> = {
  'account.registerUser': null,
  'tenant.default.accountNumber': null,
  'storage.tenantGiB': null,
  'message.quietHours': null,
  'message.dailyCap': null,
  'message.dueDays': null,
  'message.overdueDays': null,
  'log.api.readPercent': null,
  'log.api.slowMs': null,
  'log.usual.days': (value) => logDaysIn('log.usual.days', value),
  'log.api.days': (value) => logDaysIn('log.api.days', value),
  'log.error.days': (value) => logDaysIn('log.error.days', value),
  'storage.fileMiB': null,
  'business.cashDirection': null,
  'contract.requireIdentity': (value) => (asksIdentity(value) ? 1 : 0),
  'order.annulmentDays': annulmentDaysIn,
};

/** Whether contracts wait for a verified identity with this value of the parameter. */
export function asksIdentity(value: string): boolean {
  return value !== 'false';
}

type KeyAndValue = Pick<Param, 'paramKey' | 'paramValue'>;

/** The keys of the controls that a write makes less strict. A parameter that is not there has its default. */
export function loosenedControls(before: KeyAndValue | undefined, next: KeyAndValue | undefined): KnownParam[] {
  const valueIn = (of: KeyAndValue | undefined, key: KnownParam) =>
    of?.paramKey === key ? of.paramValue.trim() : knownParams[key];
  return (Object.keys(knownParams) as KnownParam[]).filter((key) => {
    const strictness = paramControls[key];
    return strictness !== null && strictness(valueIn(next, key)) < strictness(valueIn(before, key));
  });
}
