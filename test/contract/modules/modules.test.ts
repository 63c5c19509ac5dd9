/** The declarations of the modules: what they promise on the wire, and that they agree with each other. */
import { dictionaries } from '../../../contract/domain/dictionaries';
import { label } from '../../../contract/domain/text';
import { fascContract } from '../../../contract/modules/esign/fascContract';
import { customer } from '../../../contract/modules/lease/customer';
import { order } from '../../../contract/modules/lease/order';
import { paymentPlan } from '../../../contract/modules/lease/paymentPlan';
import { picture } from '../../../contract/modules/lease/picture';
import { product } from '../../../contract/modules/lease/product';
import type { Field } from '../../../contract/schema/fields';
import { actionLabel, type Module, type Verb } from '../../../contract/schema/module';
import { judgeOne } from '../../../contract/schema/validate';

const modules = [customer, order, picture, fascContract, paymentPlan, product] as unknown as Module[];

describe('the calls of the requirement documents', () => {
  it.each<[Module, Partial<Record<Verb, string>>]>([
    [product as never, { list: 'page', detail: 'detail', add: 'submit', update: 'update', remove: 'remove' }],
    [customer as never, { list: 'list', detail: 'detail', add: 'submit', update: 'submit', remove: 'remove' }],
    [order as never, { list: 'page', detail: 'detail', add: 'submit', update: 'update', remove: 'remove' }],
    [fascContract as never, { list: 'list', detail: 'detail', add: 'submit', update: 'submit', remove: 'remove' }],
    [paymentPlan as never, { list: 'page', detail: 'detail', add: 'submit', update: 'update', remove: 'remove' }],
    [picture as never, { list: 'list', detail: 'detail', add: 'submit', update: 'submit', remove: 'remove' }],
  ])('of $name', (module, calls) => {
    for (const [verb, call] of Object.entries(calls))
      expect(module.url(verb)).toBe(`/blade-${module.name}/${module.name}/${call}`);
  });

  it('beyond the usual five keep their own names', () => {
    expect(order.url('update-businessStatus')).toBe('/blade-order/order/update-businessStatus');
    expect(fascContract.url('makeContract')).toBe('/blade-fascContract/fascContract/makeContract');
    expect(paymentPlan.url('updateBat')).toBe('/blade-paymentPlan/paymentPlan/updateBat');
    expect(picture.url('upload-images')).toBe('/blade-picture/picture/upload-images');
  });
});

describe('the permissions', () => {
  it('are the menu for reading, and a button for each kind of writing and for each way of a list', () => {
    expect(
      (['list', 'detail', 'add', 'update', 'remove', 'export', 'import'] as const).map((verb) =>
        product.permission(verb),
      ),
    ).toEqual([
      'product',
      'product',
      'product_add',
      'product_edit',
      'product_delete',
      'product_export',
      'product_import',
    ]);
  });
});

describe.each(modules.map((module) => [module.name, module] as const))('the module %s', (_name, module) => {
  const fields = Object.entries(module.fields as Record<string, Field>);
  const common = ['id', 'createTime', 'updateTime', 'createUser', 'createDept', 'updateUser', 'tenantId', 'version'];

  it('has both languages everywhere', () => {
    const labels = [
      module.label,
      ...fields.flatMap(([, field]) => [field.label, ...Object.values(field.choices ?? {})]),
      ...Object.values(module.actions).map((action) => label(...actionLabel(action))),
    ];
    for (const { zh, en } of labels) {
      expect(zh).toMatch(/[\u4e00-\u9fff/]/);
      expect(en).toMatch(/^[A-Za-z0-9][\w ,./'-]*$/);
    }
  });

  it('names only fields that it has', () => {
    const names = new Set([...fields.map(([name]) => name), ...common]);
    const { chosen, belongsTo, sortable = [] } = module;
    for (const name of [chosen?.title, chosen?.note, belongsTo, ...sortable])
      if (name !== undefined) expect(names).toContain(name);
  });

  it('points to dictionaries that exist', () => {
    const codes = dictionaries.map(({ code }) => code);
    for (const [, { dict }] of fields) if (dict) expect(codes).toContain(dict);
  });

  it('points to modules that exist and can be named', () => {
    const others = new Map(modules.map((other) => [other.name, other]));
    for (const [name, { to, derived }] of fields)
      if (to && !derived) expect([name, others.get(to)?.chosen === undefined && to !== 'order']).toEqual([name, false]);
  });

  it('starts no field with a value that its own judge refuses', () => {
    for (const [name, field] of fields)
      if (field.initial !== undefined) expect([name, judgeOne(field, field.initial)]).toEqual([name, undefined]);
  });

  it('requires no field that cannot be filled in', () => {
    for (const [name, { required, derived }] of fields)
      expect([name, required && derived === true]).toEqual([name, false]);
  });

  it('gives every text a length', () => {
    for (const [name, { kind, maxLength }] of fields)
      if (['text', 'longText', 'identity'].includes(kind)) expect([name, typeof maxLength]).toEqual([name, 'number']);
  });

  it('lets rows that carry money be changed only by those who saw them last', () => {
    const carriesMoney = ['order', 'paymentPlan'].includes(module.name);
    expect(module.isVersioned === true).toBe(carriesMoney);
  });
});

it('every module has a name and a path of its own', () => {
  expect(new Set(modules.map(({ name }) => name)).size).toBe(modules.length);
  expect(new Set(modules.map(({ path }) => path)).size).toBe(modules.length);
});

it('a contract is made and signed, never typed', () => {
  expect((['list', 'detail', 'add', 'update', 'remove'] as const).filter((verb) => fascContract.offers(verb))).toEqual([
    'list',
    'detail',
    'remove',
  ]);
});
