/** A menu that would open no page is told so while it is entered. */
import { leadsNowhere } from '../../../../../src/features/system/menu/NoPage';

const rows = [
  { id: '1', parentId: '0' },
  { id: '2', parentId: '1' },
];

it.each([
  ['of a code that no page has', { code: 'nothing', path: '/x' }, true],
  ['that has none below it yet', { id: '2', code: 'nothing', path: '/x' }, true],
  ['with others below it', { id: '1', code: 'nothing', path: '/x' }, false],
  ['of a page, at a path of its own', { code: 'order', path: '/x' }, false],
  ['of a page with a permission code', { code: 'data_scope', path: '/x' }, false],
  ['at an address of the product', { code: 'nothing', path: '/info/index' }, false],
  ['of another host', { code: 'nothing', path: 'https://reports.example.com/a' }, false],
  ['without a code yet', { code: ' ', path: '/x' }, false],
])('a menu %s', (_what, draft, isLost) => expect(leadsNowhere(draft, rows)).toBe(isLost));
