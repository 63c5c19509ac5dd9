/** Refusals of bank files; part of `refusals`. */
export const bankRefusals = {
  'bank.unknownLayout': [
    '无法识别该文件的格式。请上传工商银行、农业银行、中国银行、建设银行、交通银行、招商银行的对账明细（CSV、xlsx、xls），或 camt.053、MT940 文件。',
    'The layout of the file is not known. Upload a statement of ICBC, ABC, BOC, CCB, BOCOM or CMB (CSV, xlsx, xls), or a camt.053 or MT940 file.',
  ],
  'bank.otherMessage': [
    '这是 {name} 报文，不是对账单。请向银行索取 camt.053 或 MT940 对账单。',
    'This is a {name} message, not a statement. Ask the bank for a camt.053 or MT940 statement.',
  ],
  'bank.noAccount': ['文件中没有本方账号', 'The file does not name the account'],
  'bank.noLines': ['文件中没有流水明细', 'The file has no lines'],
  'bank.noBalance': ['文件中没有余额，无法核对', 'The file has no balance to check'],
  'bank.badBalance': ['余额无法识别：{text}', 'A balance cannot be read: {text}'],
  'bank.pageMissing': [
    '账户 {account} 的对账单分为多页，文件中缺页。请把各页放在同一个文件中上传。',
    'The statement of account {account} has several pages, and not all are in the file. Upload them in one file.',
  ],
  'bank.unbalanced': [
    '第 {row} 行余额不平：计算为 {reached}，文件为 {said}',
    'Line {row} does not balance: {reached} is computed, {said} is stated',
  ],
  'bank.badRow': ['第 {row} 行内容无法识别：{text}', 'Line {row} cannot be read: {text}'],
  'bank.foreignAccount': [
    '账户 {account} 的币种是 {currency}，只能导入人民币账户的流水',
    'Account {account} is kept in {currency}. Only statements of accounts in yuan can be imported.',
  ],
  'bank.notMoved': [
    '账户 {account} 的期初余额 {opening} 与期末余额 {closing} 不同，文件中却没有已入账的流水',
    'Account {account} goes from {opening} to {closing}, but the file has no booked lines for it',
  ],
  'bank.unreadableXml': [
    '该 XML 文件不完整、编码不符或含有 DOCTYPE 声明，无法读取。请从网银重新下载 camt.053 文件。',
    'The XML file is cut off, in another encoding than it says, or has a DOCTYPE. Download the camt.053 file again.',
  ],
  'bank.otherCurrency': ['第 {row} 行不是人民币', 'Line {row} is not in yuan'],
  'bank.otherName': [
    '第 {row} 行的对方不是该客户：请单独提交，由另一位同事审批',
    'Line {row} names another party than the customer. Ask for it by itself, so that a colleague decides.',
  ],
  'bank.otherAccount': [
    '第 {row} 行付款到了代付文件之外的账号：请先与银行核实',
    'The payment of line {row} went to another account than its payment file says. Ask the bank first.',
  ],
  'bank.lineDone': ['第 {row} 行已处理，请刷新后重试', 'Line {row} is done already. Reload and try again.'],
  'bank.noProposal': [
    '第 {row} 行没有可确认的匹配，请手工指定',
    'Line {row} has no match to confirm. Choose one by hand.',
  ],
  'bank.stale': ['第 {row} 行的匹配已失效，请重新匹配', 'The match of line {row} does not hold any more. Match again.'],
  'bank.hasBooked': ['流水中有已处理的明细，不能删除', 'A statement with lines that are done cannot be deleted'],
  'bank.removeOwn': ['自己导入的流水须由他人删除', 'Another person has to delete a statement that you imported'],
  'bank.gapFirst': [
    '这份流水的余额与之前不衔接（缺口 {amount} 元），请先补充缺少的流水或由有权限的人员说明缺口，再入账',
    'The balance does not follow from the statements before (CNY {amount}). Import the missing ones, or have the gap explained, before booking.',
  ],
  'bank.nothingClear': ['没有已匹配的流水', 'There are no matched lines'],
  'bank.accountUnknown': [
    '文件中的本方账号 {account} 不是已登记的公司账户。请先在“公司账户”中登记，再导入。',
    'The file is of account {account}, which is not registered. Register it under “Company accounts” first.',
  ],
  'bank.accountUnclear': [
    '文件中的本方账号 {account} 被遮盖，与多个公司账户相符，请下载含完整账号的明细',
    'Account {account} in the file is masked and fits several company accounts. Download it with the full number.',
  ],
  'bank.accountClosed': [
    '公司账户 {account} 已停用，不能导入流水。请在“公司账户”中核对。',
    'Company account {account} is closed and takes no statements. Check it under “Company accounts”.',
  ],
  'bank.beforeOpened': [
    '第 {row} 行早于该公司账户的启用日期 {day}，请在“公司账户”中核对',
    'Line {row} is before the account was opened here, {day}. Check it under “Company accounts”.',
  ],
  'bank.inFuture': ['第 {row} 行的日期 {day} 晚于今天', 'The day of line {row}, {day}, is after today'],
  'bank.accountTaken': ['该账号已登记', 'This account is registered already'],
  'bank.accountInUse': [
    '该账户已有流水，账号、启用日期和期初余额不能再修改',
    'The account has statements: its number, opening day and opening balance stay as they are',
  ],
  'bank.accountHasStatements': [
    '该账户已有流水，不能删除；不再使用时请停用',
    'An account with statements cannot be deleted. Close it where it is no longer used.',
  ],
  'bank.noGap': ['这份流水没有需要说明的缺口', 'This statement has no gap to explain'],
  'batch.otherState': ['该批次当前状态不能这样操作', 'The batch is in another status'],
  'batch.notPayout': ['合同 {contract} 是客户付款，不能付款', 'The customer pays contract {contract}'],
  'batch.notOpen': [
    '合同 {contract} 第 {period} 期没有待付金额',
    'Nothing is open of instalment {period} of contract {contract}',
  ],
  'batch.noAccount': [
    '合同 {contract} 第 {period} 期没有收款账号',
    'Instalment {period} of contract {contract} has no account to pay to',
  ],
  'batch.inOther': [
    '合同 {contract} 第 {period} 期已在{file}中',
    'Instalment {period} of contract {contract} is already in {file}',
  ],
  'batch.returned': [
    '第 {row} 行：{reference} 已按成功入账为 {receipt}，款项退回时请先冲正该笔付款',
    'Row {row}: {reference} is booked as paid by {receipt}. Where the money came back, reverse that payment first.',
  ],
  'batch.noResult': [
    '无法识别结果文件：需要参考号和状态两列',
    'The result cannot be read: it needs a reference and a status',
  ],
  'batch.unknownReference': [
    '第 {row} 行的参考号 {reference} 不在该批次中',
    'Line {row}: reference {reference} is not in this batch',
  ],
  'batch.otherAmount': [
    '第 {row} 行金额 {amount} 与付款金额 {said} 不一致',
    'Line {row}: the amount {amount} is not the {said} that was asked for',
  ],
  'batch.noPayee': [
    '回盘文件缺少收款账号或收款户名列，无法核对付给了谁',
    'The result has no columns for the payee’s account and name, so it does not tell who was paid',
  ],
  'batch.otherAccount': [
    '第 {row} 行收款账号 {account} 与付款账号 {said} 不一致，请核实银行实际付给了谁',
    'Line {row}: the account {account} is not the {said} that was asked for. Find out whom the bank has paid.',
  ],
  'batch.otherPayee': [
    '第 {row} 行收款户名“{payee}”与“{said}”不一致，请核实银行实际付给了谁',
    'Line {row}: the payee “{payee}” is not “{said}” that was asked for. Find out whom the bank has paid.',
  ],
  'batch.badStatus': ['第 {row} 行状态无法识别：{text}', 'Line {row}: the status “{text}” is not known'],
} as const;
