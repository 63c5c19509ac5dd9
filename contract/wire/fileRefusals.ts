/** Refusals of lists and reports that go out or come in as files; part of `refusals`. */
export const fileRefusals = {
  'transfer.noColumns': ['没有可导出的列', 'There are no columns to export'],
  'transfer.noFile': ['请选择要导入的文件', 'Choose a file to import'],
  'transfer.unreadable': [
    '文件无法读取，请使用 xlsx 或 csv 格式',
    'The file can’t be read. Use an .xlsx or .csv file.',
  ],
  'transfer.tooLarge': ['文件过大，最大 10 MB', 'The file is too large. The limit is 10 MB.'],
  'transfer.tooManyRows': ['一次最多导入 {limit} 行', 'You can import up to {limit} rows at a time'],
  'transfer.tooManyColumns': ['文件的列数过多', 'The file has too many columns'],
  'transfer.noRows': ['文件中没有数据行', 'The file has no rows below its heading'],
  'transfer.unknownColumns': ['无法识别的列：{names}', 'Unknown columns: {names}'],
  'transfer.columnTwice': ['列“{name}”重复', 'The column “{name}” appears twice'],
  'transfer.rowsRefused': ['{count} 处有问题，未导入任何数据', 'Nothing was imported: {count} problems were found'],
  'transfer.tooManyAtOnce': [
    '最多同时导出 {limit} 个文件，请等待其完成',
    'You can export up to {limit} files at a time. Wait for one to finish.',
  ],

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
  'report.tooManyRecipients': ['接收人最多 {limit} 人', 'A report can have up to {limit} recipients'],
} as const;
