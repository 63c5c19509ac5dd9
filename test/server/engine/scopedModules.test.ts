import { scopedModules } from '../../../contract/modules/scopedModules';
import { registry } from '../../../server/app';

it('data scopes may be about every module whose rows are a tenant’s own', () => {
  const own = [...registry.values()]
    .filter(({ module }) => module.scope !== 'platform')
    .map(({ module }) => module.name);
  expect(Object.keys(scopedModules).sort()).toEqual(own.sort());
});
