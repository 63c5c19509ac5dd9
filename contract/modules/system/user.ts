import { choice, date, dateTime, flag, longText, refs, secret, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';

/** `status` of a person's row. */
export const [stopped, normal, awaiting] = [0, 1, 2] as const;

export const user = defineModule({
  name: 'user',
  title: ['用户', 'User'],
  path: '/blade-system/user',
  acrossTenants: true,
  calls: {
    list: 'page',
    update: 'update',
    export: 'export-user',
    import: 'import-user',
    'import-template': 'export-template',
  },
  chosen: { by: 'search', title: 'realName', note: 'account' },
  menu: { under: 'system', icon: 'people-settings', title: ['用户管理', 'Users'] },
  fields: {
    account: text('登录账号', 'Account', { required: true, search: 'like', maxLength: 45 }),
    realName: text('用户姓名', 'Name', { required: true, search: 'like', maxLength: 20 }),
    name: text('用户昵称', 'Nickname', { required: true, maxLength: 20, inTable: false }),
    password: secret('初始密码', 'Initial password', { passwordOf: 'account', maxLength: 2048 }),
    roleId: refs('role')('所属角色', 'Roles', { required: true, inTable: false, offer: 'givable' }),
    roleName: longText('所属角色', 'Roles', { derived: true, inForm: false }),
    deptId: refs('dept')('所属部门', 'Departments', { required: true, inTable: false }),
    deptName: longText('所属部门', 'Departments', { derived: true, inForm: false }),
    postId: refs('post')('所属岗位', 'Positions', { inTable: false }),
    postName: longText('所属岗位', 'Positions', { derived: true, inForm: false, inTable: false }),
    code: text('用户编号', 'Employee no.', { maxLength: 12, inTable: false }),
    phone: text('手机号码', 'Mobile number', { maxLength: 45, unit: 'phone', search: 'like' }),
    email: text('电子邮箱', 'E-mail', { maxLength: 45, inTable: false }),
    sex: choice(
      '用户性别',
      'Sex',
      { 1: ['男', 'Male'], 2: ['女', 'Female'], 3: ['未知', 'Unknown'] },
      { inTable: false },
    ),
    birthday: date('用户生日', 'Birthday', { inTable: false }),
    status: choice(
      '账号状态',
      'Status',
      { [normal]: ['正常', 'Active'], [stopped]: ['停用', 'Disabled'], [awaiting]: ['待审核', 'Awaiting approval'] },
      { initial: normal, search: 'equal', inForm: false },
    ),
    isLocked: flag('已锁定', 'Locked', { derived: true, inForm: false, inTable: false }),
    recordedUntil: dateTime('录制至', 'Recorded until', { derived: true, inForm: false, inTable: false }),
    userType: choice(
      '用户平台',
      'Platform',
      { 1: ['WEB', 'Web'], 2: ['APP', 'App'], 3: ['其他', 'Other'] },
      { derived: true, inForm: false, inTable: false, initial: 1 },
    ),
    userExt: longText('平台拓展信息', 'Platform data', {
      derived: true,
      inForm: false,
      inTable: false,
      maxLength: 2000,
      holdsSecrets: true,
    }),
    createTime: dateTime('创建时间', 'Created at', { inTable: false }),
  },
  actions: {
    role: ['角色配置', 'Assign roles'],
    reset: ['密码重置', 'Reset password'],
    unlock: {
      label: ['账号解锁', 'Unlock'],
      on: 'rows',
      icon: 'lock-open',
      shown: ({ isLocked }) => isLocked === 1,
      done: ['已解锁', 'Unlocked'],
    },
    record: {
      label: ['录制一小时', 'Record for an hour'],
      icon: 'eye',
      question: {
        title: ['录制一小时', 'Record for an hour'],
        text: [
          '从该用户下次打开或刷新页面起录制，一小时后自动结束。录像留在其本人的窗口里，由本人保存或上报；页面上一直显示正在录制。',
          'Recording starts when this user next opens or reloads a page, and ends by itself after an hour. The recording stays in their own window until they save or send it. The page says all the time that it records.',
        ],
      },
      isRare: true,
      shown: ({ status, recordedUntil }) => status === normal && !recordedUntil,
      done: ['已开启录制', 'Recording is on'],
    },
    audit: ['注册审核', 'Review registrations'],
    platform: ['平台配置', 'Platform settings'],
    status: ['启用停用', 'Enable and disable'],
  },
  sortable: ['account', 'realName', 'createTime'],
});
export type User = RecordOf<typeof user>;
/** A one-time password as it is shown once: the account it belongs to, and the password. */
export interface IssuedPassword {
  id: string;
  account: string;
  oneTimeWord: string;
}
/** Minutes that the console of a person records once it is turned on. */
export const recordedMinutes = 60;
/** Hours after which an unused one-time password expires. */
export const oneTimePasswordHours = 24;
