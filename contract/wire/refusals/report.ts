/** Refusals of reports; part of `refusals`. */
export const reportRefusals = {
  'report.future': ['截至日期不能晚于今天', 'The day of the report can’t be later than today'],
  'report.tooSlow': [
    '报表生成超时，请缩小期间或增加条件后重试',
    'The report takes too long. Choose a shorter period or narrow it down.',
  ],
  'report.tooManyRows': [
    '报表共 {count} 行，{format} 文件最多 {limit} 行，请缩小期间或增加条件',
    'The report has {count} rows, and a file ({format}) can hold {limit}. Choose a shorter period or narrow it down.',
  ],
  'report.hidden': [
    '您没有查看此报表所需的菜单或数据权限',
    'You don’t have the menus or data scopes that this report needs',
  ],
  'report.scheduledByOther': [
    '该报表由他人设置了定时发送，类型与参数只能由设置人修改；请先停止发送，或由您重新设置',
    'Another person scheduled this report, and only they can change its type and parameters. Stop the schedule first, or set it yourself.',
  ],
  'report.tooManyRecipients': ['接收人最多 {limit} 人', 'A report can have up to {limit} recipients'],
} as const;
