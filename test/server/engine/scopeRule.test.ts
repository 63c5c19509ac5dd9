/** Rules of custom data scopes as SQL: PostgreSQL matches the rows that a direct evaluation of the rule matches. */
import fc from 'fast-check';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { cents, rate as ratePlaces } from '../../../contract/domain/money';
import {
  choice,
  date,
  dict,
  type Fields,
  flag,
  identity,
  integer,
  longText,
  money,
  rate,
  ref,
  text,
} from '../../../contract/schema/fields';
import {
  comparisonsOf,
  NotARule,
  type RuleValue,
  readRule,
  ruleFields,
  ruleLimits,
  type ScopeRule,
} from '../../../contract/schema/scopeRule';
import { type Asker, ruleSql } from '../../../server/engine/rights/scopeRule';
import { openPool } from '../../../server/kernel/database';
import { snake } from '../../../server/kernel/table';
import { freshDatabase, type TestDatabase } from '../../support/postgres';

const thing = {
  fields: {
    title: text('名称', 'Name'),
    remark: longText('备注', 'Remark'),
    paperNo: identity('证件号码', 'Paper number'),
    term: integer('期限', 'Term'),
    amount: money('金额', 'Amount'),
    yearRate: rate('利率', 'Rate'),
    status: choice('状态', 'Status', { 0: ['停用', 'Off'], 1: ['正常', 'On'], 2: ['其他', 'Other'] }),
    payStatus: dict('pay_status')('付款状态', 'Payment'),
    isPaid: flag('已付', 'Paid'),
    day: date('日期', 'Date'),
    ownerId: ref('user')('负责人', 'Owner'),
    roleId: ref('role')('角色', 'Role'),
  } satisfies Fields,
};
const fields = ruleFields(thing);

const evil = `'); drop table thing; --`;
const words = [
  'a',
  'A',
  'ab',
  'abc',
  ' a',
  'a%',
  'a_b',
  '%',
  '_',
  '\\',
  '\\%',
  "'",
  '"',
  'NULL',
  '{a,b}',
  '$1',
  evil,
  '租赁',
];
/** What a field may hold, few enough that rows and rules meet; numbers in more than one spelling. */
const pool: Record<string, (string | number)[]> = {
  title: words,
  remark: words,
  term: [-1, 0, 1, 30, 2_147_483_647],
  amount: ['0', '-0.01', '0.5', '0.50', 10_000, '10000.00', '9999999999999999.98', '9999999999999999.99'],
  yearRate: ['0', '7.2', '7.2000', 6.0006, '100'],
  status: [0, 1, 2],
  payStatus: [0, 1, 7],
  isPaid: [0, 1],
  day: ['0001-01-01', '2026-02-28', '2026-03-01', '9999-12-31'],
  createTime: ['2026-02-28 00:00:00', '2026-02-28 23:59:59', '2026-03-01 00:00:00'],
  ownerId: ['1', '2', '9007199254740993', '9223372036854775807'],
  roleId: ['1', '2', '3'],
  createUser: ['1', '2', '3'],
  createDept: ['10', '11', '12', '13'],
};
const names = Object.keys(pool);

type Held = Record<string, string | number | null>;
const rowsOf: fc.Arbitrary<Held> = fc.record(
  Object.fromEntries(
    names.map((name) => {
      const empty: (string | null)[] = name === 'title' || name === 'remark' ? [null, ''] : [null];
      return [name, fc.constantFrom(...pool[name]!, ...empty)];
    }),
  ),
);

function some(values: string[]) {
  return fc.uniqueArray(fc.constantFrom(...values), { maxLength: 3 });
}
const askers: fc.Arbitrary<Asker> = fc.record({
  userId: fc.constantFrom('1', '2', '-1'),
  deptIds: some(['10', '11', '12']),
  deptTree: some(['10', '11', '12', '13']),
  account: fc.constantFrom('a', 'abc', evil),
  roleIds: some(['1', '2']),
});

function valueFor(name: string, is: string): fc.Arbitrary<RuleValue> {
  const constant = fc.constantFrom(...pool[name]!);
  const { kind, to } = fields[name]!;
  switch (is) {
    case 'empty':
    case 'notEmpty':
      return fc.constant('');
    case 'in':
    case 'notIn': {
      const list = fc.array(constant, { maxLength: 4 });
      if (to === 'dept')
        return fc.oneof(list, fc.constantFrom({ my: 'deptIds' as const }, { my: 'deptTree' as const }));
      return to === 'role' ? fc.oneof(list, fc.constant({ my: 'roleIds' as const })) : list;
    }
    case '=':
    case '<>':
      if (to === 'user') return fc.oneof(constant, fc.constant({ my: 'userId' as const }));
      return kind === 'text' ? fc.oneof(constant, fc.constant({ my: 'account' as const })) : constant;
    default:
      return constant;
  }
}
const conditions: fc.Arbitrary<ScopeRule> = fc
  .constantFrom(...names)
  .chain((field) => fc.tuple(fc.constant(field), fc.constantFrom(...comparisonsOf(fields[field]!))))
  .chain(([field, is]) => valueFor(field, is).map((value) => ({ field, is, value })));
function rulesOf(depth: number): fc.Arbitrary<ScopeRule> {
  if (depth === 0) return conditions;
  const parts = fc.array(rulesOf(depth - 1), { minLength: 1, maxLength: 3 });
  return fc.oneof(
    { weight: 2, arbitrary: conditions },
    { weight: 1, arbitrary: parts.map((all) => ({ all })) },
    { weight: 1, arbitrary: parts.map((any) => ({ any })) },
  );
}
function count(rule: ScopeRule): number {
  return 'field' in rule ? 1 : ('all' in rule ? rule.all : rule.any).reduce((so, part) => so + count(part), 0);
}
const rules = rulesOf(4).filter((rule) => count(rule) <= ruleLimits.conditions);

/** Evaluates a rule directly, one row at a time, without SQL. */
function lets(rule: ScopeRule, row: Held, who: Asker): boolean {
  if ('all' in rule) return rule.all.every((part) => lets(part, row, who));
  if ('any' in rule) return rule.any.some((part) => lets(part, row, who));
  const { field, is } = rule;
  const { kind } = fields[field]!;
  const comparable = (value: string | number) => {
    if (kind === 'money') return cents(value);
    if (kind === 'rate') return ratePlaces(value);
    return ['text', 'longText', 'date', 'dateTime'].includes(kind) ? String(value) : BigInt(value);
  };
  const isText = kind === 'text' || kind === 'longText';
  const held = row[field] ?? null;
  const isEmpty = held === null || (isText && held === '');
  const value = typeof rule.value === 'object' && 'my' in rule.value ? who[rule.value.my] : rule.value;
  const order = (one: string | number) => {
    const [a, b] = [comparable(held!), comparable(one)];
    return a < b ? -1 : a > b ? 1 : 0;
  };
  const isAmong = () => held !== null && (value as (string | number)[]).some((it) => order(it) === 0);
  switch (is) {
    case 'empty':
      return isEmpty;
    case 'notEmpty':
      return !isEmpty;
    case 'in':
      return isAmong();
    case 'notIn':
      return !isAmong();
    case 'like':
      return held !== null && String(held).includes(String(value));
    case 'startsWith':
      return held !== null && String(held).startsWith(String(value));
    case '<>':
      return held === null || order(value as string) !== 0;
    default: {
      if (held === null) return false;
      const place = order(value as string);
      return { '=': place === 0, '>': place > 0, '>=': place >= 0, '<': place < 0, '<=': place <= 0 }[is];
    }
  }
}

let database: TestDatabase;
let db: Kysely<any>;
beforeAll(async () => {
  database = await freshDatabase();
  // one connection: the temporary table exists on it alone
  db = new Kysely({ dialect: new PostgresDialect({ pool: openPool({ ...database.owner, max: 1 }) }) });
  await sql`create temporary table thing (
    id int primary key, title varchar(64), remark varchar(500), paper_no varchar(200), term int, amount numeric(18, 2),
    year_rate numeric(8, 4), status int, pay_status int, is_paid int, day date, owner_id bigint, role_id bigint,
    create_user bigint, create_dept bigint, create_time timestamp(0))`.execute(db);
});
afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

async function hold(rows: Held[]) {
  await db.deleteFrom('thing').execute();
  const stored = rows.map((row, id) => ({
    id,
    ...Object.fromEntries(Object.entries(row).map(([name, value]) => [snake(name), value])),
  }));
  await db.insertInto('thing').values(stored).execute();
}
const nobody: Asker = { userId: '-1', deptIds: [], deptTree: [], account: 'nobody', roleIds: [] };
async function found(rule: ScopeRule, who: Asker = nobody): Promise<number[]> {
  const rows = await db
    .selectFrom('thing')
    .select('id')
    .where(ruleSql(rule, thing, who, (name) => `thing.${snake(name)}`))
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
const blank: Held = Object.fromEntries(names.map((name) => [name, null]));

describe('the SQL of a rule', () => {
  it('lets through the rows that a plain reading lets through', async () => {
    let letThrough = 0;
    let keptBack = 0;
    const rows = fc.sample(rowsOf, { numRuns: 150, seed: 20_261_121 });
    await hold(rows);
    await fc.assert(
      fc.asyncProperty(rules, askers, async (rule, who) => {
        const expected = rows.flatMap((row, id) => (lets(rule, row, who) ? [id] : []));
        expect(await found(readRule(JSON.stringify(rule), thing), who)).toEqual(expected);
        letThrough += expected.length;
        keptBack += rows.length - expected.length;
      }),
      { numRuns: 600, seed: 20_261_121 },
    );
    // rules that match everything or nothing would agree, too
    expect(Math.min(letThrough, keptBack)).toBeGreaterThan(10_000);
  });

  it.each(names.flatMap((name) => comparisonsOf(fields[name]!).map((is) => [name, is] as const)))(
    'asks %s %s of every value',
    async (field, is) => {
      const rows = [...pool[field]!, null].map((value) => ({ ...blank, [field]: value }));
      await hold(rows);
      const values = is === 'in' || is === 'notIn' ? [[], pool[field]!.slice(0, 2)] : pool[field]!;
      for (const value of is === 'empty' || is === 'notEmpty' ? [''] : values) {
        const rule: ScopeRule = { field, is, value };
        const expected = rows.flatMap((row, id) => (lets(rule, row, nobody) ? [id] : []));
        expect([value, await found(rule)]).toEqual([value, expected]);
      }
    },
  );

  it('matches nothing by an empty list, and everything by not being in one', async () => {
    await hold([{ ...blank, createDept: '10' }, blank]);
    expect(await found({ field: 'createDept', is: 'in', value: { my: 'deptIds' } })).toEqual([]);
    expect(await found({ field: 'createDept', is: 'in', value: [] })).toEqual([]);
    expect(await found({ field: 'createDept', is: 'notIn', value: { my: 'deptIds' } })).toEqual([0, 1]);
  });

  it('counts rows without a value among those that are not something', async () => {
    await hold([{ ...blank, status: 1, title: 'a' }, { ...blank, status: 0, title: 'b' }, blank]);
    expect(await found({ field: 'status', is: '<>', value: 1 })).toEqual([1, 2]);
    expect(await found({ field: 'title', is: 'notIn', value: ['a'] })).toEqual([1, 2]);
  });

  it('holds every value as a parameter of its type', () => {
    const text = (rule: ScopeRule, who = nobody) => {
      const { sql: statement, parameters } = ruleSql(rule, thing, who, snake).compile(db);
      return [statement, parameters];
    };
    expect(text({ all: [{ field: 'title', is: '=', value: evil }] })).toEqual(['("title" = $1::text)', [evil]]);
    expect(text({ field: 'title', is: 'in', value: [evil] })).toEqual(['"title" = any($1::text[])', [[evil]]]);
    expect(text({ field: 'remark', is: 'like', value: '50%_\\' })).toEqual([
      '"remark" like $1::text',
      ['%50\\%\\_\\\\%'],
    ]);
    expect(text({ field: 'amount', is: '>=', value: 10_000 })).toEqual(['"amount" >= $1::numeric', ['10000']]);
    expect(text({ field: 'day', is: '<', value: '2026-03-01' })).toEqual(['"day" < $1::date', ['2026-03-01']]);
    expect(
      text({ field: 'createUser', is: '=', value: { my: 'userId' } }, { ...nobody, userId: '0) or (1=1' }),
    ).toEqual(['"create_user" = $1::bigint', ['0) or (1=1']]);
  });

  it.each<[string, unknown]>([
    ['a statement for a field', { field: '1=1; drop table thing; --', is: '=', value: 1 }],
    ['a column for a field', { field: 'create_user', is: '=', value: '1' }],
    ['a sealed field', { field: 'paperNo', is: '=', value: 'v1.x' }],
    ['a field every object has', { field: 'constructor', is: 'empty', value: '' }],
    ['a statement for a comparison', { field: 'term', is: '= 1 or 1 =', value: 1 }],
    ['a word for a number', { field: 'amount', is: '=', value: evil }],
    ['something the asker has beside', { field: 'title', is: '=', value: { my: 'toString' } }],
    ['all of nothing', { all: [] }],
    ['a statement', '1=1'],
    ['nothing', null],
  ])('is not made from %s', (_, rule) => {
    expect(() => ruleSql(rule as ScopeRule, thing, nobody, snake)).toThrow(NotARule);
  });

  it('names the given columns, quoted', () => {
    const of = (columnOf: (name: string) => string) =>
      ruleSql({ field: 'term', is: 'empty', value: '' }, thing, nobody, columnOf).compile(db).sql;
    expect(of(() => 'x" = 1 or "y')).toBe('"x"" = 1 or ""y" is null');
    expect(() =>
      of((name) => {
        throw new Error(`no column for ${name}`);
      }),
    ).toThrow('no column for term');
  });
});
