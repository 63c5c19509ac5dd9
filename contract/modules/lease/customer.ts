import { isEmail } from '../../domain/email';
import { idTypeNames, idTypes, idTypeTexts, judgeIdNo } from '../../domain/identity';
import { isEmpty } from '../../domain/values';
import { choice, date, dateTime, identity, longText, ref, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';
import type { Problems } from '../../schema/validate';

/** Papers by which an identity is verified, and how they were seen. */
const papers = {
  1: ['居民身份证原件', 'Original identity card'],
  2: ['营业执照原件', 'Original business licence'],
  3: ['其他证件原件', 'Other original document'],
} as const;
const ways = { 1: ['当面', 'In person'], 2: ['视频', 'By video'], 3: ['第三方核验', 'By a third party'] } as const;

const derived = { derived: true, inTable: false, inForm: false } as const;

/** A WeChat user who subscribes. Staff enter name and papers, and verify them by an action of its own; a sign-up from
 *  WeChat brings tel and openId. */
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
    idType: choice('证件类型', 'ID type', idTypeTexts, {
      initial: idTypes.identityCard,
      alsoCalled: idTypeNames,
    }),
    idNo: identity('证件号码', 'ID number', { search: 'equal' }),
    kycStatus: choice(
      '认证状态',
      'Identity',
      { 0: ['未认证', 'Not verified'], 1: ['已认证', 'Verified'] },
      { initial: 0, search: 'equal', derived: true, inForm: false },
    ),
    verifiedPaper: choice('核验证件', 'Document seen', papers, derived),
    verifiedWay: choice('核验方式', 'Seen', ways, derived),
    verifiedUntil: date('证件有效期至', 'Document valid until', derived),
    verifiedBy: ref('user')('核验人', 'Verified by', { ...derived, whenRemoved: 'keep' }),
    verifiedTime: dateTime('核验时间', 'Verified at', { inTable: false }),
    /** Who last entered the name or the number: another person verifies them. */
    identityBy: ref('user')('身份信息录入人', 'Identity entered by', { ...derived, whenRemoved: 'keep' }),
    remark: longText('备注', 'Remark', { inTable: false }),
    createTime: dateTime('创建时间', 'Created at'),
  },
  actions: {
    verify: {
      label: ['身份核验', 'Verify identity'],
      icon: 'checkmark-circle',
      leads: true,
      vouches: true,
      shown: ({ kycStatus }) => kycStatus !== 1,
      fields: {
        paper: choice('所见证件', 'Document seen', papers, { required: true }),
        paperNo: identity('证件上的号码', 'Number on the document', { required: true }),
        validUntil: date('有效期至', 'Valid until'),
        way: choice('核验方式', 'How it was seen', ways, { required: true }),
        note: longText('说明', 'Note', { maxLength: 200 }),
      },
      done: ['身份已核验', 'Identity verified'],
    },
    unverify: {
      label: ['撤销核验', 'Undo verification'],
      icon: 'arrow-undo',
      shown: ({ kycStatus }) => kycStatus === 1,
      question: {
        title: ['撤销身份核验？', 'Undo the verification?'],
        text: [
          '客户恢复为未认证，重新核验前不能发起签约。',
          'The customer is no longer verified. No contract can be issued until the identity is verified again.',
        ],
        danger: true,
        needsReason: true,
      },
      done: ['已撤销核验', 'Verification undone'],
    },
    statement: ['打印对账单', 'Print statements'],
  },
  isLarge: true,
  sortable: ['realName', 'createTime'],
  alike: ['tel', 'idNo'],
  judging({ idType, idNo, email }, today): Problems {
    const problem = isEmpty(idNo) ? undefined : judgeIdNo(idType, String(idNo), today);
    const isOdd = !isEmpty(email) && !isEmail(String(email));
    return { ...(problem ? { idNo: problem } : {}), ...(isOdd ? { email: 'badFormat' } : {}) };
  },
});
export type Customer = RecordOf<typeof customer>;
