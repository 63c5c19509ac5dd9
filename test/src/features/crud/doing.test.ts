import { doing, within } from '../../../../src/features/crud/cells';

describe('what is done, and to what', () => {
  it.each([
    ['新增', '订单', 'zh', '新增订单'],
    ['新增', 'GPS 设备台账', 'zh', '新增 GPS 设备台账'],
    ['New', 'order', 'en', 'New order'],
  ] as const)('%s, %s reads in %s as %s', (verb, name, language, words) =>
    expect(doing(verb, name, language)).toBe(words),
  );
});

it('begins a label with a small letter inside a sentence, unless its first word has capitals of its own', () => {
  const labels = ['Contract no.', 'E-mail', 'ID number', 'WeChat ID', '客户名称'];
  expect(labels.map(within)).toEqual(['contract no.', 'e-mail', 'ID number', 'WeChat ID', '客户名称']);
});
