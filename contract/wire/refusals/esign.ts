/** Refusals about issuing, sending and counter-signing contracts. */
export const contractRefusals = {
  'contract.complete': ['合同已签署，不能重复发起', 'The contract has already been signed'],
  'contract.wrongState': ['当前订单状态不能发起签约', 'Contracts cannot be issued in the current order status'],
  'contract.tooSoon': ['请 {seconds} 秒后再发送', 'You can send it in {seconds} seconds'],
  'contract.tooOften': ['重发次数已达上限 {limit} 次', 'The limit of {limit} resends has been reached'],
  'contract.tooManyToday': [
    '今日发送次数已达上限 {limit} 次，请明天再发送',
    'The limit of {limit} sendings a day has been reached. Send it tomorrow.',
  ],
  'contract.outdated': [
    '合同发出后客户名称或证件号码已变更，请重新发送合同',
    'The customer’s name or ID number has changed since the contract was sent. Send it again.',
  ],
  'contract.notRemovable': ['只能删除待客户签署的合同', 'Only contracts awaiting customer signature can be deleted'],
  'contract.unprintable': [
    '名称中有合同字体无法打印的字符：{characters}，请核对',
    'The contract font cannot print these characters in a name: {characters}. Check the name.',
  ],
  'contract.badType': ['合同类型不存在', 'Contract type not found'],
} as const;
