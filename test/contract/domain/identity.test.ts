import { idTypes, judgeIdNo, likelyIdType } from '../../../contract/domain/identity';

const today = '2026-11-22';

describe('an identity number', () => {
  // vectors of GB 11643 and GB 32100
  it.each([
    [idTypes.identityCard, '11010519491231002X', undefined],
    [idTypes.identityCard, '11010519491231002x', undefined],
    [idTypes.identityCard, '440524188001010014', undefined],
    [idTypes.identityCard, '34052419800101001X', undefined],
    [idTypes.identityCard, '513101198201130014', undefined],
    [idTypes.identityCard, '110105194912310021', 'badCheckDigit'],
    [idTypes.identityCard, '110105491231002', 'oldIdentityCard'],
    [idTypes.identityCard, '110105194902310020', 'badFormat'],
    [idTypes.identityCard, '110105202701010020', 'badFormat'],
    [idTypes.identityCard, '00010519491231002X', 'badFormat'],
    [idTypes.creditCode, '91350100M000100Y43', undefined],
    [idTypes.creditCode, '91350100M000100Y4Z', 'badFormat'],
    [idTypes.creditCode, '91350100M000100Y44', 'badCheckDigit'],
    [idTypes.creditCode, '91350100M000100Y', 'badFormat'],
    [idTypes.passport, 'E12345678', undefined],
    [idTypes.passport, '张三', 'badFormat'],
  ] as const)('of type %i, %s, is judged %s', (type, number, expected) => {
    expect(judgeIdNo(type, number, today)).toBe(expected);
  });
});

it.each([
  ['海棠汽车租赁有限公司', idTypes.creditCode],
  ['北京松间集团', idTypes.creditCode],
  ['海棠汽车修理厂', idTypes.creditCode],
  ['Haitang Leasing Co., Ltd.', idTypes.creditCode],
  ['Acme Inc', idTypes.creditCode],
  ['林雨墨', idTypes.identityCard],
  ['欧阳重光', idTypes.identityCard],
  ['Lincoln Cobb', idTypes.identityCard],
  ['店', idTypes.identityCard],
  ['', idTypes.identityCard],
])('%s most likely shows document %i', (name, expected) => {
  expect(likelyIdType(name, '')).toBe(expected);
});
it.each([
  ['11010519491231002X', idTypes.identityCard],
  ['91350100M000100Y43', idTypes.creditCode],
  ['1101051949', undefined],
])('the number %s says more than a name: document %s', (number, expected) => {
  for (const name of ['海棠汽车租赁有限公司', '林雨墨']) expect(likelyIdType(name, number)).toBe(expected);
});
