/** Rules of custom data scopes: what is parsed, what is refused and why, and how a rule is described. */

import { customer } from '../../../contract/modules/lease/customer';
import { order } from '../../../contract/modules/lease/order';
import {
  choice,
  date,
  dateTime,
  dict,
  type Field,
  type Fields,
  flag,
  identity,
  integer,
  type Kind,
  longText,
  money,
  rate,
  ref,
  refs,
  secret,
  text,
} from '../../../contract/schema/fields';
import {
  comparisonsOf,
  judgeRule,
  NotARule,
  readRule,
  ruleFields,
  ruleLimits,
  ruleText,
  type ScopeRule,
} from '../../../contract/schema/scopeRule';

const fields = {
  text: text('名称', 'Name', { maxLength: 8 }),
  longText: longText('备注', 'Note'),
  identity: identity('证件号码', 'Paper number'),
  secret: secret('密钥', 'Secret'),
  integer: integer('期限', 'Term', { min: 1, max: 366 }),
  money: money('金额', 'Amount', { min: 0.01, max: 1_000_000 }),
  rate: rate('利率', 'Rate'),
  choice: choice('状态', 'Status', { 0: ['停用', 'Off'], 1: ['正常', 'Normal'] }),
  dict: dict('pay_status')('付款状态', 'Payment'),
  flag: flag('确认', 'Confirmed'),
  date: date('日期', 'Date'),
  dateTime: dateTime('时间', 'Time'),
  ref: ref('customer')('客户', 'Customer'),
  refs: refs('role')('角色', 'Roles'),
  owner: ref('user')('负责人', 'Owner'),
  dept: ref('dept')('部门', 'Department'),
  role: ref('role')('角色', 'Role'),
  worked: money('合计', 'Total', { derived: true }),
  updateTime: dateTime('更新时间', 'Updated'),
} satisfies Fields;
const target = { fields };

function read(rule: unknown) {
  return readRule(JSON.stringify(rule), target);
}
function on(field: string, is: string, value?: unknown) {
  return { field, is, ...(value === undefined ? {} : { value }) };
}
function problemOf(work: () => unknown) {
  try {
    work();
  } catch (error) {
    if (error instanceof NotARule) return [error.problem, error.place];
    throw error;
  }
  return 'none';
}

const equality = '= <> in notIn empty notEmpty';
const ordered = '= <> > >= < <= in notIn empty notEmpty';
const words = '= <> in notIn like startsWith empty notEmpty';
const every = ['=', '<>', '>', '>=', '<', '<=', 'in', 'notIn', 'like', 'startsWith', 'empty', 'notEmpty'];
function isList(is: string) {
  return is === 'in' || is === 'notIn';
}
/** Of each field: the comparisons it takes, values it takes, values it does not. */
const table: [name: string, comparisons: string, right: unknown[], wrong: unknown[]][] = [
  ['text', words, ['a', ' ', '%_\\', "'; drop table x; --", 'longer than the field'], [1, 'a\0', '\ud800', true, {}]],
  ['longText', words, ['a'], [5]],
  ['integer', ordered, [0, -5, 2_147_483_647], ['5', 1.5, 2_147_483_648, 'x']],
  ['money', ordered, ['10000', '-0.01', 5, 10_000.5, '9999999999999999.99'], ['1.001', '1e3', '1,000', 'x', 1e21]],
  ['rate', ordered, ['7.2', 6.0006, 0], ['-1', '1.00001', 'x']],
  ['choice', equality, [0, 1], ['1', 2, 'constructor', 1.5]],
  ['dict', equality, [0, -3, 999_999_999], ['3', 1.5, 1e12]],
  ['flag', equality, [0, 1], [2, '1', true]],
  ['date', ordered, ['2026-02-28'], ['2026-02-30', '2026-2-3', 20260228, '2026-02-28 10:00:00', 'now']],
  ['createTime', ordered, ['2026-02-28 23:59:59'], ['2026-02-28', '2026-02-28 24:00:00', 'infinity']],
  ['updateTime', ordered, ['2026-02-28 00:00:00'], [0]],
  ['ref', equality, ['1', '9223372036854775807'], [1, '9223372036854775808', '-1', 'x', '1 or 1=1']],
  ['createUser', equality, ['1123598821738675201'], [7]],
  ['createDept', equality, ['1123598813738675201'], ['head office']],
];

describe('a condition', () => {
  it.each(table)('on %s takes only its comparisons, and values of its kind', (field, comparisons, right, wrong) => {
    const mine = comparisons.split(' ');
    expect([...comparisonsOf(ruleFields(target)[field]!)].sort()).toEqual([...mine].sort());
    for (const is of every) {
      const asksNothing = is === 'empty' || is === 'notEmpty';
      if (!mine.includes(is)) {
        expect([is, problemOf(() => read(on(field, is, isList(is) ? right : right[0])))]).toEqual([
          is,
          ['wrongComparison', ''],
        ]);
        continue;
      }
      for (const value of asksNothing ? [''] : right) {
        const rule = on(field, is, isList(is) ? [value, value] : value);
        expect(read(rule)).toEqual(rule);
      }
      for (const value of asksNothing ? right : [...wrong, '', null, [null]]) {
        const rule = on(field, is, isList(is) ? [right[0], value] : value);
        expect([rule, problemOf(() => read(rule))]).toEqual([rule, ['wrongValue', '']]);
      }
      if (!asksNothing) {
        // one where several belong, and the other way round
        const rule = on(field, is, isList(is) ? right[0] : right);
        expect([rule, problemOf(() => read(rule))]).toEqual([rule, ['wrongValue', '']]);
        expect(problemOf(() => read(on(field, is)))).toEqual(['wrongValue', '']);
      }
    }
  });

  it('that asks for a value or none may leave its own out', () => {
    expect(read(on('text', 'empty'))).toEqual(on('text', 'empty', ''));
    expect(read(on('ref', 'notEmpty'))).toEqual(on('ref', 'notEmpty', ''));
    expect(problemOf(() => readRule('{"field":"text","is":"empty","value":null}', target))).toEqual(['wrongValue', '']);
  });

  it('may list nothing', () => expect(read(on('choice', 'in', []))).toEqual(on('choice', 'in', [])));

  it.each([
    ['owner', '=', 'userId'],
    ['owner', '<>', 'userId'],
    ['createUser', '=', 'userId'],
    ['dept', 'in', 'deptIds'],
    ['createDept', 'notIn', 'deptTree'],
    ['role', 'in', 'roleIds'],
    ['text', '=', 'account'],
    ['longText', '<>', 'account'],
  ])('may compare: %s %s my %s', (field, is, my) => {
    expect(read(on(field, is, { my }))).toEqual(on(field, is, { my }));
  });

  it.each([
    ['several ids with one', 'owner', 'in', { my: 'userId' }],
    ['one id with several', 'dept', '=', { my: 'deptIds' }],
    ['ids of another module', 'ref', 'notIn', { my: 'deptIds' }],
    ['departments with people', 'createDept', '=', { my: 'userId' }],
    ['a number with a person', 'integer', '=', { my: 'userId' }],
    ['an id with a word', 'owner', '=', { my: 'account' }],
    ['a pattern with the account', 'text', 'like', { my: 'account' }],
    ['something nobody has', 'owner', '=', { my: 'password' }],
    ['a name every object has', 'text', '=', { my: 'constructor' }],
    ['something that is no name', 'text', '=', { my: ['account'] }],
    ['with more than one thing', 'text', '=', { my: 'account', or: 1 }],
    ['something of the asker in a list', 'owner', 'in', [{ my: 'userId' }]],
  ])('may not compare %s', (_, field, is, value) => {
    expect(problemOf(() => read(on(field, is, value)))).toEqual(['wrongValue', '']);
  });

  it.each([
    ['identity', 'refusedField'],
    ['secret', 'refusedField'],
    ['refs', 'refusedField'],
    ['worked', 'refusedField'],
    ['dateTime', 'refusedField'],
    ['nothing', 'unknownField'],
    ['', 'unknownField'],
    ['constructor', 'unknownField'],
    ['__proto__', 'unknownField'],
    ['toString', 'unknownField'],
    ['tenantId', 'unknownField'],
    ['updateUser', 'unknownField'],
    ['create_user', 'unknownField'],
    ['1=1; drop table customer; --', 'unknownField'],
    ['text" is null or "text', 'unknownField'],
  ])('may not name the field %j', (field, problem) => {
    for (const is of ['=', 'empty']) expect(problemOf(() => read(on(field, is, '1')))).toEqual([problem, '']);
  });

  it.each(['==', 'or', 'is not', 'IN', '', 'constructor', '__proto__', 'toString', '= 1 or 1 ='])(
    'may not compare by %j',
    (is) => expect(problemOf(() => read(on('text', is, 'a')))).toEqual(['unknownComparison', '']),
  );
});

describe('a rule', () => {
  const fine = on('integer', '=', 5);
  const nested = (depth: number): object => (depth === 0 ? fine : { any: [fine, nested(depth - 1)] });

  it('joins conditions, and is made of its known parts alone', () => {
    const rule = { all: [fine, { any: [on('createUser', '=', { my: 'userId' }), on('choice', 'in', [0, 1])] }] };
    const { all } = read(rule) as { all: object[] };
    expect({ all }).toEqual(rule);
    expect(judgeRule(rule, target)).not.toBe(rule);
  });

  it.each([
    ['text that is no JSON', "create_dept in (1) or '1'='1'", 'notJson'],
    ['nothing', '', 'notJson'],
    ['null', 'null', 'notARule'],
    ['a word', '"1=1"', 'notARule'],
    ['a list', '[]', 'notARule'],
    ['an empty object', '{}', 'notARule'],
    ['a group that is no list', '{"all":{"field":"integer","is":"=","value":5}}', 'notARule'],
    ['a group of no length', '{"any":{"length":0}}', 'notARule'],
    ['all of nothing', '{"all":[]}', 'emptyGroup'],
    ['any of nothing', '{"any":[]}', 'emptyGroup'],
    ['two groups at once', `{"all":[${JSON.stringify(fine)}],"any":[${JSON.stringify(fine)}]}`, 'unknownKey'],
    ['a group that is a condition, too', `{"any":[${JSON.stringify(fine)}],"field":"integer"}`, 'unknownKey'],
    ['a key nobody knows', '{"field":"integer","is":"=","value":5,"sql":"1=1"}', 'unknownKey'],
    ['a key nobody knows, alone', '{"not":[]}', 'unknownKey'],
    ['a prototype', '{"__proto__":{"field":"integer"},"field":"integer","is":"=","value":5}', 'unknownKey'],
    ['what is inherited', '{"__proto__":{"all":[]}}', 'unknownKey'],
    ['a field that is no name', '{"field":["integer"],"is":"=","value":5}', 'notARule'],
    ['a comparison that is no name', '{"field":"integer","is":["="],"value":5}', 'notARule'],
  ])('is not %s', (_, text, problem) => {
    expect(problemOf(() => readRule(text, target))).toEqual([problem, '']);
  });

  it('names the place of an error', () => {
    const at = (bad: unknown) => problemOf(() => read({ all: [{ any: [fine, fine, bad] }, fine] }));
    expect(at(on('nothing', '=', 1))).toEqual(['unknownField', 'all.0.any.2']);
    expect(at(on('integer', '=', 'x'))).toEqual(['wrongValue', 'all.0.any.2']);
    expect(at(on('integer', 'like', 5))).toEqual(['wrongComparison', 'all.0.any.2']);
    expect(at({ any: [] })).toEqual(['emptyGroup', 'all.0.any.2']);
    expect(at(null)).toEqual(['notARule', 'all.0.any.2']);
    expect(at({ ...fine, more: 1 })).toEqual(['unknownKey', 'all.0.any.2']);
  });

  it('has groups in groups, five deep', () => {
    expect(read(nested(ruleLimits.depth))).toEqual(nested(5));
    expect(problemOf(() => read(nested(6)))).toEqual(['tooDeep', 'any.1.any.1.any.1.any.1.any.1']);
    const abyss = `${'{"all":['.repeat(399)}${']}'.repeat(399)}`;
    expect(problemOf(() => readRule(abyss, target))).toEqual(['tooDeep', 'all.0.all.0.all.0.all.0.all.0']);
  });

  it('has at most fifty conditions, wherever they are', () => {
    const half = { any: Array(25).fill(fine) };
    expect(read({ all: [half, half] })).toEqual({ all: [half, half] });
    expect(problemOf(() => read({ all: [half, half, fine] }))).toEqual(['tooMany', 'all.2']);
  });

  it('has at most 4,000 letters', () => {
    const text = JSON.stringify(fine);
    expect(readRule(text.padEnd(4000), target)).toEqual(fine);
    expect(problemOf(() => readRule(text.padEnd(4001), target))).toEqual(['tooLong', '']);
  });
});

describe('the fields a rule may name', () => {
  it('are the stored ones of the module and what every record has, each with a label', () => {
    expect(Object.keys(ruleFields(target)).sort()).toEqual(
      [
        ...['text', 'longText', 'integer', 'money', 'rate', 'choice', 'dict', 'flag', 'date', 'ref'],
        ...['owner', 'dept', 'role', 'updateTime', 'createUser', 'createDept', 'createTime'],
      ].sort(),
    );
    expect(ruleFields(customer).createTime!.label).toEqual(customer.fields.createTime.label);
    expect(Object.keys(ruleFields(customer))).not.toContain('idNo');
    expect(Object.keys(ruleFields(order))).toContain('totalAmount');
  });

  it('are what every record has also where a module says something else by that name', () => {
    const odd = { fields: { createUser: text('创建人姓名', 'Creator name') } };
    expect(ruleFields(odd).createUser).toMatchObject({ kind: 'ref', to: 'user', label: { en: 'Creator name' } });
  });

  it('of a kind without declared comparisons take none', () => {
    expect(comparisonsOf({ kind: 'picture' as Kind })).toEqual([]);
    const newer = { fields: { photo: { ...fields.text, kind: 'picture' as Kind } satisfies Field } };
    expect(problemOf(() => readRule('{"field":"photo","is":"empty"}', newer))).toEqual(['refusedField', '']);
  });
});

describe('a rule as a sentence', () => {
  const mine = on('createUser', '=', { my: 'userId' });
  const normal = on('choice', '=', 1);
  it.each<[zh: string, en: string, rule: unknown]>([
    [
      '金额 ≥ 10000 且（状态 为 正常 或 创建人 为 本人）',
      'Amount ≥ 10000 and (Status is Normal or Created by is current user)',
      { all: [on('money', '>=', 10_000), { any: [normal, mine] }] },
    ],
    [
      '（状态 为 正常 或 创建人 为 本人）且（期限 < 30 或 期限 > 90）且 确认 为 是',
      '(Status is Normal or Created by is current user) and (Term < 30 or Term > 90) and Confirmed is Yes',
      {
        all: [{ any: [normal, mine] }, { any: [on('integer', '<', 30), on('integer', '>', 90)] }, on('flag', '=', 1)],
      },
    ],
    [
      '创建部门 属于 所在机构及子级 或 部门 不属于 所在机构',
      'Creator’s department is one of own departments and subdepartments or Department is not one of own departments',
      { any: [on('createDept', 'in', { my: 'deptTree' }), on('dept', 'notIn', { my: 'deptIds' })] },
    ],
    ['角色 属于 本人角色', 'Role is one of own roles', on('role', 'in', { my: 'roleIds' })],
    ['名称 为 本人账号', 'Name is own account', on('text', '=', { my: 'account' })],
    ['名称 以 “张” 开头', 'Name starts with “张”', on('text', 'startsWith', '张')],
    ['备注 包含 “%”', 'Note contains “%”', on('longText', 'like', '%')],
    ['状态 属于 停用、正常', 'Status is one of Off, Normal', on('choice', 'in', [0, 1])],
    ['状态 不属于 （无）', 'Status is not one of (none)', on('choice', 'notIn', [])],
    ['付款状态 不为 3', 'Payment is not 3', on('dict', '<>', 3)],
    ['日期 ≤ 2026-02-28', 'Date ≤ 2026-02-28', on('date', '<=', '2026-02-28')],
    ['客户 为空', 'Customer is empty', on('ref', 'empty', '')],
    ['确认 不为空', 'Confirmed is not empty', on('flag', 'notEmpty')],
    ['确认 为 否', 'Confirmed is No', { all: [{ any: [on('flag', '=', 0)] }] }],
  ])('%s', (zh, en, rule) => {
    expect(ruleText(read(rule), target, 'zh')).toBe(zh);
    expect(ruleText(read(rule), target, 'en')).toBe(en);
  });

  it('takes the texts of dictionaries and records from its caller', () => {
    const requested: unknown[] = [];
    const wordFor = (field: Field, value: string | number) => {
      requested.push([field.dict ?? field.to, value]);
      return value === 3 ? '已付' : undefined;
    };
    const rule = read({ all: [on('dict', 'in', [3, 4]), on('ref', '=', '77'), on('ref', 'notEmpty'), normal] });
    expect(ruleText(rule, target, 'zh', wordFor)).toBe(
      '付款状态 属于 已付、4 且 客户 为 77 且 客户 不为空 且 状态 为 正常',
    );
    expect(requested).toEqual([
      ['pay_status', 3],
      ['pay_status', 4],
      ['customer', '77'],
    ]);
  });

  it('is none for a rule of another module', () => {
    const rule = on('constructor', 'empty', '') as ScopeRule;
    expect(problemOf(() => ruleText(rule, target, 'zh'))).toEqual(['unknownField', '']);
  });
});
