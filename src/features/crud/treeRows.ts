import { useMemo } from 'react';
import { conditionField, conditionName, filtersOf } from '../../../contract/schema/conditions';
import type { Module, Row } from '../../../contract/schema/module';
import {
  type TreeIndex,
  type TreeNode,
  type TreeRow,
  treeIndex,
  treeOf,
  visibleRows,
} from '../../../contract/schema/tree';
import type { CrudState } from '../../store/crud/crudState';

function folded(value: unknown) {
  return String(value ?? '').toLowerCase();
}

/** Whether a row meets a condition, as a list of the server would judge it. */
function meets(module: Module, row: Row, key: string, sought: string): boolean {
  const value = folded(row[conditionName(key)]);
  if (key.endsWith('_dategt')) return value > sought;
  if (key.endsWith('_datelt')) return value !== '' && value < sought;
  return conditionField(module, key)?.search === 'like' ? value.includes(sought) : value === sought;
}

/** Conditions of a tree by name, in lower case. */
export function soughtIn(module: Module, seek: Record<string, string>): [name: string, sought: string][] {
  return Object.entries(filtersOf(module, seek)).flatMap(([name, value]): [string, string][] =>
    conditionField(module, name) ? [[name, folded(value)]] : [],
  );
}

const FOUND = '+';
/** The same tree, filtered by field values instead of titles. */
function searched(index: TreeIndex, rows: ReadonlyMap<string, Row>, isMet: (row: Row) => boolean): TreeIndex {
  return {
    ...index,
    texts: index.nodes.map(({ id }) => (isMet(rows.get(id)!) ? FOUND : '')),
  };
}

export interface TreeRows {
  rows: Row[];
  lines: TreeRow[];
  /** Number of matches; undefined without a search. */
  found: number | undefined;
}

/** The visible rows of a tree, top to bottom, with their positions. */
export function useTreeRows(module: Module, { page, open, seek }: Pick<CrudState, 'page' | 'open' | 'seek'>): TreeRows {
  const records = page?.records;
  const { parent, title } = module.tree ?? { parent: 'parentId', title: 'id' };
  const byId = useMemo(() => new Map(records?.map((row) => [row.id, row])), [records]);
  const index = useMemo(
    () =>
      treeIndex(
        treeOf(
          (records ?? []).map(
            (row): TreeNode => ({ id: row.id, parentId: String(row[parent] ?? ''), title: String(row[title] ?? '') }),
          ),
        ),
      ),
    [records, parent, title],
  );
  const openIds = useMemo(() => new Set(Object.keys(open ?? {})), [open]);
  return useMemo(() => {
    const sought = soughtIn(module, seek);
    const isMet = (row: Row) => sought.every(([name, value]) => meets(module, row, name, value));
    const isSeeking = sought.length > 0;
    const lines = isSeeking
      ? visibleRows(searched(index, byId, isMet), { open: openIds, seek: FOUND })
      : visibleRows(index, { open: openIds });
    return {
      lines,
      rows: lines.map(({ node }) => byId.get(node.id)!),
      found: isSeeking ? lines.filter(({ isFound }) => isFound).length : undefined,
    };
  }, [module, seek, index, byId, openIds]);
}
