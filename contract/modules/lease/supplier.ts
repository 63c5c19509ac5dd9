import { idTypes, judgeIdNo } from '../../domain/identity';
import { isAccountNumber } from '../../domain/lifecycle/plausible';
import { isEmpty } from '../../domain/values';
import { choice, dateTime, longText, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';
import type { Problems } from '../../schema/validate';

/** A company that lease objects are bought from. */
export const supplier = defineModule({
  name: 'supplier',
  title: ['供应商', 'Supplier'],
  path: '/blade-supplier/supplier',
  chosen: { by: 'search', title: 'supplierName', note: 'creditCode', offers: ['inUse'] },
  found: { by: ['supplierName'] },
  mayWait: ['update'],
  menu: { under: 'lease', icon: 'people', title: ['供应商', 'Suppliers'] },
  fields: {
    supplierName: text('供应商名称', 'Supplier name', { required: true, search: 'like' }),
    creditCode: text('统一社会信用代码', 'Unified social credit code', {
      maxLength: 18,
      unit: 'credit',
      search: 'equal',
    }),
    contactName: text('联系人', 'Contact'),
    tel: text('联系电话', 'Phone', { maxLength: 20, unit: 'phone', search: 'like' }),
    bankName: text('开户银行', 'Bank', { inTable: false }),
    bankCardCode: text('收款账号', 'Account', { maxLength: 32, unit: 'card', inTable: false }),
    address: text('地址', 'Address', { maxLength: 200, inTable: false }),
    status: choice(
      '状态',
      'Status',
      { 1: ['合作中', 'Active'], 0: ['已停用', 'Disabled'] },
      { initial: 1, search: 'equal' },
    ),
    remark: longText('备注', 'Remark', { inTable: false }),
    createTime: dateTime('创建时间', 'Created at'),
  },
  judging({ creditCode, bankCardCode }, today): Problems {
    const problem = isEmpty(creditCode) ? undefined : judgeIdNo(idTypes.creditCode, String(creditCode), today);
    const isOdd = !isEmpty(bankCardCode) && !isAccountNumber(String(bankCardCode));
    return { ...(problem ? { creditCode: problem } : {}), ...(isOdd ? { bankCardCode: 'badFormat' } : {}) };
  },
  sortable: ['supplierName', 'createTime'],
});
export type Supplier = RecordOf<typeof supplier>;
