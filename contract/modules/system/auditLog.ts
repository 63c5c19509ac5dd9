import { type Label, label } from '../../domain/text';
import { dateTime, longText, ref, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';

/** Everything that can be done to a record. An action without an entry here cannot be written into the history. */
export const auditActions = {
  add: label('新增', 'Added'),
  update: label('修改', 'Updated'),
  remove: label('删除', 'Deleted'),
  move: label('状态变更', 'Status changed'),
  override: label('状态修正', 'Status corrected'),
  grant: label('授权', 'Permissions granted'),
  resetPassword: label('重置密码', 'Password reset'),
  changePassword: label('修改密码', 'Own password changed'),
  unlock: label('解除锁定', 'Unlocked'),
  record: label('开启录制', 'Recording turned on'),
  endRecording: label('结束录制', 'Recording ended'),
  start: label('启用', 'Enabled'),
  stop: label('停用', 'Disabled'),
  register: label('注册申请', 'Registered'),
  ask: label('提交审批', 'Sent for approval'),
  withdraw: label('撤回', 'Withdrawn'),
  approve: label('审核通过', 'Approved'),
  refuse: label('审核拒绝', 'Rejected'),
  signIn: label('登录', 'Signed in'),
  signInFailed: label('登录失败', 'Sign-in failed'),
  lockedOut: label('连续失败锁定', 'Locked after failures'),
  failures: label('登录失败汇总', 'Failed sign-ins, summary'),
  signOut: label('退出登录', 'Signed out'),
  endSession: label('强制下线', 'Session ended'),
  switchRole: label('切换身份', 'Role switched'),
  platform: label('平台配置', 'Platform settings changed'),
  setting: label('授权配置', 'Tenant limits changed'),
  package: label('产品包配置', 'Package changed'),
  datasource: label('数据源配置', 'Data source changed'),
  query: label('查询', 'Queried'),
  generate: label('生成代码', 'Code generated'),
  pay: label('付款', 'Paid'),
  book: label('入账', 'Booked'),
  reverse: label('冲正', 'Reversed'),
  claim: label('认领', 'Claimed'),
  waive: label('减免', 'Waived'),
  closeBooks: label('关账', 'Books closed'),
  print: label('打印', 'Printed'),
  preview: label('预览', 'Previewed'),
  release: label('发布', 'Released'),
  make: label('生成合同', 'Contract generated'),
  send: label('发起签署', 'Contract issued'),
  resend: label('重新发起签署', 'Contract resent'),
  smsSent: label('签署短信已发送', 'Signing link sent'),
  smsFailed: label('签署短信发送失败', 'Signing link not sent'),
  code: label('签署验证码已发送', 'Signing code sent'),
  codeFailed: label('签署验证码发送失败', 'Signing code not sent'),
  verify: label('身份核验', 'Identity verified'),
  identify: label('客户身份核验通过', 'Customer identity verified'),
  counter: label('发起现场签署', 'In-person signing started'),
  counterBegin: label('客户开始现场签署', 'Customer began in-person signing'),
  counterWrong: label('现场签署核对失败', 'In-person check failed'),
  read: label('客户查看', 'Read by customer'),
  sign: label('签署', 'Signed'),
  signed: label('签署完成', 'Signing completed'),
  keptForLong: label('附长期验证信息', 'Long-term validation added'),
  reject: label('拒签', 'Signing declined'),
  cancel: label('作废', 'Voided'),
  taskMade: label('签署任务已创建', 'Signing task created'),
  taskFailed: label('签署任务创建失败', 'Signing task not created'),
  taskRetried: label('重新创建签署任务', 'Signing task retried'),
  taskSigned: label('签署平台确认已签署', 'Signed at the signing service'),
  taskEnded: label('签署任务结束', 'Signing task ended'),
  urge: label('催办', 'Reminded'),
  restructure: label('展期变更', 'Restructuring asked for'),
  restructureWithdraw: label('撤回展期变更', 'Restructuring withdrawn'),
  restructured: label('展期变更生效', 'Restructuring in force'),
  changeAccount: label('变更账户或起租日', 'Account or start changed'),
  refund: label('退款', 'Refunded'),
  revoke: label('解除', 'Annulled'),
  replace: label('替换', 'Replaced'),
  recognise: label('识别', 'Read by machine'),
  export: label('导出', 'Exported'),
  reveal: label('导出完整账号', 'Account numbers revealed'),
  backup: label('备份', 'Backed up'),
  restore: label('恢复', 'Restored'),
  takeOver: label('接管旧记录', 'Earlier entries taken over'),
  accept: label('确认以现有记录为准', 'Present history accepted'),
} as const satisfies Record<string, Label>;
export type AuditAction = keyof typeof auditActions;

/** Subjects of entries beside the records of modules. */
export const auditKinds = {
  signIn: label('登录账号', 'Account'),
  history: label('操作审计', 'Audit trail'),
} as const satisfies Record<string, Label>;
export type AuditKind = keyof typeof auditKinds | 'user';

/** Facts that entries note and no module has a field for. */
export const auditFacts: Record<string, Label> = {
  way: label('登录方式', 'Way'),
  failures: label('连续失败次数', 'Failures in a row'),
  browser: label('浏览器', 'Browser'),
  accounts: label('涉及账号数', 'Accounts'),
  endedBy: label('结束原因', 'Ended because'),
  roleId: label('所属角色', 'Roles'),
  deptId: label('所属部门', 'Departments'),
  account: label('登录账号', 'Account'),
  takenOver: label('接管记录数', 'Entries taken over'),
  takenOverHash: label('接管记录摘要', 'Their digest'),
  sealed: label('原封签覆盖的记录数', 'Entries covered by earlier seals'),
  sealsIntact: label('原封签校验', 'Earlier seals'),
  anchored: label('锚定序号', 'Anchored number'),
  anchoredHash: label('锚定摘要', 'Anchored digest'),
};
/** Texts of the values that `auditFacts` hold. */
export const auditValues: Record<string, Record<string, Label>> = {
  way: {
    password: label('账号密码', 'Password'),
    captcha: label('账号密码（验证码）', 'Password with captcha'),
    sms_code: label('手机验证码', 'SMS code'),
    social: label('第三方登录', 'Third party'),
    authorization_code: label('单点登录', 'Single sign-on'),
  },
  browser: { known: label('曾登录过的浏览器', 'Used before') },
  endedBy: { replay: label('刷新令牌被重复使用', 'A used refresh token came again') },
  sealsIntact: { 0: label('无法验证', 'Unverified'), 1: label('一致', 'Intact') },
};

/** What can be wrong with a history. */
export const auditFaults = {
  changed: label(
    '第 {n} 条记录被改动，或不再接续前一条',
    'entry {n} was changed, or no longer continues the one before',
  ),
  missing: label('从第 {n} 条起有记录缺失', 'entries are missing from no. {n} on'),
  foreign: label('第 {n} 条位置上有外来的记录', 'there is an entry at no. {n} that does not belong there'),
  takenOver: label(
    '升级前的旧记录被改动、删除或增加',
    'the entries from before the upgrade were changed, removed or added to',
  ),
  headMissing: label(
    '历史的末端标记缺失，最后一条为第 {n} 条',
    'the record of its end is missing; the last entry is no. {n}',
  ),
  headForged: label('历史的末端标记与第 {n} 条不符', 'the record of its end does not match entry {n}'),
  beyondHead: label(
    '末端标记被回拨，第 {n} 条起不在其内',
    'the record of its end was set back; it does not reach no. {n}',
  ),
  behindAnchor: label(
    '数据库早于锚定：已锚定到第 {anchored} 条，从第 {n} 条起缺失',
    'the database is older than its anchor: no. {anchored} was anchored, entries are missing from no. {n} on',
  ),
  otherThanAnchored: label(
    '第 {n} 条不是当时锚定的那一条（数据库可能被恢复到了更早的状态后继续使用）',
    'entry {n} is not the one that was anchored (the database may have been set back and used on)',
  ),
  anchorForged: label(
    '锚定文件不是本系统所写，或已损坏',
    'the anchor file is damaged or was not written by this installation',
  ),
} as const satisfies Record<string, Label>;
export type AuditFault = keyof typeof auditFaults;

/** Whether a tenant's history is as it was written. */
export interface AuditVerdict {
  isWhole: boolean;
  fault: AuditFault | null;
  /** First faulty number; null where the fault has no number. */
  brokenAt: number | null;
  /** Entries that were read and verified, and those from before the chain existed. */
  rows: number;
  takenOver: number;
  /** Last number, the digest that covers all before it, and its time; null while the history is empty. */
  head: number | null;
  digest: string;
  headTime: string | null;
  /** Up to which number the history is anchored outside the database; null: not at all. */
  anchored: number | null;
}

/** Who changed what, and when. Append-only. */
export const auditLog = defineModule({
  name: 'auditLog',
  title: ['操作审计', 'Audit trail'],
  path: '/blade-log/audit',
  without: ['add', 'update', 'remove', 'detail'],
  menu: { under: 'monitor', icon: 'history', title: ['操作审计', 'Audit trail'], path: 'audit' },
  fields: {
    createTime: dateTime('操作时间', 'Time'),
    userName: text('操作人', 'User', { search: 'like', derived: true }),
    action: text('操作类型', 'Action', { search: 'equal', derived: true }),
    entity: text('对象类型', 'Record type', { search: 'equal', derived: true }),
    entityId: ref('auditRecord')('对象', 'Record', { search: 'equal', derived: true }),
    /** The record's name at the time of the change. */
    entityName: text('对象名称', 'Record name', { derived: true, inTable: false, maxLength: 200 }),
    reason: longText('原因', 'Reason', { search: 'like', derived: true, inTable: false }),
    address: text('IP 地址', 'IP address', { search: 'like', derived: true }),
    requestId: text('请求编号', 'Request ID', { search: 'equal', derived: true, inTable: false }),
  },
});
export type AuditLog = RecordOf<typeof auditLog>;

/** Records that have a history, found by a part of their present or former name: `{id, name, kind}`. */
export const auditRecord = defineModule({
  name: 'auditRecord',
  title: ['对象', 'Record'],
  path: '/blade-log/audit',
  calls: { list: 'records' },
  chosen: { by: 'search', title: 'name', note: 'kind' },
  without: ['add', 'update', 'remove', 'detail', 'export'],
  fields: { name: text('名称', 'Name', { search: 'like' }), kind: text('对象类型', 'Record type') },
});
