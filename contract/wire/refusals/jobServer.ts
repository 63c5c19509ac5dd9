/** Refusals of PowerJob servers; part of `refusals`. */
export const jobServerRefusals = {
  'jobServer.away': ['无法连接任务服务“{name}”（{reason}）', 'Job server {name} can’t be reached ({reason})'],
  'jobServer.refused': ['任务服务“{name}”拒绝了请求：{reason}', 'Job server {name} refused the request: {reason}'],
  'jobServer.wrongPassword': [
    '任务服务“{name}”的应用名称或密码不正确',
    'Job server {name} doesn’t accept the app name or password',
  ],
  'jobServer.passwordAgain': [
    '服务地址或应用名称已修改，请重新填写应用密码',
    'The address or app name has changed. Enter the app password again.',
  ],
  'jobServer.notThere': [
    '任务“{name}”尚未同步到任务服务，请先进行数据同步',
    '{name} is not on its job server yet. Sync first.',
  ],
  'jobServer.syncing': ['正在进行另一次数据同步，请稍后再试', 'Another sync is running. Try again later.'],
  'jobServer.tooManyJobs': [
    '任务较多，本次未能全部同步，请再次进行数据同步',
    'There are too many jobs for one sync. Sync again to go on.',
  ],
  'jobServer.foreignJob': [
    '该任务的“{field}”在本系统中没有对应的取值，未同步',
    'Its {field} has no counterpart here, so it was left out',
  ],
  'jobServer.changedMeanwhile': [
    '同步期间任务已被修改，下次同步时处理',
    'The job was changed during the sync. The next sync will take it.',
  ],
} as const;
