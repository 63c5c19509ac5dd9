import { menu } from '../../../../contract/modules/system/menu';
import { Icon, menuGlyph } from '../../../ui/icons/Icon';
import { Dash } from '../../../ui/layout/figures';
import { defineFeature } from '../../crud/feature';
import { IconField } from '../../crud/inputs/inputs';
import { NoPage } from './NoPage';

const page = 1;
const button = 2;
/** Fields that apply to one kind of row only. */
const only: Record<string, number> = {
  path: page,
  source: page,
  isOpen: page,
  isPlatform: page,
  alias: button,
  action: button,
};

export const feature = defineFeature(menu, (slice) => ({
  naming: 'name',
  columns: ['name', 'nameEn', 'code', 'path', 'source', 'category', 'sort'],
  widths: { name: 260, nameEn: 170, code: 150, path: 180, source: 72 },
  phone: { name: 'name', code: 'code', category: 'state', path: 'note' },
  cells: {
    source: ({ source, category }) =>
      source && category === page ? <Icon name={menuGlyph(source)} label={source} /> : <Dash />,
  },
  inputs: { source: (props) => <IconField {...props} /> },
  form: [
    ['category'],
    ['parentId'],
    ['name', 'nameEn'],
    ['code', 'sort'],
    ['path'],
    ['alias', 'action'],
    ['source'],
    ['isOpen', 'keepAlive', 'isPlatform'],
    ['remark'],
  ],
  notes: { path: ({ draft }) => <NoPage draft={draft} slice={slice} /> },
  isFieldShown: (name, { category }) => only[name] === undefined || only[name] === Number(category),
  canAddBelow: ({ category }) => category === page,
}));
