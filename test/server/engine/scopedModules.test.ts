import { allModules, scopedModules } from '../../../contract/modules';
import { registry } from '../../../server/app';

it('every module of the list is served, and no other', () => {
  expect([...registry.keys()].sort()).toEqual(allModules.map(({ name }) => name).sort());
});

it('data scopes may be about every module whose rows are a tenant’s own', () => {
  const own = [...registry.values()]
    .filter(({ module }) => module.scope !== 'platform')
    .map(({ module }) => module.name);
  expect(Object.keys(scopedModules).sort()).toEqual(own.sort());
});

it('every offer that is declared has its condition, and no other has', () => {
  for (const { module, offers = {} } of registry.values())
    expect([module.name, Object.keys(offers).sort()]).toEqual([module.name, [...(module.chosen?.offers ?? [])].sort()]);
});
