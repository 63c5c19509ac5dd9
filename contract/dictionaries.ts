/** The words an installation starts with. Business dictionaries are those every tenant starts with. A tenant may rename the words; the keys are what the code knows. */

export interface Entry {
  key: number;
  zh: string;
  en: string;
  /** Free text for people and for clients of the family; no rule reads it. */
  remark?: string;
}
export interface Dictionary {
  code: string;
  zh: string;
  en: string;
  entries: Entry[];
}

const named = (
  code: string,
  zh: string,
  en: string,
  id: string | undefined,
  words: Record<number, readonly [zh: string, en: string]>,
  remarks: Record<number, string> = {},
): Dictionary & { id?: string } => ({
  code,
  zh,
  en,
  ...(id ? { id } : {}),
  entries: Object.entries(words).map(([key, [zh, en]]) => ({
    key: Number(key),
    zh,
    en,
    ...(remarks[Number(key)] ? { remark: remarks[Number(key)] } : {}),
  })),
});

/** Contract types an order needs before it may start, and the flag each one sets when it is complete. */
export const mandatoryContracts = { 1: 'prqy', 2: 'qyqy' } as const;

export const dictionaries: Dictionary[] = [
  {
    code: 'order_business_status',
    zh: '订单业务状态',
    en: 'Order status',
    entries: [
      { key: 0, zh: '待完善', en: 'Draft' },
      { key: 1, zh: '待打款', en: 'Awaiting voucher' },
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
    en: 'Picture type',
    entries: [
      { key: 1, zh: '身份证人像面', en: 'ID card, portrait' },
      { key: 2, zh: '身份证国徽面', en: 'ID card, emblem' },
      { key: 3, zh: '银行卡', en: 'Bank card' },
      { key: 4, zh: '营业执照', en: 'Business licence' },
      { key: 5, zh: '打款凭证', en: 'Payment voucher' },
      { key: 6, zh: '资产照片', en: 'Asset photo' },
      { key: 7, zh: '纸质合同', en: 'Paper contract' },
      { key: 9, zh: '其他', en: 'Other' },
    ],
  },
  {
    code: 'contract_type',
    zh: '合同类型',
    en: 'Contract type',
    entries: [
      { key: 1, zh: '服务协议', en: 'Service agreement', remark: `flag=${mandatoryContracts[1]}` },
      { key: 2, zh: '租赁合同', en: 'Lease contract', remark: `flag=${mandatoryContracts[2]}` },
      { key: 3, zh: '补充协议', en: 'Supplement' },
      { key: 4, zh: '解除协议', en: 'Annulment' },
    ],
  },
  {
    code: 'contract_status',
    zh: '合同签署状态',
    en: 'Contract status',
    entries: [
      { key: 1, zh: '待客户签署', en: 'Awaiting customer' },
      { key: 2, zh: '已完成', en: 'Complete' },
    ],
  },
  {
    code: 'pay_status',
    zh: '付款状态',
    en: 'Payment status',
    entries: [
      { key: 0, zh: '待付', en: 'Due' },
      { key: 1, zh: '已付', en: 'Paid' },
      { key: 2, zh: '已作废', en: 'Void' },
    ],
  },
];

/** Words of the platform, the same for all tenants: what products of the family choose from. */
export const platformDictionaries: (Dictionary & { id?: string })[] = [
  named('sex', '性别', 'Sex', '1123598814738675201', { 1: ['男', 'Male'], 2: ['女', 'Female'] }),
  named('notice', '通知类型', 'Notice type', '1123598814738675204', {
    1: ['发布通知', 'Release'],
    2: ['批转通知', 'Approval'],
    3: ['转发通知', 'Forward'],
    4: ['指示通知', 'Directive'],
    5: ['任免通知', 'Appointment'],
    6: ['事务通知', 'Routine'],
  }),
  named('menu_category', '菜单类型', 'Menu type', '1123598814738675211', {
    1: ['菜单', 'Menu'],
    2: ['按钮', 'Button'],
  }),
  named('button_func', '按钮功能', 'Button place', '1123598814738675214', {
    1: ['工具栏', 'Toolbar'],
    2: ['操作栏', 'Row'],
    3: ['工具操作栏', 'Both'],
  }),
  named('yes_no', '是否', 'Yes or no', '1123598814738675218', { 1: ['否', 'No'], 2: ['是', 'Yes'] }),
  named(
    'flow',
    '流程类型',
    'Process',
    undefined,
    { 1: ['请假流程', 'Leave'], 2: ['报销流程', 'Expense'] },
    { 1: 'leave', 2: 'expense' },
  ),
  named('oss', '对象存储类型', 'Object storage', undefined, {
    1: ['minio', 'minio'],
    2: ['七牛云', 'Qiniu'],
    3: ['阿里云', 'Alibaba Cloud'],
    4: ['腾讯云', 'Tencent Cloud'],
  }),
  named('data_scope_type', '数据权限', 'Data scope', '1123598814738675231', {
    1: ['全部可见', 'All rows'],
    2: ['本人可见', 'Own rows'],
    3: ['所在机构可见', 'Own departments'],
    4: ['所在机构及子级可见', 'Own departments and below'],
    5: ['自定义', 'Custom rule'],
  }),
  named('sms', '短信服务类型', 'SMS service', undefined, {
    1: ['云片', 'Yunpian'],
    2: ['七牛云', 'Qiniu'],
    3: ['阿里云', 'Alibaba Cloud'],
    4: ['腾讯云', 'Tencent Cloud'],
  }),
  named('api_scope_type', '接口权限', 'API scope', '1123598814738675237', {
    1: ['系统接口', 'System call'],
    2: ['业务接口', 'Business call'],
  }),
  named('org_category', '机构类型', 'Department type', undefined, {
    1: ['公司', 'Company'],
    2: ['部门', 'Department'],
    3: ['小组', 'Team'],
  }),
  named('post_category', '岗位类型', 'Post level', '1123598814738777220', {
    1: ['高层', 'Senior'],
    2: ['中层', 'Middle'],
    3: ['基层', 'Junior'],
    4: ['其他', 'Other'],
  }),
  named('region', '行政区划', 'Region level', '1123598814738777230', {
    0: ['国家', 'Country'],
    1: ['省份/直辖市', 'Province'],
    2: ['地市', 'City'],
    3: ['区县', 'County'],
    4: ['乡镇', 'Town'],
    5: ['村委', 'Village'],
  }),
];

/** The word for a key as the product ships it; a tenant's own word comes from the server. */
export const wordOf = (code: string, key: number, language: 'zh' | 'en'): string =>
  dictionaries.find((d) => d.code === code)?.entries.find((e) => e.key === key)?.[language] ?? String(key);
