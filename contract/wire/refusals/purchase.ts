/** Refusals of payments to suppliers; part of `refusals`. */
export const purchaseRefusals = {
  'purchase.notOffered': [
    '只有客户付款且未结束的订单，其租赁物才能登记采购付款',
    'Only objects of orders that the customer pays and that have not ended are bought from a supplier here',
  ],
  'purchase.notEditable': [
    '采购付款已付款、付款中或已取消，不能修改',
    'A supplier payment that is paid, in a payment file or cancelled cannot be changed',
  ],
  'purchase.notRemovable': [
    '采购付款已进入过代付文件，不能删除，可以取消',
    'A supplier payment that was in a payment file cannot be deleted. Cancel it instead.',
  ],
  'purchase.beyondPrice': [
    '租赁物“{object}”的采购付款合计 {amount} 元，超过购置价款 {price} 元',
    'The payments for {object} come to CNY {amount}, more than its price of CNY {price}',
  ],
  'purchase.beyondInvoice': [
    '发票 {invoice} 的付款合计 {amount} 元，超过发票金额 {limit} 元',
    'The payments against invoice {invoice} come to CNY {amount}, more than its CNY {limit}',
  ],
  'purchase.otherInvoice': [
    '该供应商的发票 {invoice} 已按金额 {amount} 元登记，请核对发票金额',
    'Invoice {invoice} of this supplier is entered with CNY {amount}. Check the invoice amount.',
  ],
  'purchase.notSigned': [
    '合同 {contract} 尚未全部签署，不能付款给供应商',
    'The contracts of {contract} are not all signed, so its supplier cannot be paid yet',
  ],
  'purchase.orderEnded': [
    '合同 {contract} 已取消或已结束，不能付款给供应商',
    'Contract {contract} was cancelled or has ended, so its supplier is not paid',
  ],
  'purchase.notDue': [
    '合同 {contract} 租赁物“{object}”的采购付款不是待付款状态',
    'The supplier payment for {object} of contract {contract} is not to be paid',
  ],
  'purchase.noSupplier': [
    '合同 {contract} 的租赁物“{object}”没有供应商，请先维护租赁物',
    '{object} of contract {contract} has no supplier. Enter it with the object first.',
  ],
  'purchase.noPrice': [
    '合同 {contract} 的租赁物“{object}”没有购置价款，请先维护租赁物',
    '{object} of contract {contract} has no purchase price. Enter it with the object first.',
  ],
  'purchase.noInvoice': [
    '合同 {contract} 租赁物“{object}”的采购付款缺少发票号码或发票金额',
    'The supplier payment for {object} of contract {contract} has no invoice number or no invoice amount',
  ],
  'purchase.noAccount': [
    '供应商“{supplier}”没有有效的收款账号和开户银行，请先维护供应商',
    '{supplier} has no valid account with a bank. Enter it with the supplier first.',
  ],
  'purchase.inFile': [
    '合同 {contract} 租赁物“{object}”的采购付款已在{file}中',
    'The supplier payment for {object} of contract {contract} is in {file}',
  ],
  'purchase.changed': [
    '合同 {contract} 租赁物“{object}”的采购付款在生成代付文件后有变化，请取消该批次后重新生成',
    'The supplier payment for {object} of contract {contract} has changed since the file was made. Cancel the file and make it again.',
  ],
  'purchase.objectBound': [
    '租赁物“{object}”已有采购付款，不能删除或改到其他订单；未付的，可先取消付款',
    '{object} has supplier payments, so it cannot be deleted or moved to another order. Cancel those that are not paid first.',
  ],
  'purchase.supplierBound': [
    '租赁物“{object}”的采购付款已付款或付款中，不能更换供应商',
    'A supplier payment for {object} is paid or in a payment file, so its supplier cannot be changed',
  ],
  'purchase.orderPaid': [
    '订单已向供应商付款 {amount} 元，冲正这些付款后才能取消订单',
    'Suppliers of this order were paid CNY {amount}. Reverse those payments before the order is cancelled.',
  ],
} as const;
