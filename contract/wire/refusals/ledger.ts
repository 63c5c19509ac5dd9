/** Refusals of the ledger; part of `refusals`. */
export const ledgerRefusals = {
  'paper.notSettled': ['订单结清后才能开具结清证明', 'The certificate is issued once the order is settled'],
  'paper.partlySeen': [
    '该客户有您无权查看的订单，不能出具对账单',
    'This customer has orders that you may not see, so a statement would be incomplete',
  ],
  'paper.period': ['结束日期不能早于开始日期', 'The last day can’t be before the first'],
  'paper.future': ['对账单的结束日期不能晚于今天', 'A statement can’t reach beyond today'],
  'paper.tooLong': ['发生额超过 {limit} 行，请缩小期间', 'More than {limit} lines. Choose a shorter period.'],
  'trial.changed': [
    '试算之后金额有变化，未办理。现为 {amount} 元，请核对后重新确认',
    'The figures have changed since the trial, so nothing was done. It is CNY {amount} now. Check it and confirm again.',
  ],
  'plan.bothDirections': [
    '收款与付款不能在同一批次办理，请分开选择',
    'A batch holds either what comes in or what is paid out. Choose one of them.',
  ],
  'receipt.notWhole': ['入账金额合计须等于收付款金额 {amount}', 'What is booked must add up to {amount}'],
  'receipt.future': ['到账日期不能晚于今天', 'The value date cannot be later than today'],
  'receipt.closed': ['{date} 及以前的账期已关账，不能入账', 'The books are closed up to {date}'],
  'receipt.beforeStart': [
    '到账日期早于合同 {contract} 的起租日期',
    'The value date is before the lease start of contract {contract}',
  ],
  'receipt.tooMuch': [
    '合同 {contract} 第 {period} 期的入账金额超过未付金额',
    'More is booked to instalment {period} of contract {contract} than is open of it',
  ],
  'receipt.wrongWay': [
    '合同 {contract} 的款项方向与这笔收付款不一致',
    'The money of contract {contract} flows the other way',
  ],
  'receipt.notPayable': [
    '合同 {contract} 第 {period} 期当前状态不能入账',
    'Instalment {period} of contract {contract} cannot be booked to in its current status',
  ],
  'receipt.replacing': [
    '合同 {contract} 第 {period} 期已列入待签署的展期变更，请先签署或撤回',
    'Instalment {period} of contract {contract} is to be replaced by a restructuring. Have it signed or withdraw it first.',
  ],
  'receipt.serialTaken': [
    '银行流水号 {serial} 已登记为 {receipt}',
    'The bank reference {serial} is already booked as {receipt}',
  ],
  'receipt.balance': ['可用余额不足，当前余额 {amount}', 'The balance is not enough: {amount}'],
  'receipt.reversed': ['这笔收付款已冲正', 'This receipt has already been reversed'],
  'receipt.used': [
    '其中的预收款已用于其他期次，请先撤销该笔使用',
    'Its prepaid part has been used for other instalments. Take that back first.',
  ],
  'receipt.depositUsed': [
    '已退还的保证金已被使用或退款，当前余额 {amount}，请先撤销',
    'The deposit that was given back has been used. The balance is {amount}; take that back first.',
  ],
  'receipt.followsOrder': [
    '这笔转账随订单状态产生，不能单独撤销',
    'This transfer follows from the status of its order and cannot be taken back by itself',
  ],
  'receipt.voucher': [
    '这是{order}起租所依据的打款，订单取消后才能冲正',
    'This is the money that {order} goes on with. Cancel the order before you reverse it.',
  ],
  'receipt.unreceived': [
    '归还的本金不能超过收到的本金：合同 {contract} 还可归还 {amount} 元',
    'No more principal is paid back than came in: contract {contract} has CNY {amount} of it left',
  ],
  'receipt.orderGoes': [
    '合同 {contract} 未取消，其起租前款项不能退款',
    'The money of contract {contract} is refunded once the order is cancelled',
  ],
  'receipt.inExit': [
    '合同 {contract} 的结算款已计入这笔收付款，请先冲正结算款并撤回提前结清',
    'The settlement of contract {contract} was computed with this receipt. Reverse the settlement and withdraw the exit first.',
  ],
  'receipt.noCustomer': ['请先选择客户，才能转为预收预付', 'A prepaid balance needs a customer'],
  'receipt.claimed': ['这笔收付款没有这么多待认领金额：{amount}', 'Only {amount} of this receipt is unclaimed'],
  'receipt.nothingOpen': ['没有可以入账的未付期次', 'There is no open instalment to book to'],
  'receipt.nothingToClaim': [
    '没有可以入账的未付期次；客户提前付的款项，可将余额转为预收预付',
    'There is no open instalment to book to; what a customer paid ahead can become a prepaid balance',
  ],
  'receipt.closeFuture': ['关账日期不能晚于昨天', 'The books can be closed up to yesterday at the latest'],
  'plan.noLate': ['该期没有这么多未付逾期费：{amount}', 'Only {amount} of late charge is open'],
  'receipt.samePerson': ['不能冲正自己登记的收付款，请由他人办理', 'Another person has to reverse what you booked'],
} as const;
