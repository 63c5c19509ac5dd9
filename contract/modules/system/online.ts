import { dateTime, flag, ref, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';

/** An active session. */
export const online = defineModule({
  name: 'online',
  title: ['在线用户', 'Active session'],
  path: '/blade-system/online',
  acrossTenants: true,
  menu: { under: 'monitor', icon: 'people-team', title: ['在线用户', 'Active sessions'] },
  without: ['add', 'update', 'detail', 'remove'],
  fields: {
    account: text('登录账号', 'Account', { search: 'like', derived: true }),
    realName: text('用户姓名', 'Name', { search: 'like', derived: true }),
    address: text('IP 地址', 'IP address', { search: 'like', derived: true }),
    userAgent: text('浏览器', 'Browser', { derived: true }),
    clientId: text('应用', 'Client app', { derived: true }),
    isLocked: flag('已锁屏', 'Screen locked', { derived: true }),
    createTime: dateTime('登录时间', 'Signed in at'),
    lastTime: dateTime('最近续期', 'Last renewed at'),
    /** The session of the caller. */
    isOwn: flag('本机', 'This session', { derived: true, inTable: false }),
    userId: ref('user')('用户', 'User', {
      derived: true,
      inTable: false,
      search: 'equal',
      whenRemoved: 'keep',
      shownAs: 'realName',
    }),
  },
  actions: { end: ['强制下线', 'End session'] },
});
export type Online = RecordOf<typeof online>;
