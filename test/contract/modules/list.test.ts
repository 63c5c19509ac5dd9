/** The list of modules: what each declares must fit what the others declare. */
import { allModules, fileOf, historyLabel, moduleNamed, pointersTo } from '../../../contract/modules';
import { customer } from '../../../contract/modules/lease/customer';
import { referencesOf } from '../../../contract/schema/module';

const targets = allModules.flatMap((module) => referencesOf(module).map((reference) => ({ module, reference })));

describe('every field that points to records', () => {
  it.each(targets.map((one) => [`${one.module.name}.${one.reference.name}`, one] as const))(
    '%s',
    (_, { reference }) => {
      const { to, field } = reference;
      const target = moduleNamed(to);
      // A data source is no module: only the platform's people set it, by a call that validates it.
      if (!target) return expect([to, field.derived]).toEqual(['datasource', true]);
      expect(target.chosen).toBeDefined();
      if (field.offer) expect(target.chosen!.offers ?? []).toContain(field.offer);
    },
  );

  it('is found from the records it points to', () => {
    const unfound = targets.filter(
      ({ module, reference: { to, name } }) =>
        !pointersTo({ name: to }).some((found) => found.module === module && found.name === name),
    );
    expect(unfound).toEqual([]);
    expect(pointersTo(customer)).not.toEqual([]);
    expect(pointersTo(customer).filter(({ to }) => to !== customer.name)).toEqual([]);
  });
});

it('every module has a name, a path and a file of its own', () => {
  for (const names of [allModules.map(({ name }) => name), allModules.map(fileOf)])
    expect(new Set(names).size).toBe(names.length);
});

it('the history has a word for every action', () => {
  expect(historyLabel('user', 'unlock')).toEqual({ zh: '账号解锁', en: 'Unlock' });
  expect(historyLabel('user', 'signIn')).toEqual({ zh: '登录', en: 'Signed in' });
  expect(historyLabel('nothing', 'else')).toEqual({ zh: 'else', en: 'else' });
});
