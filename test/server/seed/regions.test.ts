/** China's administrative divisions, as the package lists them and as rows of a tree. */
import { areaList } from '@vant/area-data';
import { regionRows } from '../../../server/seed/regions';

const rows = regionRows();
const byCode = new Map(rows.map((row) => [row.code, row]));
function at(level: number) {
  return rows.filter((row) => row.level === level);
}

describe('the divisions', () => {
  it('are one country, its 34 provinces, and a plausible number of cities and counties', () => {
    expect(at(0).map(({ code, name, parentCode, ancestors }) => [code, name, parentCode, ancestors])).toEqual([
      ['00', '中国', '0', '0'],
    ]);
    expect(at(1)).toHaveLength(34);
    expect(at(2).length).toBeGreaterThan(330);
    expect(at(2).length).toBeLessThan(400);
    expect(at(3).length).toBeGreaterThan(2800);
    expect(at(3).length).toBeLessThan(4000);
    const { province_list, city_list, county_list } = areaList;
    const listed = Object.keys({ ...province_list, ...city_list, ...county_list });
    expect(rows).toHaveLength(1 + listed.length);
  });

  it('have codes of their own, six digits that begin like their parent', () => {
    expect(byCode.size).toBe(rows.length);
    const strays = rows.filter(({ code, parentCode, level }) => {
      const shape = [/^00$/, /^\d\d0000$/, /^\d{4}00$/, /^\d{6}$/][level]!;
      return !shape.test(code) || (level > 1 && !code.startsWith(parentCode.slice(0, 2 * (level - 1))));
    });
    expect(strays).toEqual([]);
  });

  it('hang below a parent one level up, which comes first, with its line and its ancestors', () => {
    const seen = new Set(['0']);
    for (const row of rows) {
      expect(seen).toContain(row.parentCode);
      seen.add(row.code);
      const line = [row];
      for (let up = byCode.get(row.parentCode); up; up = byCode.get(up.parentCode)) line.unshift(up);
      expect(line.map(({ level }) => level)).toEqual([0, 1, 2, 3].slice(0, row.level + 1));
      expect(row.ancestors).toBe(['0', ...line.slice(0, -1).map(({ code }) => code)].join(','));
      const [, province, city, district] = line;
      expect(row).toMatchObject({
        provinceCode: province?.code ?? '',
        provinceName: province?.name ?? '',
        cityCode: city?.code ?? '',
        cityName: city?.name ?? '',
        districtCode: district?.code ?? '',
        districtName: district?.name ?? '',
      });
    }
  });

  it('are numbered from 1 below each parent, in the order of their codes', () => {
    const families = new Map<string, typeof rows>();
    for (const row of rows) families.set(row.parentCode, [...(families.get(row.parentCode) ?? []), row]);
    for (const children of families.values()) {
      expect(children.map(({ sort }) => sort)).toEqual(children.map((_, index) => index + 1));
      expect(children.map(({ code }) => code)).toEqual(children.map(({ code }) => code).sort());
    }
  });

  it('leave no province and no city empty, and have names that fit their column', () => {
    const parents = new Set(rows.map(({ parentCode }) => parentCode));
    expect(rows.filter(({ code, level }) => level < 3 && !parents.has(code))).toEqual([]);
    expect(rows.filter(({ name }) => name.trim() !== name || name === '' || name.length > 32)).toEqual([]);
  });

  it.each([
    ['330106', '西湖区', ['浙江省', '杭州市'], '0,00,330000,330100'],
    ['110105', '朝阳区', ['北京市', '北京市'], '0,00,110000,110100'],
    ['460400', '儋州市', ['海南省'], '0,00,460000'],
    ['469001', '五指山市', ['海南省', '省直辖县'], '0,00,460000,469000'],
    ['429004', '仙桃市', ['湖北省', '省直辖县'], '0,00,420000,429000'],
    ['500240', '石柱土家族自治县', ['重庆市', '县'], '0,00,500000,500200'],
    ['659001', '石河子市', ['新疆维吾尔自治区', '自治区直辖县级行政区划'], '0,00,650000,659000'],
    ['310000', '上海市', [], '0,00'],
    ['810103', '东区', ['香港特别行政区', '香港岛'], '0,00,810000,810100'],
    ['820202', '嘉模堂区', ['澳门特别行政区', '离岛'], '0,00,820000,820200'],
    ['710101', '中正区', ['台湾省', '台北市'], '0,00,710000,710100'],
  ])('know %s %s', (code, name, above, ancestors) => {
    const row = byCode.get(code)!;
    expect(row).toMatchObject({ name, ancestors, level: above.length + 1 });
    const { provinceName, cityName, districtName } = row;
    expect([provinceName, cityName, districtName]).toEqual([...above, name, '', ''].slice(0, 3));
  });
});

it.each([
  ['a county without its city', { city_list: {} }],
  ['a city without its province', { province_list: {} }],
  ['a code twice', { city_list: { 330000: '浙江省', 330100: '杭州市' } }],
])('%s is refused rather than lost', (_, change) => {
  const little = {
    province_list: { 330000: '浙江省' },
    city_list: { 330100: '杭州市' },
    county_list: { 330106: '西湖区' },
  };
  expect(regionRows(little)).toHaveLength(4);
  expect(() => regionRows({ ...little, ...change })).toThrow('no place for the division');
});
