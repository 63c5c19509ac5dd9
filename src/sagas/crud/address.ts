/** The address of a list: its view, or its conditions and sort, so that a copied link opens the same list. */
import { call, put } from 'redux-saga/effects';
import { isEmpty, isId } from '../../../contract/domain/values';
import { conditionField, filtersOf } from '../../../contract/schema/conditions';
import type { Module } from '../../../contract/schema/module';
import type { SavedView } from '../../../contract/wire/listViews';
import { clock } from '../../store/clock';
import { type CrudState, isTree, type Opening } from '../../store/crud/crudState';
import { route } from '../../store/navigation/route';
import { ask, read, type Saga } from '../effects';
import type { Crud } from './context';

type Shown = Pick<CrudState, 'query' | 'seek' | 'shaping'>;
type Conditions = Record<string, unknown>;

function isSame(a: Conditions, b: Conditions): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}
function typedOf(seek: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(seek).filter(([, value]) => !isEmpty(value?.trim())));
}

/** Whether the list has the conditions and the sort of a saved view. */
export function isAsSaved(module: Module, { query, seek }: Shown, view: SavedView): boolean {
  const isSorted = (query.ascs ?? '') === (view.ascs ?? '') && (query.descs ?? '') === (view.descs ?? '');
  // A whole tree is searched in the console.
  return isSorted && (isTree(module) ? isSame(typedOf(seek), view.seek) : isSame(query.filters, view.filters));
}

/** The conditions as typed, if the list is shown by them; a whole tree always is. */
function conditionsOf(module: Module, { query, seek }: Shown): Record<string, string> {
  const typed = typedOf(seek);
  const isByTyped = isTree(module) || isSame(filtersOf(module, seek), query.filters);
  const conditions = isByTyped ? typed : (query.filters as Record<string, string>);
  // An identity number stays out of addresses, which browsers keep.
  return Object.fromEntries(
    Object.entries(conditions).filter(([key]) => conditionField(module, key)?.kind !== 'identity'),
  );
}

/** The query of the address, without `?`; '' for the list as it opens. */
export function searchOf(module: Module, opening: Opening, shown: Shown, today: string): string {
  const { query, shaping } = shown;
  const saved = shaping.views.find(({ id }) => id === shaping.view);
  if (saved && isAsSaved(module, shown, saved)) return `view=${saved.id}`;
  const { ascs, descs } = query;
  const isUsualSort = ascs === opening.sort?.ascs && descs === opening.sort?.descs;
  const sort = isUsualSort ? {} : { ...(ascs ? { ascs } : {}), ...(descs ? { descs } : {}) };
  const [key, builtIn] =
    Object.entries(module.views ?? {}).find(
      ([, { seek }]) => today && isSame(filtersOf(module, seek(today)), query.filters),
    ) ?? [];
  if (!key) return String(new URLSearchParams({ ...conditionsOf(module, shown), ...sort }));
  return String(new URLSearchParams({ ...(builtIn?.isFirst ? {} : { view: key }), ...sort }));
}

/** What an address asks of a list. */
export interface Requested {
  /** A view, by its id or by the key of one that the list itself has. */
  view?: string;
  sort: { ascs?: string; descs?: string };
  seek: Record<string, string>;
}
export function requestedBy(search: string): Requested {
  const {
    view,
    ascs,
    descs,
    new: _new,
    edit: _edit,
    from: _from,
    ...seek
  } = Object.fromEntries(new URLSearchParams(search));
  return { ...(view ? { view } : {}), sort: { ...(ascs ? { ascs } : {}), ...(descs ? { descs } : {}) }, seek };
}

/** The form that an address opens above its list, and whether saving it leads back to the home page. */
export function formAsked(search: string): { add?: true; editId?: string; isFromHome: boolean } {
  const asked = new URLSearchParams(search);
  const editId = asked.get('edit') ?? '';
  return {
    ...(asked.get('new') === '1' ? { add: true } : {}),
    ...(isId(editId) ? { editId } : {}),
    isFromHome: asked.get('from') === 'home',
  };
}

/** The address follows the list on screen; the browser's history gets no entry for it. */
export function* followAddress({ world, module, slice, opening }: Crud): Saga {
  const place = yield* read(route.selectors.place);
  if (place?.feature !== module.name || place.rest !== '') return;
  const state = yield* read(slice.selectors.all);
  const search = searchOf(module, opening, state, yield* read(clock.selectors.today));
  // A link may spell the same query in another way.
  if (search === String(new URLSearchParams(place.search))) return;
  yield put(route.actions.searched({ path: place.path, search }));
  yield call(ask, world, 'navigate', place.path + (search && `?${search}`), 'replace');
}
