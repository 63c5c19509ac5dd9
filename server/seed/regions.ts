import { areaList } from '@vant/area-data';
import { regionRoot } from '../../contract/modules/system/region';

/** One administrative division: the country, a province, a city or a county. */
export interface RegionRow {
  code: string;
  parentCode: string;
  /** Codes from `0` down to the parent, with commas between. */
  ancestors: string;
  name: string;
  /** 0 country, 1 province, 2 city, 3 county. */
  level: number;
  /** Position among the divisions of the same parent, from 1. */
  sort: number;
  /** Codes and names of its ancestors, itself included; '' below its own level. */
  provinceCode: string;
  provinceName: string;
  cityCode: string;
  cityName: string;
  districtCode: string;
  districtName: string;
}

type Areas = typeof areaList;

const country: RegionRow = {
  code: regionRoot,
  parentCode: '0',
  ancestors: '0',
  name: '中国',
  level: 0,
  sort: 1,
  provinceCode: '',
  provinceName: '',
  cityCode: '',
  cityName: '',
  districtCode: '',
  districtName: '',
};

/** Each level: its list, the parent of a code, and the columns of its own code and name. */
const levels: {
  list: keyof Areas;
  parentOf(code: string): string;
  own(code: string, name: string): Partial<RegionRow>;
}[] = [
  {
    list: 'province_list',
    parentOf: () => regionRoot,
    own: (provinceCode, provinceName) => ({ provinceCode, provinceName }),
  },
  {
    list: 'city_list',
    parentOf: (code) => `${code.slice(0, 2)}0000`,
    own: (cityCode, cityName) => ({ cityCode, cityName }),
  },
  {
    // Counties right below a province have a city of their own in the list, like 469000 省直辖县.
    list: 'county_list',
    parentOf: (code) => `${code.slice(0, 4)}00`,
    own: (districtCode, districtName) => ({ districtCode, districtName }),
  },
];

/** China down to its counties, every parent before its children. Throws when a division has no parent. */
export function regionRows(areas: Areas = areaList): RegionRow[] {
  const rows = new Map([[country.code, country]]);
  const children = new Map<string, number>();
  for (const [index, { list, parentOf, own }] of levels.entries())
    for (const [code, name] of Object.entries(areas[list]).sort(([a], [b]) => (a < b ? -1 : 1))) {
      const parent = rows.get(parentOf(code));
      if (!parent || rows.has(code)) throw new Error(`no place for the division ${code} ${name}`);
      const sort = (children.get(parent.code) ?? 0) + 1;
      children.set(parent.code, sort);
      rows.set(code, {
        ...parent,
        ...own(code, name),
        code,
        name,
        parentCode: parent.code,
        ancestors: `${parent.ancestors},${parent.code}`,
        level: index + 1,
        sort,
      });
    }
  return [...rows.values()];
}
