import { contractKindBy, everyKind } from './contractKinds';
import type { Language } from './languages';
import { type Label, label, textIn } from './text';
/** The entries an installation starts with. Business dictionaries are those every tenant starts with. A tenant may
 *  rename the entries; code refers to the keys. */

export interface Entry {
  key: number;
  zh: string;
  en: string;
  /** Free text for users and for clients of the BladeX family; no rule reads it. */
  remark?: string;
}
export interface Dictionary {
  code: string;
  zh: string;
  en: string;
  entries: Entry[];
}

export const dictionaries: Dictionary[] = [
  {
    code: 'order_business_status',
    zh: '订单业务状态',
    en: 'Order status',
    entries: [
      { key: 0, zh: '待完善', en: 'Draft' },
      { key: 1, zh: '待打款', en: 'Awaiting transfer' },
      { key: 2, zh: '待确认凭证', en: 'Voucher review' },
      { key: 3, zh: '待签约', en: 'Awaiting contract' },
      { key: 4, zh: '签约中', en: 'Signing' },
      { key: 5, zh: '待起租', en: 'Awaiting start' },
      { key: 6, zh: '履约中', en: 'Active' },
      { key: 7, zh: '已到期', en: 'Matured' },
      { key: 8, zh: '已结清', en: 'Settled' },
      { key: 9, zh: '提前终止中', en: 'Terminating' },
      { key: 10, zh: '已提前终止', en: 'Terminated' },
      { key: 11, zh: '已取消', en: 'Cancelled' },
    ],
  },
  {
    code: 'pic_type',
    zh: '图片类型',
    en: 'Document type',
    entries: [
      { key: 1, zh: '身份证人像面', en: 'ID card, portrait side' },
      { key: 2, zh: '身份证国徽面', en: 'ID card, emblem side' },
      { key: 3, zh: '银行卡', en: 'Bank card' },
      { key: 4, zh: '营业执照', en: 'Business licence' },
      { key: 5, zh: '打款凭证', en: 'Transfer voucher' },
      { key: 6, zh: '资产照片', en: 'Asset photo' },
      { key: 7, zh: '纸质合同', en: 'Signed paper contract' },
      { key: 8, zh: '发票', en: 'Invoice' },
      { key: 9, zh: '其他', en: 'Other' },
    ],
  },
  {
    code: 'contract_type',
    zh: '合同类型',
    en: 'Contract type',
    entries: everyKind.map((key) => {
      const { title, flag } = contractKindBy(key);
      return { key, zh: title[0], en: title[1], ...(flag ? { remark: `flag=${flag}` } : {}) };
    }),
  },
  {
    code: 'contract_status',
    zh: '合同签署状态',
    en: 'Signing status',
    entries: [
      { key: 1, zh: '待客户签署', en: 'Awaiting signature' },
      { key: 2, zh: '已完成', en: 'Completed' },
    ],
  },
  {
    code: 'pay_status',
    zh: '付款状态',
    en: 'Payment status',
    entries: [
      { key: 0, zh: '待付', en: 'Unpaid' },
      { key: 1, zh: '已付', en: 'Paid' },
      { key: 2, zh: '已作废', en: 'Void' },
    ],
  },
];

/** The product's own text for a key; a tenant's text comes from the server. */
export function entryText(code: string, key: number, language: Language): string {
  return textIn(entryLabel(code, key), language);
}

/** The same in every language. */
export function entryLabel(code: string, key: number): Label {
  const entry = dictionaries.find((one) => one.code === code)?.entries.find((one) => one.key === key);
  return entry ? label(entry.zh, entry.en) : label(String(key), String(key));
}
