import { type TopMenu, topmenu } from '../../../contract/modules/system/topmenu';
import { actionLabel } from '../../../contract/schema/module';
import { Icon, menuGlyph } from '../../ui/icons/Icon';
import { defineFeature } from '../crud/feature';
import { IconField } from '../crud/inputs/inputs';
import { grantDialog } from './role/grant';
import { grantSaga } from './role/grantSaga';
import { type GrantSlice, grantSlice, type Holder } from './role/grantSlice';

const grant: GrantSlice = grantSlice('topmenuGrant');
const { open } = grant.actions;
function holderOf({ id, name }: TopMenu): Holder {
  return { id: String(id), name: name ?? '', userCount: 0 };
}
const [zh, en] = actionLabel(topmenu.actions.setting);
const label = { zh, en };

export const feature = defineFeature(
  topmenu,
  () => ({
    naming: 'name',
    widths: { name: 180, nameEn: 180, code: 160, source: 96, path: 220, actions: 176 },
    phone: { name: 'name', code: 'code', path: 'note', sort: 'date' },
    form: [['name', 'nameEn'], ['code', 'sort'], ['source'], ['path']],
    cells: { source: ({ source }) => <Icon name={menuGlyph(source ?? '')} label={source ?? ''} /> },
    inputs: { source: (props) => <IconField {...props} /> },
    rowActions: [
      { key: 'setting', label, icon: 'settings', permission: 'topmenu_setting', act: (row) => open([holderOf(row)]) },
    ],
    tools: [
      {
        key: 'setting',
        label,
        icon: 'settings',
        permission: 'topmenu_setting',
        act: (picked) => open(picked.map(holderOf)),
      },
    ],
    Dialogs: grantDialog(grant, 'topmenu'),
  }),
  ({ actions }) => ({
    slices: [grant],
    saga: grantSaga(grant, {
      tree: '/blade-system/menu/grant-top-tree',
      keys: '/blade-system/menu/top-tree-keys',
      save: topmenu.url('grant'),
      holders: 'topMenuIds',
      done: () => actions.list({}),
    }),
  }),
);
