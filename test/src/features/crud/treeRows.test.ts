/** A tree that is searched in the console by when its rows were made. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { dept } from '../../../../contract/modules/system/dept';
import type { Row } from '../../../../contract/schema/module';
import { useTreeRows } from '../../../../src/features/crud/treeRows';

const rows: Row[] = [
  { id: '1', parentId: '0', deptName: '总部', createTime: '2026-03-01 09:00:00' },
  { id: '2', parentId: '1', deptName: '财务部', createTime: '2026-03-02 00:00:00' },
  { id: '3', parentId: '1', deptName: '业务部', createTime: '2026-03-03 23:59:59' },
];
const page = { records: rows, total: 3, size: 3, current: 1, pages: 1 };

function Found({ seek }: { seek: Record<string, string> }) {
  const { lines, rows: shown } = useTreeRows(dept, { page, open: { 1: true }, seek });
  return shown
    .filter((_, at) => lines[at]!.isFound)
    .map(({ deptName }) => String(deptName))
    .join(',');
}
function found(seek: Record<string, string>): string[] {
  return renderToStaticMarkup(createElement(Found, { seek })).split(',');
}

it.each([
  [{ 'createTime.from': '2026-03-02' }, ['财务部', '业务部']],
  [{ 'createTime.to': '2026-03-02' }, ['总部', '财务部']],
  [{ 'createTime.from': '2026-03-03', 'createTime.to': '2026-03-03' }, ['业务部']],
  [{ 'createTime.from': '2026-03-02', deptName: '财务' }, ['财务部']],
])('%j finds %j', (seek, names) => expect(found(seek as Record<string, string>)).toEqual(names));
