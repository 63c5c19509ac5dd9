import { isAccountNumber } from '../../domain/lifecycle/plausible';
import { isEmpty } from '../../domain/values';
import { choice, date, dateTime, longText, money, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';
import type { Problems } from '../../schema/validate';

export const accountStates = { inUse: 1, closed: 2 } as const;

/** An account of the company itself. Only statements of these are taken from a bank. */
export const companyAccount = defineModule({
  name: 'companyAccount',
  title: ['公司账户', 'Company account'],
  path: '/blade-bank/account',
  menu: { under: 'lease', icon: 'wallet', path: 'account', title: ['公司账户', 'Company accounts'] },
  without: ['import'],
  mayWait: ['add', 'update', 'remove'],
  fields: {
    bankName: text('银行', 'Bank', { required: true, search: 'like' }),
    account: text('账号', 'Account number', { required: true, maxLength: 40, unit: 'card', search: 'equal' }),
    accountName: text('户名', 'Account name', { required: true, search: 'like' }),
    openedFrom: date('启用日期', 'Opened from', { required: true }),
    /** At the beginning of that day. */
    opening: money('启用日期初余额', 'Opening balance', { required: true }),
    state: choice(
      '状态',
      'Status',
      { [accountStates.inUse]: ['使用中', 'In use'], [accountStates.closed]: ['已停用', 'Closed'] },
      { initial: 1, search: 'equal' },
    ),
    remark: longText('备注', 'Remark', { inTable: false }),
    createTime: dateTime('创建时间', 'Created at'),
  },
  judging({ account }): Problems {
    return !isEmpty(account) && !isAccountNumber(String(account)) ? { account: 'badFormat' } : {};
  },
  sortable: ['openedFrom', 'createTime'],
});
export type CompanyAccount = RecordOf<typeof companyAccount>;
