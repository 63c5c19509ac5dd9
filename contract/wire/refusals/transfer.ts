/** Refusals of lists that go out and come in as files, and of a file whose reading or printing costs too much. */
export const transferRefusals = {
  tooMuchWork: ['处理耗时过长，已停止', 'This took too long and was stopped.'],
  'transfer.noColumns': ['没有可导出的列', 'There are no columns to export'],
  'transfer.noFile': ['请选择要导入的文件', 'Choose a file to import'],
  'transfer.unreadable': [
    '文件无法读取，请使用完整的 xlsx、xls 文件，或 UTF-8、GB 18030 编码的 csv 文件',
    'The file can’t be read. Use a whole .xlsx or .xls file, or a .csv file in UTF-8 or GB 18030.',
  ],
  'transfer.webPage': [
    '文件虽以表格命名，内容却是网页或 XML。请用表格软件打开，另存为 xlsx 后重新上传。',
    'The file is named as a spreadsheet but holds a web page or XML. Open it in a spreadsheet program, save it as .xlsx and upload it again.',
  ],
  'transfer.encrypted': [
    '文件已加密，请在表格软件中取消打开密码并保存后重新上传',
    'The file is encrypted. Remove its password in a spreadsheet program, save it and upload it again.',
  ],
  'transfer.empty': [
    '文件中没有可见的内容：工作表为空或已隐藏',
    'The file shows no content: its sheets are empty or hidden',
  ],
  'transfer.tooLarge': ['文件过大，最大 {size} MB', 'The file is too large. The limit is {size} MB.'],
  'transfer.tooMuch': ['文件内容过多，请拆分后上传', 'The file holds too much. Split it up.'],
  'transfer.tooManyRows': ['一次最多导入 {limit} 行', 'You can import up to {limit} rows at a time'],
  'transfer.tooManyColumns': ['文件的列数过多', 'The file has too many columns'],
  'transfer.noRows': ['文件中没有数据行', 'The file has no rows below its heading'],
  'transfer.unknownColumns': [
    '无法识别的列：{names}。请按模板修改表头，或删除这些列。',
    'Unknown columns: {names}. Rename them as in the template, or delete them.',
  ],
  'transfer.columnTwice': [
    '列“{name}”重复，请删除其中一列',
    'The column “{name}” appears twice. Delete one of the two.',
  ],
  'transfer.rowsRefused': ['{count} 处有问题，未导入任何数据', 'Nothing was imported: {count} problems were found'],
  'transfer.tooManyAtOnce': [
    '最多同时导出 {limit} 个文件，请等待其完成',
    'You can export up to {limit} files at a time. Wait for one to finish.',
  ],
  'transfer.inBackground': [
    '超过 {limit} 行的列表在后台生成',
    'Lists of more than {limit} rows are made in the background',
  ],
  'transfer.tooManyInMaking': [
    '您有 {limit} 个导出正在生成，请等待其完成或取消后再试',
    'You have {limit} exports in the making. Wait for one to finish, or cancel one.',
  ],
  'transfer.tooMuchKept': [
    '您导出的文件已占 {limit} MB，请先在“我的导出”中删除不再需要的',
    'Your exports take up {limit} MB. Delete those that you no longer need first.',
  ],
  'transfer.noFileYet': ['文件尚未生成', 'There is no file yet'],
  'transfer.inMaking': ['导出正在生成，请先取消', 'The export is in the making. Cancel it first.'],
  'transfer.rightsLost': ['您已无权导出该列表', 'You no longer have the right to export this list'],
  'transfer.sightChanged': [
    '您的数据权限在导出后有变更，请再次导出',
    'What you may see has changed since this export. Export it once more.',
  ],
  'transfer.tooSlow': [
    '导入用时过长，未导入任何数据；请将文件拆分为每份约 {count} 行',
    'The import took too long, and nothing was imported. Split the file into parts of about {count} rows.',
  ],
  'transfer.broken': ['生成文件时出错，请重试', 'The file could not be made. Try again.'],
} as const;
