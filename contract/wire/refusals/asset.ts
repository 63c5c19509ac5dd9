/** Refusals of lease objects and of the collection desk; part of `refusals`. */
export const assetRefusals = {
  'asset.serialTaken': [
    '序列号 {serial} 已用于{order}，同一租赁物不能同时属于两张未结束的订单',
    'Serial no. {serial} is in {order}. One object cannot belong to two orders that have not ended.',
  ],
  'asset.frozen': [
    '合同已发出，租赁物的{field}不能修改；合同未签署的，可先作废合同',
    'Contracts have been issued, so {field} of the object cannot be changed. Void contracts that are not signed first.',
  ],
  'asset.fixedList': [
    '合同已发出，不能增加或删除租赁物；合同未签署的，可先作废合同',
    'Contracts have been issued, so objects cannot be added or deleted. Void contracts that are not signed first.',
  ],
  'asset.needed': [
    '产品“{product}”要求登记租赁物，请先在订单页录入租赁物再发起签约',
    'The product “{product}” needs a lease object. Enter it on the order page before issuing contracts.',
  ],
  'supplier.creditCodeTaken': [
    '统一社会信用代码 {creditCode} 已登记为其他供应商',
    'The credit code {creditCode} is that of another supplier',
  ],
  'supplier.inUse': ['供应商已有租赁物，不能删除，可以改为停用', 'The supplier has lease objects. Disable it instead.'],
  'supplier.disabled': ['供应商已停用，不能选用', 'The supplier is disabled'],
  'collection.notOverdue': ['订单没有逾期未付的款项', 'Nothing of the order is overdue'],
  'collection.promiseDay': ['承诺日期须在今天至 {date} 之间', 'A promise must be for a day from today to {date}'],
  'collection.badAssignee': [
    '所选人员不能办理催收或看不到该订单',
    'This person does not work on collection, or may not see the order',
  ],
} as const;
