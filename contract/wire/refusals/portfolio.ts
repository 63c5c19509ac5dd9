/** Refusals of the import of a portfolio; part of `refusals`. */
export const portfolioRefusals = {
  'portfolio.noSheet': [
    '工作簿缺少“{sheet}”表，请使用下载的模板',
    'The workbook has no sheet “{sheet}”. Use the template.',
  ],
  'portfolio.noColumn': ['“{sheet}”表缺少列：{columns}', 'The sheet “{sheet}” lacks columns: {columns}'],
  'portfolio.columnTwice': [
    '“{sheet}”表中有重复的列：{columns}。请各保留一列',
    'Columns of the sheet “{sheet}” appear twice: {columns}. Keep one of each.',
  ],
  'portfolio.noWorkbook': ['存量须为 xlsx 文件，请使用下载的模板', 'A portfolio is an .xlsx file. Use the template.'],
  'portfolio.tooManyOrders': [
    '一次最多导入 {limit} 个订单，请拆分为多个文件',
    'You can import up to {limit} orders at a time. Split the workbook up.',
  ],
  'portfolio.empty': ['“订单”表中没有数据', 'The sheet “Orders” is empty'],
  'portfolio.future': ['接管日不能晚于今天', 'The day of the takeover is not later than today'],
  'portfolio.closed': [
    '{date} 及以前已关账，请选择之后的接管日',
    'The books are closed up to {date}: choose a later day',
  ],
  'portfolio.otherState': ['该导入当前状态不能这样操作', 'The import is in another status'],
  'portfolio.undecided': ['还有 {count} 个订单的差异没有决定', '{count} orders that differ are not decided'],
  'portfolio.reasonNeeded': [
    '与原系统的期末数不一致，请填写原因',
    'The figures differ from those of the legacy system: enter a reason',
  ],
  'portfolio.unproved': [
    '预收或保证金余额没有明细支持，请填写原因',
    'No row bears out some of the prepaid balances or deposits: enter a reason for posting them',
  ],
  'portfolio.cannotKeep': [
    '合同 {code} 的期次不能作为租金表，只能采用重建的行',
    'The rows of contract {code} cannot be a rent table: take the rebuilt ones',
  ],
  'portfolio.changed': [
    '检查之后数据已变化：{what}。请删除该导入后重新导入',
    'Something has changed since the check: {what}. Delete the import and upload the workbook again.',
  ],
  'portfolio.isPosted': ['已入账的存量不能删除', 'A portfolio that was posted cannot be deleted'],
  'portfolio.noPerson': [
    '入账人已停用，请由他人重新入账',
    'The person who posted it is not active any more. Post it again.',
  ],
  'portfolio.notPosted': [
    '入账没有完成，没有写入任何数据，请重试',
    'It was not posted, and nothing was written. Try again.',
  ],
  'portfolio.unread': [
    '检查没有完成，请删除后重新导入',
    'The check was not finished. Delete the import and upload again.',
  ],
} as const;
