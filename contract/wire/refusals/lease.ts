/** Refusals of orders, their vouchers and their ends; part of `refusals`. */
export const leaseRefusals = {
  'order.startOutside': ['起租日期须在 {from} 至 {to} 之间', 'The lease start must be between {from} and {to}'],
  'order.slipsHidden': [
    '您的数据权限不含该订单的全部打款凭证，不能核对',
    'Your data scope hides slips of this order, so its voucher can’t be reviewed',
  ],
  'order.startPast': [
    '起租日期早于今天，首期将一开始就逾期，请填写原因',
    'With this start the first instalment is overdue from the beginning. Enter a reason.',
  ],
  'order.tooSmall': [
    '金额过小，有期次的金额为 0.00 元，请调整总金额或产品',
    'The principal is too small: an instalment would be 0.00. Change the principal or the product.',
  ],
  'order.byRequest': [
    '合同已发出，{field}不能直接修改，请在订单页使用“变更账户或起租日”',
    'Contracts have been issued, so {field} cannot be edited. Use “Change account or start” on the order page.',
  ],
  'order.nothingChanged': ['没有需要变更的内容', 'Nothing would change'],
  'order.changeState': ['订单当前状态不能变更账户', 'The account cannot be changed in the current status'],
  'order.startRunning': ['订单已起租，起租日期不能变更', 'The lease is running; its start cannot be changed'],
  'order.annulFirst': [
    '已有签署完成的合同，请先发起解除协议：客户签署后订单自动取消；{days} 天内未签署的，可说明原因并经他人审批后取消',
    'A contract is signed. Issue a termination agreement first: the order is cancelled with its signature. If it stays unsigned for {days} days, cancel with a reason and another person’s approval.',
  ],
  'order.annulWaits': [
    '解除协议待客户签署，{date} 起可说明原因并经他人审批后取消',
    'The termination agreement waits for the customer. From {date} the order can be cancelled with a reason and another person’s approval.',
  ],
  'order.annulling': [
    '解除协议待客户签署，请先作废解除协议',
    'A termination agreement waits for the customer’s signature. Void it first.',
  ],
  'order.refundOpen': [
    '订单有未退还的款项 {amount} 元，请先确认退款',
    'CNY {amount} is still to be refunded. Confirm the refund first.',
  ],
  'order.noRefund': ['订单没有待退款项', 'The order has no open refund'],
  'order.slipRejected': ['该凭证已被退回，请上传新的打款凭证', 'This voucher was rejected. Upload a new one.'],
  'order.voucherOwn': [
    '不能确认自己录入的订单的凭证，请由其他人确认',
    'You entered this order, so another person has to confirm its voucher',
  ],
  'order.voucherAmount': [
    '实收金额 {amount} 元与应收金额 {expected} 元不一致，请填写原因',
    'CNY {amount} was received, CNY {expected} was expected. Enter a reason.',
  ],
  'order.voucherUsed': [
    '凭证图片或银行流水号已用于订单 {orders}，请核对并填写原因',
    'The slip or its serial number is used by order {orders}. Check it and enter a reason.',
  ],
  'order.termsChanged': [
    '提交审批后产品或客户信息已变更（{fields}），请驳回，由申请人重新提交',
    'Product or customer have changed since this was asked for ({fields}). Reject it, so that it can be asked for again.',
  ],
  'order.exitState': ['订单当前状态不能办理提前结清', 'The order cannot be closed early in its current status'],
  'order.exitEarly': ['提前结清日不能早于 {date}', 'The exit date cannot be before {date}'],
  'order.exitUntil': [
    '结算有效期须不早于今天和提前结清日，且不晚于 {date}',
    'The quote must be valid until today or later, not before the exit date and not after {date}',
  ],
  'order.exitChanged': [
    '结算金额已变为 {amount} 元，未办理，请核对后重新确认',
    'The settlement amount is now CNY {amount}, so nothing was done. Check it and confirm again.',
  ],
  'order.exitOutside': [
    '提前结清日须不早于起租日，且早于最后一期的应付日',
    'The exit date must be on or after the start and before the last instalment is due',
  ],
  'order.exitNoRate': ['该订单不能另设提前结清年利率', 'This order takes no other rate on an early exit'],
  'order.exitFee': ['手续费率须在 0 至 100 之间', 'The fee rate must be between 0 and 100'],
  'order.exitOverpaid': [
    '已付款项超过结算金额，不能按此条件提前结清',
    'More is paid than these terms ask for, so the order cannot be closed by them',
  ],
  'order.exitPaid': [
    '结算款已入账，请先冲正后再撤回',
    'Something of the settlement is paid. Reverse that before you withdraw.',
  ],
  'order.exitUnpaid': ['结算款尚未付清', 'The settlement is not paid yet'],
  'order.exitFirst': [
    '请先办理提前结清，解除协议按结算报价出具',
    'Close the order early first: the termination agreement states its settlement',
  ],
  'order.restructureState': [
    '只有履约中且没有待签署变更的订单可以展期变更',
    'Only a running order without a restructuring to be signed can be restructured',
  ],
  'order.restructureDay': ['变更起始日不能早于今天', 'The change cannot begin before today'],
  'order.restructureFrom': [
    '变更起始日之后须有未付期次且没有提前付款的期次，新计划的期次也须在该日之后',
    'After the day of the change there must be unpaid instalments and none paid ahead, and all new ones must fall due',
  ],
  'order.restructureWhole': [
    '剩余期限加上展期月数须为整期数，请调整展期月数或付款频率',
    'The time that is left with the extension must make whole periods. Change the months or the frequency.',
  ],
  'order.restructureTerm': [
    '展期后的期限超出范围，请调整展期月数',
    'The term would be out of range. Change the months.',
  ],
  'order.restructureDue': [
    '按新的付款频率或付款日，首期不在变更起始日之后，请调整',
    'By the new frequency or due day, the first instalment is not due after the day of the change',
  ],
  'order.restructureTable': [
    '租金表的日期须在变更起始日之后，本金合计须等于未付本金',
    'The dates of the rent table must be after the day of the change, and its principal must add up to what is unpaid',
  ],
  'order.restructureNone': ['订单没有待签署的展期变更', 'The order has no restructuring to be signed'],
  'order.restructureSigned': [
    '补充协议已签署，展期变更已生效，不能撤回',
    'The supplement is signed and the restructuring holds, so it cannot be withdrawn',
  ],
  'order.restructureChanged': [
    '剩余租金已变为 {rent} 元，未办理，请核对后重新确认',
    'The remaining rent is now CNY {rent}, so nothing was done. Check it and confirm again.',
  ],
  'order.restructuring': [
    '展期变更待客户签署补充协议，请先撤回',
    'A restructuring waits for its supplement. Withdraw it first.',
  ],
  'customer.partySigned': [
    '客户已签署{orders}，不能修改{field}',
    'The customer has signed {orders}, so {field} cannot be changed',
  ],
  'customer.orderWaits': [
    '{orders}正在审批中，审批结束前不能修改客户信息',
    'The customer’s details cannot be changed while {orders} is in approval',
  ],
  'customer.unprintable': [
    '名称中有合同字体无法打印的字符：{characters}',
    'The name has characters that contracts cannot print: {characters}',
  ],
  'order.hasEntries': [
    '订单 {name} 已有收付款记录，不能删除。请在列表中“归档”：不再出现在常用列表中，各处链接仍可打开。',
    'Money was booked for order {name}, so it cannot be deleted. Archive it: it leaves the list and stays readable.',
  ],
  'customer.samePerson': [
    '身份信息由您录入，请由另一位同事核验',
    'You entered this identity. Another person has to verify it.',
  ],
  'customer.noNumber': ['客户没有证件号码，请先补充', 'The customer has no ID number. Enter it first.'],
  'customer.numberDiffers': [
    '证件上的号码与客户的证件号码不一致',
    'The number on the document differs from the customer’s ID number',
  ],
  'customer.paperExpired': ['证件已过有效期', 'The document has expired'],
  'contract.identityNeeded': [
    '客户身份尚未核验或证件已过有效期，请先由同事核验身份',
    'The customer’s identity is not verified, or the document has expired. Have a colleague verify it first.',
  ],
  'contract.startNeeded': [
    '各期金额取决于起租日期，请先在订单中填写起租日期，再发起合同',
    'The amounts depend on the lease start. Enter it in the order before issuing contracts.',
  ],
} as const;
