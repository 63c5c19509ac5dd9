import type { Action } from '@reduxjs/toolkit';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { shallowEqual, useDispatch, useSelector } from 'react-redux';
import { textIn } from '../../../../contract/domain/text';
import { isEmpty } from '../../../../contract/domain/values';
import { conditionField, filtersOf, hasBadDate } from '../../../../contract/schema/conditions';
import type { Row, Verb } from '../../../../contract/schema/module';
import { type CrudState, freshnessOf, isTree } from '../../../store/crud/crudState';
import { permission } from '../../../store/navigation/menu';
import { preferences } from '../../../store/preferences';
import { session } from '../../../store/session';
import { textOf } from '../cells';
import type { CrudScreenProps } from '../screen';
import { useTreeRows } from '../treeRows';
import { useFormat } from '../useFormat';
import { declaredActions } from './rowButtons';

export interface ListProps extends CrudScreenProps {
  /** One of several lists of a page: row actions are its own, page actions belong to the page. */
  isPanel?: boolean;
  /** Prefix of its permission codes and its history: `dict` for `dict_add`. */
  code?: string;
  /** Conditions of every query of this list. */
  fixed?: Record<string, string>;
  /** Initial values of a new record. */
  draft?: Record<string, unknown>;
  /** Why there is nothing to list or add to yet. */
  off?: string;
  /** Called when a row is chosen, to show its details elsewhere. */
  onChoose?(row: Row): void;
  chosen?: string;
}

/** Whether two states of a list draw the same: what is under way is drawn by the table and the dialogs themselves. */
function drawsSame({ busy: _, ...before }: CrudState, { busy: __, ...now }: CrudState): boolean {
  return shallowEqual(before, now);
}

function cleared(seek: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.keys(seek).map((key) => [key, '']));
}

/** What all parts of a list share: state, texts, user and search. */
export function useList(props: ListProps) {
  const { module, slice, screen, code = module.name, fixed, draft, off, onChoose } = props;
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const format = useFormat();
  const { actions: at } = slice;
  const state: Omit<CrudState, 'busy'> = useSelector(slice.selectors.all, drawsSame);
  const codes = useSelector(permission.selectors.codes);
  const self = useSelector(session.selectors.user)?.userId ?? '';
  const { density: usualDensity } = useSelector(preferences.selectors.all);
  const { page, seek } = state;
  const density = state.shaping.shape.density ?? usualDensity;
  const hasTree = isTree(module);
  const tree = useTreeRows(module, state);

  /** Why the user may not use this action of the module. */
  const refusal = useCallback(
    (button: string) => (codes[button] === true ? undefined : t('crud.noRight', { code: button })),
    [codes, t],
  );
  const viewRow = useCallback((row: Row): Action => screen.view?.(row) ?? at.view(row.id), [screen, at]);
  const openRow = useCallback(
    (row: Row) => (onChoose ? onChoose(row) : void dispatch(viewRow(row))),
    [onChoose, dispatch, viewRow],
  );

  // A tree is filtered on the client while typing.
  const search = (values: Record<string, string>) =>
    void dispatch(at.list(hasTree ? {} : { current: 1, filters: { ...filtersOf(module, values), ...fixed } }));
  const isLost = page === null && (state.isCutOff || state.isRefused);
  const freshness = freshnessOf(state);
  const rows = useMemo(() => (off ? [] : hasTree ? tree.rows : (page?.records ?? [])), [off, hasTree, tree.rows, page]);
  return {
    ...props,
    code,
    t,
    dispatch,
    format,
    at,
    state,
    self,
    density,
    hasTree,
    tree,
    rows,
    isLost,
    freshness,
    /** Rows that are not, or no longer, the answer to the question, since asking has failed. */
    isStale: !off && freshness !== 'current' && (state.isCutOff || state.isRefused),
    isPanel: props.isPanel === true,
    /** Not answered yet, with an answer pending. */
    isWaiting: page === null && !isLost && !off,
    title: textIn(screen.title, format.language),
    /** Active conditions that have a field. */
    conditions: Object.entries(seek).filter(([key, value]) => !isEmpty(value?.trim()) && conditionField(module, key)),
    offers: (verb: Verb) => module.offers(verb) && !screen.without.includes(verb),
    refusal,
    viewRow,
    openRow,
    add: () => void dispatch(screen.add?.() ?? at.add(draft ?? {})),
    reload() {
      if (!off) dispatch(at.list({}));
    },
    search() {
      if (!off && !hasBadDate(seek)) search(seek);
    },
    clear() {
      if (off) return;
      dispatch(at.leaveView());
      dispatch(at.seek(cleared(seek)));
      if (!hasTree) search({});
    },
    drop(key: string) {
      dispatch(at.seek({ [key]: '' }));
      if (!hasTree) search({ ...seek, [key]: '' });
    },
  };
}
/** A list and its actions, as its parts receive it. */
export type List = ReturnType<typeof useList>;

/** Rows can be selected where an action works on several: deleting, or an action on a selection. */
export function hasSelection({ module, screen, offers }: List): boolean {
  return (
    offers('remove') ||
    screen.tools.some(({ isRowless }) => !isRowless) ||
    declaredActions(module).some(([, { on }]) => on === 'rows')
  );
}

/** Most sums that fit beside the number of rows. */
const mostSums = 2;

/** Money columns that the server adds up, with their labels. */
export interface ListSums {
  /** The direction of money, where rows of several are in the list. */
  side?: string;
  sums: { name: string; label: string; sum: string }[];
}

/** The sums of the list; one set for each direction of money that its rows have. */
export function sumsOf({ module, state, format, isStale, isPanel }: List): ListSums[] {
  if (isStale || isPanel) return [];
  const labelled = (sums: Record<string, string>) =>
    Object.entries(sums)
      .slice(0, mostSums)
      .map(([name, sum]) => ({ name, sum, label: textIn(module.fields[name]?.label, format.language) ?? '' }));
  const { sums, sides } = state.page ?? {};
  if (sums) return [{ sums: labelled(sums) }];
  const field = module.fields.direction;
  return (sides ?? []).map((one) => ({
    side: (field && textOf(field, one.direction, format)) ?? '',
    sums: labelled(one.sums),
  }));
}
