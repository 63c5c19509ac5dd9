import { choice, dateTime, defineModule, identity, longText, type RecordOf, text } from '../kit';

/** A WeChat user who subscribes. The name, papers and check mark are ours; a sign-up from WeChat brings tel and openId. */
export const customer = defineModule({
  name: 'customer',
  title: ['客户', 'Customer'],
  path: '/blade-customer/customer',
  naming: { title: 'realName', note: 'tel' },
  fields: {
    realName: text('客户名称', 'Customer name', { required: true, search: 'like' }),
    tel: text('联系电话', 'Phone', { required: true, search: 'like', maxLength: 20, unit: 'phone' }),
    openId: text('微信标识', 'WeChat openId', { inTable: false }),
    idType: choice(
      '证件类型',
      'Paper',
      { 1: ['居民身份证', 'Identity card'], 2: ['统一社会信用代码', 'Company credit code'], 3: ['护照', 'Passport'] },
      { initial: 1 },
    ),
    idNo: identity('证件号码', 'Paper number'),
    kycStatus: choice(
      '认证状态',
      'Identity check',
      { 0: ['未认证', 'Not checked'], 1: ['已认证', 'Checked'] },
      { initial: 0, search: 'equal' },
    ),
    remark: longText('备注', 'Remark', { inTable: false }),
    createTime: dateTime('创建时间', 'Created', { search: 'range' }),
  },
  sortable: ['realName'],
});
export type Customer = RecordOf<typeof customer>;
