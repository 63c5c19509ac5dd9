/** Refusals about signatures of contracts, and about posting contracts as rows. */
export const signatureRefusals = {
  'contract.noAuthority': [
    '签章证书机构尚未建立，请联系管理员重启服务',
    'The signing authority has not been set up. Ask your administrator to restart the server.',
  ],
  'contract.noFile': ['合同文件不存在，无法验签', 'There is no file of this contract to verify'],
  'contract.noPdf': ['请选择 PDF 文件', 'Choose a PDF file'],
  'contract.hidden': [
    '您的数据权限不含合同上的部分信息，不能验签',
    'Your data scope hides details printed on this contract, so it can’t be verified',
  ],
  'contract.notTyped': [
    '合同由系统生成，不能录入或修改“{name}”',
    'Contracts are made by the system; “{name}” can’t be entered or changed',
  ],
  'contract.submitNew': [
    '合同请在订单中发起，不能直接新增',
    'Contracts are issued from an order and can’t be added here',
  ],
} as const;
