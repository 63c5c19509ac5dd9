/** Every sentence of a refusal. */
import { type RefusalCode, refusals, sentence, statusOf } from '../../../contract/wire/refusals';

const codes = Object.keys(refusals) as RefusalCode[];
function placeholders(text: string) {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).sort();
}

describe.each(codes)('%s', (code) => {
  const [zh, en] = refusals[code];

  it('is said in both languages, with the same details', () => {
    expect(placeholders(zh)).toEqual(placeholders(en));
    const isOnlyDetail = /^\{\w+\}$/.test(zh);
    if (!isOnlyDetail) {
      expect(zh).toMatch(/[\u4e00-\u9fff]/);
      expect(en).toMatch(/^[A-Z{]/);
      expect(en).not.toMatch(/[\u4e00-\u9fff]/);
    }
    for (const text of [zh, en]) expect(text.replace(/\{\w+\}/g, '')).not.toMatch(/[{}]/);
  });

  it('is filled in completely', () => {
    const detail = Object.fromEntries(placeholders(zh).map((name) => [name, `<${name}>`]));
    for (const language of ['zh', 'en'] as const) {
      const said = sentence(code, language, detail);
      for (const value of Object.values(detail)) expect(said).toContain(value);
      expect(said).not.toMatch(/[{}]/);
    }
  });
});

it('no two refusals say the same', () => {
  const said: string[] = codes.map((code) => refusals[code][0]).filter((text) => !/^\{\w+\}$/.test(text));
  expect(said.filter((text, at) => said.indexOf(text) !== at)).toEqual([]);
});

it('a detail is put in as it is, even where it looks like a pattern', () => {
  expect(sentence('product.codeTaken', 'zh', { productCode: '$& {limit}' })).toBe('产品编号 $& {limit} 已存在');
  expect(sentence('product.codeTaken', 'en', {})).toBe('Product code  already exists');
});

describe('the requirement documents’ own words', () => {
  it.each<[RefusalCode, string]>([
    ['nothingChosen', '请选择至少一条数据'],
    ['unreadable', '请求内容无法读取'],
    ['signedOut', '请求未授权'],
    ['noSuchPath', '404 没找到请求'],
    ['wrongMethod', '不支持当前请求方法'],
    ['wrongMedia', '不支持当前媒体类型'],
    ['bug', '服务器异常'],
    ['auth.locked', '用户登录失败次数过多'],
    ['auth.oldPasswordWrong', '原密码不正确!'],
    ['auth.passwordsDiffer', '请输入正确的确认密码!'],
    ['auth.badCaptcha', '验证码不正确'],
    ['auth.noPhone', '手机号码不能为空'],
    ['auth.phoneLength', '手机号码长度不为11位'],
    ['auth.badPhone', '手机号码格式不正确'],
    ['guest.noOauth', '第三方登陆信息错误!'],
    ['guest.badTenant', '租户信息错误!'],
    ['guest.accountTaken', '当前账号已被使用!'],
    ['guest.noPassword', '请先输入密码'],
  ])('%s: %s', (code, zh) => expect(sentence(code, 'zh')).toBe(zh));
});

it('only an ended session answers 401', () => {
  const unauthorized = codes.filter((code) => statusOf[code] === 401);
  expect(unauthorized).toEqual(['signedOut']);
  for (const status of Object.values(statusOf)) expect(status).toBeLessThan(600);
  for (const code of Object.keys(statusOf)) expect(codes).toContain(code);
});

it('says amounts with their thousands apart, and other details as they are', () => {
  expect(sentence('bank.gapFirst', 'zh', { amount: '-25307.63' })).toContain('（缺口 -25,307.63 元）');
  expect(sentence('order.notWholeShares', 'en', { amountPer: '10000.00' })).toContain('CNY 10,000.00');
  expect(sentence('order.notWholeShares', 'en', { amountPer: '900.00' })).toContain('CNY 900.00');
  expect(sentence('tooMany', 'en', { limit: 20000 })).toContain('20000');
});
