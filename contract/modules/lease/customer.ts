import { isEmail } from '../../domain/email';
import { idTypes, idTypeTexts, judgeIdNo } from '../../domain/identity';
import { isEmpty } from '../../domain/values';
import { choice, dateTime, identity, longText, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';
import type { Problems } from '../../schema/validate';

/** A WeChat user who subscribes. Staff enter the name, papers and check mark; a sign-up from WeChat brings tel and
 *  openId. */
export const customer = defineModule({
  name: 'customer',
  title: ['客户', 'Customer'],
  path: '/blade-customer/customer',
  chosen: { by: 'search', title: 'realName', note: 'tel' },
  found: { by: ['realName', 'tel'], page: 'detail/:id' },
  notes: true,
  menu: { under: 'lease', icon: 'people', title: ['客户管理', 'Customers'] },
  fields: {
    realName: text('客户名称', 'Customer name', { required: true, search: 'like' }),
    tel: text('联系电话', 'Phone', { required: true, search: 'like', maxLength: 20, unit: 'phone' }),
    email: text('电子邮箱', 'E-mail', { maxLength: 128, inTable: false }),
    openId: text('微信标识', 'WeChat ID', { inTable: false }),
    idType: choice('证件类型', 'ID type', idTypeTexts, { initial: idTypes.identityCard }),
    idNo: identity('证件号码', 'ID number', { search: 'equal' }),
    kycStatus: choice(
      '认证状态',
      'Identity',
      { 0: ['未认证', 'Not verified'], 1: ['已认证', 'Verified'] },
      { initial: 0, search: 'equal' },
    ),
    remark: longText('备注', 'Remark', { inTable: false }),
    createTime: dateTime('创建时间', 'Created at', { search: 'range' }),
  },
  actions: { statement: ['打印对账单', 'Print statements'] },
  sortable: ['realName', 'createTime'],
  alike: ['tel', 'idNo'],
  judging({ idType, idNo, email }, today): Problems {
    const problem = isEmpty(idNo) ? undefined : judgeIdNo(idType, String(idNo), today);
    const isOdd = !isEmpty(email) && !isEmail(String(email));
    return { ...(problem ? { idNo: problem } : {}), ...(isOdd ? { email: 'badFormat' } : {}) };
  },
});
export type Customer = RecordOf<typeof customer>;
