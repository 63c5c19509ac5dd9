/** Refusals of notices, views of lists and notes; see refusals.ts. */
export const deskRefusals = {
  'notice.published': ['已发布的通知不能修改，请先撤回', 'A published notice can’t be changed. Withdraw it first.'],
  'notice.noRecipients': ['接收范围内没有部门、角色或人员', 'None of the selected departments, roles or people exist'],
  'view.taken': ['您已有名为“{name}”的视图', 'You already have a view named “{name}”'],
  'view.tooMany': [
    '每个列表最多保存 {limit} 个视图，请先删除不用的视图',
    'The limit is {limit} views of a list. Delete views you no longer use first.',
  ],
  'view.identity': [
    '视图不保存证件号码，请先清除该条件',
    'A view keeps no identity number. Clear that condition first.',
  ],
  'view.notOwner': ['只有创建人或管理员可以修改此视图', 'Only its owner or an administrator can change this view'],
  'note.notWriter': ['只能编辑或删除自己的备注', 'Only its writer can change this note'],
  'note.mentionUnseen': ['不能提及无权查看该记录的人', 'People without access to this record can’t be mentioned'],
  'note.tooManyMentions': ['一条备注最多提及 {limit} 人', 'A note mentions at most {limit} people'],
  'note.remindPast': ['提醒时间须晚于当前时间', 'The reminder must be in the future'],
} as const satisfies Record<string, readonly [zh: string, en: string]>;
