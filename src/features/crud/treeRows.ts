import { useMemo } from 'react';
import { isEmpty } from '../../../contract/domain/values';
import type { Field } from '../../../contract/schema/fields';
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

/** Whether a value matches the search value of its field. */
function meets(field: Field | undefined, value: unknown, sought: string): boolean {
  return field?.search === 'like' ? folded(value).includes(sought) : folded(value) === sought;
}

/** Search values of a tree by field, in lower case. */
export function soughtIn({ fields }: Module, seek: Record<string, string>): [name: string, sought: string][] {
  return Object.entries(seek).flatMap(([name, value]): [string, string][] =>
    fields[name] && !isEmpty(value?.trim()) ? [[name, folded(value.trim())]] : [],
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
    const isMet = (row: Row) => sought.every(([name, value]) => meets(module.fields[name], row[name], value));
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
