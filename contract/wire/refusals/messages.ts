/** Refusals of messages and of the services that send them. */
export const messageRefusals = {
  'sms.badEndpoint': ['服务地址不能使用：{text}', 'This endpoint can’t be used: {text}'],
  'sms.secretAgain': [
    '更换服务类型、地址或访问密钥后，请重新输入安全密钥',
    'Enter the secret key again after changing the service, its endpoint or access key',
  ],
  'sms.forAdministrators': [
    '验证码由启用的短信服务发送，只有管理员可以启用短信服务或更换其地址和账号',
    'Codes are sent by the enabled service: only an administrator can enable one, or change its address and account',
  ],
  'sms.noSuchCode': ['短信配置 {code} 不存在', 'There is no SMS service with the code {code}'],
  'sms.noGateway': ['未配置短信服务，不能发送', 'No SMS service is set up, so nothing can be sent'],
  'sms.noTemplate': ['请填写服务商模板编号', 'Enter the provider’s template ID'],
  'sms.noText': ['请在参数 params 中提供短信内容 text', 'Provide the text of the message as `text` in params'],
  'message.gone': [
    '消息内容已清除，不能重新发送',
    'The text of the message has been removed, so it can’t be sent again',
  ],
  'message.alwaysOn': [
    '签署链接与验证码由客户操作触发，不能关闭',
    'Signing links and codes are sent at the customer’s request and can’t be switched off',
  ],
  'message.bracePlace': [
    '占位符须为花括号内的英文名称，不留空格',
    'Write placeholders as a name in braces, without spaces',
  ],
  'message.unknownPlace': ['不支持占位符“{name}”', 'There is no placeholder “{name}”'],
  'message.missingPlace': ['内容须包含占位符“{name}”', 'The text must contain the placeholder “{name}”'],
} as const satisfies Record<string, readonly [zh: string, en: string]>;
