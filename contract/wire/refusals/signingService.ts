/** Refusals of contracts that a signing service signs, part of the table in ../refusals.ts. */
export const signingServiceRefusals = {
  'contract.noService': [
    '此合同由法大大签署，但服务器未配置法大大',
    'This contract is signed at FASC, which isn’t set up on this server',
  ],
  'contract.signedElsewhere': [
    '此合同由法大大签署，不能现场签署',
    'This contract is signed at FASC and can’t be signed in person here',
  ],
  'contract.notUrgeable': ['只能催办待客户签署的法大大合同', 'Only contracts awaiting signature at FASC can be urged'],
  'contract.urgeTooSoon': [
    '每天最多催办 {limit} 次，每次间隔 {hours} 小时',
    'Reminders are limited to {limit} a day, {hours} hours apart',
  ],
  'contract.serviceFault': ['法大大未能办理：{text}', 'FASC couldn’t do this: {text}'],
  'contract.badCallback': ['回调未通过验证', 'The callback couldn’t be verified'],
  'sign.serviceAway': [
    '暂时无法打开签署页面，请稍后重试',
    'The signing page can’t be opened right now. Try again later.',
  ],
} as const;
