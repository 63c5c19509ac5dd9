/**
 * Every refusal the server can give: a code both sides may act on, and its sentence in both languages. `{name}` is
 * replaced by the detail of that name. Status 400 unless listed in `statusOf`.
 */
import { readable } from '../domain/money';
import { filledIn, type Language, textIn } from '../domain/text';
import { signatureRefusals } from './esign/signatures';
import { approvalRefusals } from './refusals/approval';
import { assetRefusals } from './refusals/asset';
import { bankRefusals } from './refusals/bank';
import { deskRefusals } from './refusals/desk';
import { developRefusals } from './refusals/develop';
import { contractRefusals } from './refusals/esign';
import { flowRefusals } from './refusals/flow';
import { jobRefusals } from './refusals/job';
import { jobServerRefusals } from './refusals/jobServer';
import { leaseRefusals } from './refusals/lease';
import { ledgerRefusals } from './refusals/ledger';
import { menuRefusals } from './refusals/menu';
import { messageRefusals } from './refusals/messages';
import { paperRefusals } from './refusals/ocr';
import { passwordRefusals } from './refusals/password';
import { portfolioRefusals } from './refusals/portfolio';
import { purchaseRefusals } from './refusals/purchase';
import { reportRefusals } from './refusals/report';
import { storageRefusals } from './refusals/storage';
import { templateRefusals } from './refusals/template';
import { transferRefusals } from './refusals/transfer';

export const refusals = {
  ...deskRefusals,
  ...contractRefusals,
  ...signatureRefusals,
  ...templateRefusals,
  ...ledgerRefusals,
  ...menuRefusals,
  ...passwordRefusals,
  ...messageRefusals,
  ...bankRefusals,
  ...portfolioRefusals,
  ...paperRefusals,
  ...leaseRefusals,
  ...assetRefusals,
  ...purchaseRefusals,
  ...developRefusals,
  invalid: ['{text}', '{text}'],
  unreadable: ['请求内容无法读取', 'The request can’t be read'],
  missingParameter: ['缺少必要的请求参数: {name}', 'Missing parameter: {name}'],
  badParameter: ['请求参数格式错误: {name}', 'Malformed parameter: {name}'],
  unseenText: [
    '文字含有看不见的控制字符，请删除后重新键入',
    'The text holds control characters that can’t be seen. Delete it and type it again.',
  ],
  signedOut: ['请求未授权', 'Sign in again'],
  forbidden: ['没有权限执行此操作（{permission}）', 'You don’t have permission to do this ({permission})'],
  notYours: ['记录不存在或无权操作', 'Record not found, or you don’t have access to it'],
  notFound: ['记录不存在', 'Record not found'],
  noSuchPath: ['404 没找到请求', 'Address not found'],
  wrongMethod: ['不支持当前请求方法', 'Request method not supported'],
  wrongMedia: ['不支持当前媒体类型', 'Media type not supported'],
  tooLarge: ['请求内容过大', 'The request is too large'],
  tooManyNames: ['请求参数过多，最多 {limit} 个', 'Too many parameters. The limit is {limit}.'],
  tooSlow: ['请求超时，请检查网络后重试', 'The request timed out. Check your network and try again.'],
  stale: ['数据已被他人修改，请刷新后重试', 'This record was changed by someone else. Reload and try again.'],
  versionMissing: ['缺少数据版本，请刷新后重试', 'The record version is missing. Reload and try again.'],
  duplicate: ['数据重复，请检查后重试', 'Duplicate data. Check your input and try again.'],
  keyReused: [
    '上次提交的内容与这次不同，且可能已生效。请核对后重新打开再提交',
    'An earlier submission with other values may have taken effect. Check it, then open this again',
  ],
  busy: ['系统繁忙，请稍后重试', 'The system is busy. Try again later.'],
  unavailable: ['服务暂不可用，请稍后重试', 'The service is temporarily unavailable. Try again later.'],
  upgrading: ['系统正在升级，请稍后重试', 'The system is being upgraded. Try again shortly.'],
  bug: ['服务器异常', 'Server error'],
  amountsHidden: ['您的数据权限不含金额，不能查看', 'Your data scope hides amounts, so this can’t be shown'],
  fieldsHidden: [
    '您的数据权限不含统计所依据的字段，不能查看',
    'Your data scope hides fields that these figures are made of, so they can’t be shown',
  ],
  reference: ['所选记录不存在或已删除', 'The selected record does not exist or has been removed'],
  referenced: [
    '“{name}”正被 {count} 条{module}记录使用，不能删除',
    '{name} is used by {module} records ({count}) and can’t be deleted',
  ],
  'action.off': ['{text}', '{text}'],
  'action.notOffered': ['记录的当前状态不能执行此操作', 'This can’t be done to the record in its current state'],
  'action.reasonNeeded': ['请填写操作原因', 'Enter a reason for this'],
  nothingChosen: ['请选择至少一条数据', 'Select at least one record'],
  tooMany: ['一次最多处理 {limit} 条', 'You can process up to {limit} records at a time'],

  ...approvalRefusals,
  ...flowRefusals,
  ...jobRefusals,
  ...jobServerRefusals,
  ...reportRefusals,
  ...transferRefusals,

  'auth.badClient': ['客户端认证失败!', 'Client authentication failed'],
  'auth.badGrant': ['不支持的授权类型', 'Unsupported grant type'],
  'auth.badCredentials': ['用户名或密码错误', 'Incorrect account or password'],
  'auth.locked': ['用户登录失败次数过多', 'Too many failed sign-in attempts. Try again later.'],
  'auth.badRefresh': ['登录已失效，请重新登录', 'Your session has expired. Sign in again.'],
  'auth.tooFast': ['操作过于频繁，请 {seconds} 秒后再试', 'Too many attempts. Try again in {seconds} seconds.'],
  'auth.badCaptcha': ['验证码不正确', 'Incorrect verification code'],
  'auth.noPhone': ['手机号码不能为空', 'Enter a mobile number'],
  'auth.phoneLength': ['手机号码长度不为11位', 'Mobile numbers must have 11 digits'],
  'auth.badPhone': ['手机号码格式不正确', 'Invalid mobile number'],
  'auth.badCode': ['验证码错误或已失效，请重新获取', 'The code is incorrect or has expired. Request a new one.'],
  'auth.codeTooSoon': ['{seconds} 秒后才能重新获取', 'You can request a new code in {seconds} seconds'],
  'auth.tooManyCodes': ['今日获取验证码次数已达上限', 'The daily limit of codes for this number has been reached'],
  'auth.badState': ['登录请求已失效，请重新发起第三方登录', 'This sign-in request has expired. Start again.'],
  'auth.providerFailed': ['第三方登录失败，请稍后重试', 'Third-party sign-in failed. Try again later.'],
  'auth.badRedirect': ['回调地址不正确', 'Invalid redirect address'],
  'auth.unknownToUs': [
    '该单点登录账号未开通本系统，请联系管理员',
    'This single sign-on account has no access to the system. Contact your administrator.',
  ],
  'auth.awaitingApproval': [
    '账号待审核，请耐心等待管理员通过',
    'Your registration is awaiting approval by an administrator',
  ],
  'auth.closed': ['账号不可用，请联系管理员', 'This account is not available. Contact your administrator.'],
  'auth.notYourRole': ['所选部门或角色不属于当前用户', 'This department or role is not assigned to you'],

  'guest.closed': ['未开启注册功能', 'Registration is not enabled'],
  'guest.noOauth': ['第三方登陆信息错误!', 'Invalid third-party sign-in'],
  'guest.badTenant': ['租户信息错误!', 'Invalid tenant'],
  'guest.accountTaken': ['当前账号已被使用!', 'This account name is already in use'],
  'guest.badAccount': ['账号名称格式不正确', 'Invalid account name'],
  'guest.noPassword': ['请先输入密码', 'Enter a password'],
  'guest.notWaiting': ['只能审核待审核的账号', 'Only accounts awaiting approval can be reviewed'],
  'guest.badRoles': ['所选角色不存在', 'The selected role does not exist'],

  'grant.beyondOwn': ['不能授予自己没有的权限', 'You cannot grant permissions you do not have'],
  'grant.registerTargets': [
    '登记表“{register}”引用了“{target}”，授予该登记表时须同时授予“{target}”菜单',
    'The register {register} points to {target}. Grant the menu {target} together with it.',
  ],
  'grant.seesMore': [
    '超出您的数据权限：操作后，该角色或用户将能看到您无权查看的“{module}”数据',
    'Beyond your data scope: this role or user would see {module} data that you cannot see',
  ],
  'grant.foreignRole': ['角色不存在或不属于该租户', 'The role does not exist in this tenant'],
  'grant.foreignDept': ['部门不存在或不属于该租户', 'The department does not exist in this tenant'],
  'grant.foreignPost': ['岗位不存在或不属于该租户', 'The position does not exist in this tenant'],
  'grant.ownRoles': ['不能修改自己的角色', 'You cannot change your own roles'],
  'grant.ownPosts': ['不能修改自己的岗位', 'You cannot change your own positions'],
  'grant.lastAdmin': ['租户至少保留一名可用的管理员', 'The tenant must keep at least one active administrator'],
  'role.reservedAlias': ['无权限创建超管角色！', 'You cannot create a super administrator role'],
  'role.inUse': ['角色【{name}】下还有用户，不能删除', 'The role {name} still has users and cannot be deleted'],
  'role.fixed': [
    '管理员角色的权限由产品包决定，不能修改',
    'The permissions of the administrator role come from the package and cannot be changed',
  ],
  'user.notYourself': ['不能对自己执行此操作', 'You cannot do this to your own account'],
  'user.full': ['账号数量已达租户额度 {limit}', 'The tenant’s limit of {limit} accounts has been reached'],
  'user.weakPassword': ['密码不能为空或格式不正确', 'The password is blank or has an invalid format'],
  'dept.inUse': ['部门【{name}】下还有用户，不能删除', 'The department {name} still has users and cannot be deleted'],
  'text.tooDeep': ['正文的格式嵌套超过 {most} 层，请简化', 'The formatting is nested more than {most} levels deep'],
  'tree.ownParent': ['父节点不可选择自身!', 'A record cannot be its own parent'],
  'tree.noParent': ['上级不存在!', 'The parent does not exist'],
  'tree.tooDeep': ['层级不能超过 {most} 级', 'A tree can have at most {most} levels'],
  'tree.hasChildren': ['请先删除子节点!', 'Delete the child records first'],
  'dict.keyTaken': ['当前字典键值已存在!', 'This key already exists in the dictionary'],
  'dict.builtIn': [
    '内置字典的编号与键值不能修改或删除',
    'Codes and keys of built-in dictionaries cannot be changed or deleted',
  ],
  'tenant.platform': ['平台租户不能停用、过期或删除', 'The platform tenant cannot be disabled, expired or deleted'],
  'tenant.packageInUse': ['产品包正在使用，不能删除', 'The package is in use and cannot be deleted'],
  'client.own': ['控制台自身的应用不能停用或删除', 'The console’s own client app cannot be disabled or deleted'],
  'scope.noSuchModule': ['权限对象不存在', 'The module does not exist'],
  'scope.noSuchColumn': ['权限字段不存在', 'The field does not exist'],
  'scope.badRule': ['自定义规则不正确：{problem}', 'Invalid custom rule: {problem}'],
  'scope.noSuchRoute': ['接口不存在：{path}', 'API not found: {path}'],
  'scope.inUse': ['权限已授予角色，不能删除', 'The scope is granted to roles and cannot be deleted'],

  entered: ['{name} 已有收付款记录，不能删除', 'Money was booked for {name}, so it cannot be deleted'],
  'product.codeTaken': ['产品编号 {productCode} 已存在', 'Product code {productCode} already exists'],
  'product.inUse': ['产品已被订购，不能删除', 'The product has orders and cannot be deleted'],
  'product.notOnSale': ['产品已停用，不能新增订单', 'The product is disabled; new orders cannot be created'],
  'customer.openIdTaken': ['微信标识已被其他客户使用', 'This WeChat ID is already used by another customer'],
  'customer.inUse': ['客户存在订单，不能删除', 'The customer has orders and cannot be deleted'],

  'order.noCustomer': ['客户不存在', 'Customer not found'],
  'order.noProduct': ['产品不存在', 'Product not found'],
  'order.notWholeShares': [
    '总金额须为每份金额 {amountPer} 元的整数倍',
    'Principal must be a multiple of CNY {amountPer}',
  ],
  'order.rentTable': ['租金表：{fault}', 'Rent table: {fault}'],
  'order.badMove': ['订单状态不允许由【{from}】变更为【{to}】', 'Order status cannot change from "{from}" to "{to}"'],
  'order.notEditable': ['当前状态不可修改{field}', '{field} cannot be changed in the current status'],
  'order.notRemovable': ['当前状态不可删除', 'The order cannot be deleted in its current status'],
  'order.incomplete': ['请先完善：{fields}', 'Complete these first: {fields}'],
  'order.noVoucher': ['请先上传打款凭证', 'Upload the transfer voucher first'],
  'order.voucherChanged': [
    '打款凭证在您查看后已变更，请重新查看后再确认',
    'The voucher has changed since you looked at it. Look again before confirming.',
  ],
  'order.reasonNeeded': ['请填写原因', 'Enter a reason'],
  'order.voucherNotConfirmed': ['打款凭证尚未确认', 'The voucher has not been confirmed'],
  'order.notSigned': ['合同尚未全部签署完成', 'Not all contracts have been signed'],
  'order.paymentMissing': ['银行卡号与开户银行不能为空', 'Card number and bank are required'],

  'contract.counterExpired': [
    '合同已过期或不再等待签署，请重发后再签',
    'The contract no longer waits; resend it first',
  ],
  'contract.noIdentity': [
    '客户未登记证件号码，不能现场签署',
    'The customer has no ID number on record; it cannot be signed at the counter',
  ],
  'contract.counterPassword': ['登录密码不正确', 'That is not your password'],
  'contract.counterIdentity': [
    '证件号码与登记的不一致，请核对证件原件',
    'The number differs from the one on record; look at the document again',
  ],
  'contract.counterLocked': [
    '核对失败次数过多，请 {minutes} 分钟后再试',
    'Too many wrong entries; try again in {minutes} minutes',
  ],
  'sign.badLink': ['此链接已失效，请联系为您办理业务的人员', 'This link has expired. Contact your account manager.'],
  'sign.outdated': [
    '合同发出后您的登记信息已变更，请联系为您办理业务的人员重新发送合同',
    'Your details have changed since this contract was sent. Ask your account manager to send it again.',
  ],
  'sign.counterOnly': [
    '此合同需现场签署，请联系为您办理业务的人员',
    'This contract must be signed in person. Contact your account manager.',
  ],
  'sign.counterOver': [
    '本次现场签署已结束，请由见证人重新发起',
    'This in-person signing session has ended. The witness can start a new one.',
  ],
  'sign.codeNotSent': ['验证码发送失败，请稍后重试', 'The code couldn’t be sent. Try again later.'],
  'sign.wrongCode': [
    '短信验证码不正确或已失效，请核对后重试',
    'The SMS code is incorrect or has expired. Check it, or request a new one.',
  ],
  'sign.locked': [
    '验证失败次数过多，请 {minutes} 分钟后再试',
    'Too many failed attempts. Try again in {minutes} minutes.',
  ],
  'sign.notIdentified': [
    '身份核验未通过，请检查证件号后四位与手机号',
    'Identity not verified. Check the last 4 characters of the ID number and the mobile number.',
  ],
  'sign.identifyFirst': ['请先完成身份核验', 'Verify your identity first'],
  'sign.readFirst': ['请先阅读至合同末页', 'Read the contract to the last page first'],
  'sign.consentNeeded': ['请勾选同意后再签署', 'Tick the consent box before signing'],
  'sign.signatureNeeded': ['请先签名', 'Sign first'],
  'sign.done': ['合同已签署完成', 'The contract has already been signed'],

  'plan.bySystem': [
    '付款计划由系统生成，不能手工新增/删除',
    'The payment schedule is generated by the system; instalments cannot be added or deleted manually',
  ],
  'plan.paidRow': ['已付款的期次不能修改', 'A paid instalment cannot be changed'],
  'plan.offenders': ['{rows}', '{rows}'],
  'plan.reasonNeeded': ['请填写原因：{rows}', 'A reason is required: {rows}'],
  'plan.unknownRows': ['付款计划 {ids} 不存在或无权操作', 'Instalments not found, or no access to them: {ids}'],

  'picture.badType': [
    '文件格式不支持，请上传 jpg、png、bmp 或 webp 图片',
    'Unsupported file type. Upload a JPG, PNG, BMP or WebP image.',
  ],
  'picture.tooLarge': ['图片不能超过 {n} MB', 'The image must not exceed {n} MB'],
  'picture.badSize': ['图片边长须在 {min} 至 {max} 像素之间', 'Each side of the image must be {min} to {max} pixels'],
  'picture.fileMissing': ['请选择文件', 'Select a file'],
  'picture.voucherInUse': [
    '打款凭证已进入审核或已确认，不能删除或更换；审核中的可先退回凭证',
    'The voucher is under review or confirmed and cannot be deleted or replaced. One under review can be rejected first.',
  ],
  'push.tooMany': ['同时打开的窗口连接过多，最多 {limit} 个', 'Too many open connections. The limit is {limit}.'],
  'picture.unknownFile': ['图片文件不存在，请重新上传', 'The image file is missing. Upload it again.'],

  'session.locked': ['屏幕已锁定，请先解锁', 'The screen is locked. Unlock it first.'],
  'session.wrongUnlock': ['解锁密码错误,请重新输入', 'Incorrect password. Try again.'],
  'session.unlockLater': [
    '错误次数过多，请 {seconds} 秒后再试',
    'Too many failed attempts. Try again in {seconds} seconds.',
  ],

  'profile.wrongPassword': ['当前密码不正确', 'The current password is incorrect'],
  'user.phoneTaken': [
    '{name}的手机号码已被其他账号使用，请先修改号码',
    'The mobile number of {name} belongs to another account now. Change the number first.',
  ],
  'profile.badAvatar': ['请重新上传头像', 'Upload the photo again'],
  'upload.badAvatar': ['只能上传jpg/png用户头像，且不超过500kb', 'Upload a JPG or PNG photo of up to 500 KB'],
  'upload.tooMany': [
    '每小时最多上传 {limit} 个文件，请稍后再试',
    'The limit is {limit} files an hour. Try again later.',
  ],
  'upload.fileTooLarge': ['文件不能超过 {n} MB', 'The file must not exceed {n} MB'],
  'upload.badDigest': ['文件内容在传输中损坏，请重新上传', 'The file was damaged on the way. Upload it again.'],
  'upload.badPart': ['分片序号或大小不正确', 'The number or size of this part is wrong'],
  'upload.incomplete': ['还有 {n} 个分片未上传', '{n} parts are still missing'],
  'upload.gone': ['上传任务不存在或已过期，请重新上传', 'This upload no longer exists. Start it again.'],
  'upload.damaged': [
    '存储中的文件与上传的内容不一致，请重新上传',
    'The store did not keep the file as it was sent. Upload it again.',
  ],
  'attach.byUpload': ['附件只能通过上传新增', 'Attachments are added by uploading them'],
  'attach.inUse': ['“{name}”正被使用，不能删除：{uses}', '{name} is in use and can’t be deleted: {uses}'],
  ...storageRefusals,
  'store.unavailable': [
    '文件存储暂时无法访问，请稍后重试',
    'The file store can’t be reached right now. Try again later.',
  ],
  'store.absent': [
    '当前服务器未接入系统的文件存储，请稍后重试或联系管理员',
    'This server has no access to the stored files. Try again later, or contact your administrator.',
  ],
  'log.tooMany': ['今日上报的日志已达上限 {limit} 条', 'The limit is {limit} log entries a day.'],
  'log.tapeHidden': [
    '该录像含有您的数据权限之外的内容，仅本人与不受数据权限限制的人员可打开',
    'This tape may show data outside your data scope. Only its own person and people without data scopes can open it.',
  ],
  'upload.badType': [
    '文件格式不支持，请上传 jpg、png、bmp、gif 或 webp 图片',
    'Unsupported file type. Upload a JPG, PNG, BMP, GIF or WebP image.',
  ],
} as const satisfies Record<string, readonly [zh: string, en: string]>;

export type RefusalCode = keyof typeof refusals;

export const statusOf: Partial<Record<RefusalCode, number>> = {
  'trial.changed': 409,
  'order.exitChanged': 409,
  'order.restructureChanged': 409,
  'register.withdrawn': 404,
  'register.changed': 409,
  signedOut: 401,
  forbidden: 403,
  amountsHidden: 403,
  fieldsHidden: 403,
  'order.slipsHidden': 403,
  'auth.mustChangePassword': 403,
  'sms.forAdministrators': 403,
  'grant.beyondOwn': 403,
  'grant.registerTargets': 400,
  'grant.seesMore': 403,
  'grant.foreignRole': 403,
  'grant.foreignDept': 403,
  'grant.foreignPost': 403,
  'grant.ownRoles': 403,
  'grant.ownPosts': 403,
  'role.reservedAlias': 403,
  'user.notYourself': 403,
  'auth.tooFast': 429,
  'upload.tooMuch': 429,
  'upload.tooMany': 429,
  'push.tooMany': 429,
  'report.hidden': 403,
  'transfer.tooManyAtOnce': 429,
  'transfer.tooManyInMaking': 429,
  'transfer.tooMuchKept': 429,
  'transfer.tooLarge': 413,
  'log.tooMany': 429,
  'job.outputHidden': 403,
  'log.tapeHidden': 403,
  'datasource.busy': 429,
  'auth.codeTooSoon': 429,
  'auth.tooManyCodes': 429,
  'session.locked': 403,
  'contract.badCallback': 403,
  'contract.serviceFault': 502,
  'sign.serviceAway': 502,
  'view.notOwner': 403,
  'note.notWriter': 403,
  notYours: 403,
  'receipt.samePerson': 403,
  'plan.unknownRows': 403,
  notFound: 404,
  noSuchPath: 404,
  wrongMethod: 405,
  tooSlow: 408,
  stale: 409,
  duplicate: 409,
  keyReused: 409,
  tooLarge: 413,
  'upload.gone': 404,
  wrongMedia: 415,
  tooMuchWork: 422,
  bug: 500,
  busy: 503,
  unavailable: 503,
  upgrading: 503,
  'store.unavailable': 503,
  'store.absent': 503,
};

/** The sentence of a refusal in a language, with its details filled in. */
export function sentence(code: RefusalCode, language: Language, detail: Record<string, unknown> = {}): string {
  const said = Object.entries(detail).map(([name, value]) => [name, readable(value)] as const);
  return filledIn(textIn(refusals[code], language), Object.fromEntries(said));
}
