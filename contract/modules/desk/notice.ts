import { choice, dateTime, html, moment, refs, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';
import type { Problems } from '../../schema/validate';

/** `status` of a notice. A scheduled one is published and waits for its release time. */
export const noticeStates = { draft: 0, published: 1, revoked: 2, scheduled: 3 } as const;

/** `audience`: all people of the tenant, or those of the chosen departments, roles and names. */
export const audiences = { everyone: 1, chosen: 2 } as const;

export function isWritable({ status }: Pick<Notice, 'status'>): boolean {
  return status === noticeStates.draft || status === noticeStates.revoked;
}

/** An announcement to people of the tenant. Published, it lies in their inboxes and cannot be changed. */
export const notice = defineModule({
  name: 'notice',
  title: ['通知公告', 'Notice'],
  path: '/blade-desk/notice',
  chosen: { by: 'search', title: 'title' },
  menu: { under: 'desk', icon: 'alert', title: ['通知公告', 'Notices'] },
  fields: {
    title: text('通知标题', 'Title', { required: true, search: 'like', maxLength: 255 }),
    category: choice(
      '通知类型',
      'Type',
      {
        1: ['发布通知', 'Announcement'],
        2: ['批转通知', 'Approved circular'],
        3: ['转发通知', 'Forwarded'],
        4: ['指示通知', 'Directive'],
        5: ['任免通知', 'Appointment'],
        6: ['事务通知', 'General'],
      },
      { required: true, search: 'equal', initial: 1 },
    ),
    /** For clients of the family. */
    categoryName: text('通知类型', 'Type', { derived: true, inForm: false, inTable: false }),
    audience: choice(
      '接收范围',
      'Recipients',
      { [audiences.everyone]: ['全体人员', 'Everyone'], [audiences.chosen]: ['指定人员', 'Selected'] },
      { required: true, initial: audiences.everyone },
    ),
    deptIds: refs('dept')('接收部门', 'Departments', { inTable: false, shownAs: 'deptNames', whenRemoved: 'keep' }),
    roleIds: refs('role')('接收角色', 'Roles', { inTable: false, shownAs: 'roleNames', whenRemoved: 'keep' }),
    userIds: refs('user')('接收人', 'People', { inTable: false, shownAs: 'userNames', whenRemoved: 'keep' }),
    /** Empty in a draft: the moment of its publication. */
    releaseTime: moment('发布时间', 'Release time', { search: 'range' }),
    status: choice(
      '状态',
      'Status',
      {
        [noticeStates.draft]: ['草稿', 'Draft'],
        [noticeStates.scheduled]: ['待发布', 'Scheduled'],
        [noticeStates.published]: ['已发布', 'Published'],
        [noticeStates.revoked]: ['已撤回', 'Withdrawn'],
      },
      { derived: true, inForm: false, search: 'equal' },
    ),
    content: html('通知内容', 'Content', { initial: '' }),
    updateTime: dateTime('更新时间', 'Updated at', { inTable: false }),
  },
  actions: {
    publish: {
      label: ['发布', 'Publish'],
      icon: 'send',
      tone: 'primary',
      question: {
        title: ['发布通知', 'Publish this notice'],
        text: [
          '发布后接收范围内的人员将收到此通知，内容不可再修改，只能撤回。发布时间晚于现在的，到时自动发布。',
          'Its recipients are notified. It can’t be edited afterwards, only withdrawn. With a later release time it is published then.',
        ],
      },
      shown: ({ status }) => status === noticeStates.draft || status === noticeStates.revoked,
      done: ['已发布', 'Published'],
    },
    revoke: {
      label: ['撤回', 'Withdraw'],
      icon: 'arrow-undo',
      tone: 'danger',
      question: {
        title: ['撤回通知', 'Withdraw this notice'],
        text: [
          '撤回后，此通知将从所有人的收件箱中消失。修改后可重新发布。',
          'The notice is removed from all inboxes. You can edit it and publish it again.',
        ],
        danger: true,
      },
      shown: ({ status }) => status === noticeStates.published || status === noticeStates.scheduled,
      done: ['已撤回', 'Withdrawn'],
    },
  },
  sortable: ['updateTime'],
  judging({ audience, deptIds, roleIds, userIds }): Problems {
    const isNamed = [deptIds, roleIds, userIds].some((ids) => typeof ids === 'string' && ids !== '');
    return audience === audiences.chosen && !isNamed ? { deptIds: 'required' } : {};
  },
});
export type Notice = RecordOf<typeof notice>;
