/** Refusals of passwords; see refusals.ts. */
export const passwordRefusals = {
  'auth.mustChangePassword': ['请先修改一次性密码', 'Change your one-time password first'],
  'auth.passwordsDiffer': ['请输入正确的确认密码!', 'The new passwords do not match'],
  'password.short': ['密码至少 {least} 位', 'Use at least {least} characters'],
  'password.simple': [
    '密码须包含大写字母、小写字母、数字、符号中的至少两种',
    'Use at least two of: lowercase letters, uppercase letters, digits, symbols',
  ],
  'password.common': [
    '密码过于常见或与账号相近，请更换',
    'This password is too common or too similar to the account name',
  ],
  'password.same': ['新密码不能与原密码相同', 'The new password must differ from the current one'],
  'auth.proveAgain': ['请重新用手机验证码登录，再设置密码', 'Sign in again with a code sent to your phone'],
  'auth.oldPasswordWrong': ['原密码不正确!', 'The current password is incorrect'],
} as const satisfies Record<string, readonly [zh: string, en: string]>;
