/**
 * Every refusal the server can give: a code both sides may act on, and its sentence in both languages.
 * `{name}` is replaced by the detail of that name. Status 400 unless listed in `statusOf`.
 */
import type { Language } from './kit';

export const refusals = {
  invalid: ['{text}', '{text}'],
  unreadable: ['消息不能读取', 'The request could not be read'],
  missingParameter: ['缺少必要的请求参数: {name}', 'Missing parameter: {name}'],
  badParameter: ['请求参数格式错误: {name}', 'Malformed parameter: {name}'],
  signedOut: ['请求未授权', 'Please sign in again'],
  forbidden: ['没有权限执行此操作（{permission}）', 'You may not do this ({permission})'],
  notYours: ['记录不存在或无权操作', 'No such record, or it is not yours to change'],
  notFound: ['记录不存在', 'No such record'],
  noSuchPath: ['404 没找到请求', 'No such address'],
  wrongMethod: ['不支持当前请求方法', 'This method is not supported here'],
  wrongMedia: ['不支持当前媒体类型', 'This media type is not supported'],
  tooLarge: ['请求内容过大', 'The request is too large'],
  stale: ['数据已被他人修改，请刷新后重试', 'Somebody changed this record; reload and try again'],
  versionMissing: ['缺少数据版本，请刷新后重试', 'The record version is missing; reload and try again'],
  duplicate: ['数据重复，请检查后重试', 'This would be a duplicate'],
  keyReused: ['同一幂等键已用于其他请求', 'This idempotency key was used for another request'],
  busy: ['系统繁忙，请稍后重试', 'The system is busy, please try again'],
  unavailable: ['服务暂不可用，请稍后重试', 'The service is not available right now'],
  bug: ['服务器异常', 'Something went wrong on the server'],
  nothingChosen: ['请选择至少一条数据', 'Please choose at least one record'],
  tooMany: ['一次最多处理 {limit} 条', 'At most {limit} at a time'],

  'auth.badClient': ['客户端认证失败!', 'The client is not known'],
  'auth.badGrant': ['不支持的授权类型', 'This grant type is not supported'],
  'auth.badCredentials': ['用户名或密码错误', 'Wrong account or password'],
  'auth.locked': ['用户登录失败次数过多', 'Too many failed sign-ins, try again later'],
  'auth.badRefresh': ['登录已失效，请重新登录', 'The session has ended, please sign in again'],
  'auth.tooFast': ['操作过于频繁，请 {seconds} 秒后再试', 'Too many attempts; try again in {seconds} seconds'],
  'auth.badCaptcha': ['验证码不正确', 'Wrong verification code'],
  'auth.noPhone': ['手机号码不能为空', 'Please enter a phone number'],
  'auth.phoneLength': ['手机号码长度不为11位', 'A phone number has 11 digits'],
  'auth.badPhone': ['手机号码格式不正确', 'This is not a mobile phone number'],
  'auth.badCode': ['验证码错误或已失效，请重新获取', 'The code is wrong or no longer valid; ask for a new one'],
  'auth.codeTooSoon': ['{seconds} 秒后才能重新获取', 'You can ask for another code in {seconds} seconds'],
  'auth.tooManyCodes': ['今日获取验证码次数已达上限', 'No more codes for this number today'],
  'auth.badState': ['登录请求已失效，请重新发起第三方登录', 'This sign-in has expired; please start it again'],
  'auth.providerFailed': ['第三方登录失败，请稍后重试', 'The provider did not confirm the sign-in; please try again'],
  'auth.badRedirect': ['回调地址不正确', 'This is not the address to come back to'],
  'auth.unknownToUs': [
    '该单点登录账号未开通本系统，请联系管理员',
    'Your account is not known here; please ask an administrator',
  ],
  'auth.awaitingApproval': ['账号待审核，请耐心等待管理员通过', 'Your registration still waits for an administrator'],
  'auth.closed': ['账号不可用，请联系管理员', 'This account is closed; please ask an administrator'],
  'auth.notYourRole': ['所选部门或角色不属于当前用户', 'This department or role is not yours'],

  'guest.noOauth': ['第三方登陆信息错误!', 'The third-party sign-in is not known'],
  'guest.badTenant': ['租户信息错误!', 'The tenant is not known'],
  'guest.accountTaken': ['当前账号已被使用!', 'This account name is taken'],
  'guest.badAccount': ['账号名称格式不正确', 'This cannot be an account name'],
  'guest.noPassword': ['请先输入密码', 'Please enter a password'],
  'guest.notWaiting': ['只能审核待审核的账号', 'Only registrations that are waiting can be decided'],
  'guest.badRoles': ['所选角色不存在', 'No such role'],

  'auth.mustChangePassword': ['请先修改一次性密码', 'Please change the one-time password first'],
  'auth.passwordsDiffer': ['请输入正确的确认密码!', 'The two new passwords differ'],
  'auth.oldPasswordWrong': ['原密码不正确!', 'The old password is wrong'],

  'product.codeTaken': ['产品编号 {productCode} 已存在', 'Product code {productCode} is taken'],
  'product.inUse': ['产品已被订购，不能删除', 'The product has orders and cannot be deleted'],
  'product.notOnSale': ['产品已停用，不能新增订单', 'The product is disabled and takes no new orders'],
  'customer.openIdTaken': ['微信标识已被其他客户使用', 'This openId belongs to another customer'],
  'customer.inUse': ['客户存在订单，不能删除', 'The customer has orders and cannot be deleted'],

  'order.noCustomer': ['客户不存在', 'No such customer'],
  'order.noProduct': ['产品不存在', 'No such product'],
  'order.notWholeShares': [
    '总金额须为每份金额 {amountPer} 元的整数倍',
    'The principal must be a whole multiple of {amountPer}',
  ],
  'order.badMove': ['订单状态不允许由【{from}】变更为【{to}】', 'An order cannot go from "{from}" to "{to}"'],
  'order.notEditable': ['当前状态不可修改{field}', '{field} cannot be changed in this state'],
  'order.notRemovable': ['当前状态不可删除', 'The order cannot be deleted in this state'],
  'order.incomplete': ['请先完善：{fields}', 'Please complete first: {fields}'],
  'order.noVoucher': ['请先上传打款凭证', 'Please upload the payment voucher first'],
  'order.reasonNeeded': ['请填写原因', 'Please give a reason'],
  'order.voucherNotConfirmed': ['打款凭证尚未确认', 'The voucher has not been confirmed'],
  'order.contractComplete': [
    '已有签署完成的合同，不能取消',
    'A contract is already complete; the order cannot be cancelled',
  ],
  'order.notSigned': ['合同尚未全部签署完成', 'Not all contracts are signed'],
  'order.paymentMissing': ['银行卡号与开户银行不能为空', 'Bank card and bank are needed'],

  'contract.complete': ['合同已签署，不能重复发起', 'The contract is already signed'],
  'contract.wrongState': ['当前订单状态不能发起签约', 'Contracts cannot be made in this state'],
  'contract.tooSoon': ['{seconds} 秒后才能重发', 'You can resend in {seconds} seconds'],
  'contract.tooOften': ['重发次数已达上限 {limit} 次', 'It was already resent {limit} times'],
  'contract.notRemovable': ['只能删除待客户签署的合同', 'Only a contract that waits for the customer can be removed'],
  'contract.unprintable': [
    '名称中有合同字体无法打印的字符：{characters}，请核对',
    'The contract cannot print these characters of a name: {characters}',
  ],
  'contract.badType': ['合同类型不存在', 'No such contract type'],

  'sign.badLink': [
    '此链接已失效，请使用最新短信中的链接',
    'This link is no longer valid; use the one in the latest message',
  ],
  'sign.locked': [
    '验证失败次数过多，请 {minutes} 分钟后再试',
    'Too many wrong answers; try again in {minutes} minutes',
  ],
  'sign.notIdentified': [
    '身份核验未通过，请检查证件号后四位与手机号',
    'The check failed; look at the last four digits and the phone number',
  ],
  'sign.identifyFirst': ['请先完成身份核验', 'Please pass the identity check first'],
  'sign.readFirst': ['请先阅读至合同末页', 'Please read the contract to its end first'],
  'sign.consentNeeded': ['请勾选同意后再签署', 'Please tick the consent first'],
  'sign.signatureNeeded': ['请先签名', 'Please sign first'],
  'sign.done': ['合同已签署完成', 'The contract is already signed'],

  'plan.bySystem': [
    '付款计划由系统生成，不能手工新增/删除',
    'The plan is made by the system and cannot be added to or deleted',
  ],
  'plan.paidRow': ['已付款的期次不能修改', 'A paid instalment cannot be changed'],
  'plan.offenders': ['{rows}', '{rows}'],
  'plan.reasonNeeded': ['请填写原因：{rows}', 'Please give a reason: {rows}'],
  'plan.unknownRows': ['付款计划 {ids} 不存在或无权操作', 'No such instalments, or not yours: {ids}'],

  'picture.badType': [
    '文件格式不支持，请上传 jpg、png、bmp 或 webp 图片',
    'This kind of file is not supported; use jpg, png, bmp or webp',
  ],
  'picture.tooLarge': ['图片大于 {n}M', 'The picture is larger than {n} MB'],
  'picture.badSize': ['图片边长须在 {min} 至 {max} 像素之间', 'Each side of the picture must be {min} to {max} pixels'],
  'picture.fileMissing': ['请选择文件', 'Please choose a file'],
  'picture.voucherInUse': [
    '打款凭证已进入审核，不能删除；请先退回凭证',
    'The voucher is under review or confirmed; send it back first',
  ],
  'picture.unknownFile': ['图片文件不存在，请重新上传', 'The picture file is missing, please upload it again'],

  'session.locked': ['屏幕已锁定，请先解锁', 'The screen is locked; unlock it first'],
  'session.wrongUnlock': ['解锁密码错误,请重新输入', 'Wrong password, please try again'],
  'session.unlockLater': [
    '错误次数过多，请 {seconds} 秒后再试',
    'Too many wrong answers; try again in {seconds} seconds',
  ],

  'profile.badAvatar': ['请重新上传头像', 'Please upload the avatar again'],
  'upload.badAvatar': ['只能上传jpg/png用户头像，且不超过500kb', 'The avatar must be a jpg or png of at most 500 KB'],
  'upload.badType': [
    '文件格式不支持，请上传 jpg、png、bmp、gif 或 webp 图片',
    'This kind of file is not supported; use jpg, png, bmp, gif or webp',
  ],
} as const satisfies Record<string, readonly [zh: string, en: string]>;

export type RefusalCode = keyof typeof refusals;

export const statusOf: Partial<Record<RefusalCode, number>> = {
  signedOut: 401,
  forbidden: 403,
  'auth.mustChangePassword': 403,
  'auth.tooFast': 429,
  'auth.codeTooSoon': 429,
  'auth.tooManyCodes': 429,
  'session.locked': 403,
  notYours: 403,
  'plan.unknownRows': 403,
  notFound: 404,
  noSuchPath: 404,
  wrongMethod: 405,
  stale: 409,
  duplicate: 409,
  keyReused: 409,
  tooLarge: 413,
  wrongMedia: 415,
  bug: 500,
  busy: 503,
  unavailable: 503,
};

/** The sentence of a refusal in a language, with its details filled in. */
export const sentence = (code: RefusalCode, language: Language, detail: Record<string, unknown> = {}): string =>
  refusals[code][language === 'en' ? 1 : 0].replace(/\{(\w+)\}/g, (_, name: string) => String(detail[name] ?? ''));
