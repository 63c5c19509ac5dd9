/** The shape of a list and its saved views: loaded from the server, applied, and kept there. */
import type { Action } from '@reduxjs/toolkit';
import { call, put, race, take, takeLatest, takeLeading } from 'redux-saga/effects';
import { timesOfRecord } from '../../../contract/schema/fields';
import type { Module } from '../../../contract/schema/module';
import { type ListSettings, type SavedView, soundShape, type ViewDraft } from '../../../contract/wire/listViews';
import { openedIn } from '../../store/features';
import { feedback } from '../../store/feedback';
import { Unreachable } from '../../world/world';
import { ask, confirm, read, type Saga } from '../effects';
import { isExpected, Refused, request, tellFailure } from '../request';
import { untilNextTry } from '../trying';
import { text } from '../wire';
import type { Crud } from './context';

const base = '/blade-desk/list-view';
/** A column that is dragged changes several times in a second: the last shape is saved. */
const saveAfterMs = 800;

/** Columns of every record beside the fields of its module. */
export const commonColumns: readonly string[] = Object.keys(timesOfRecord);

function isColumnOf({ fields }: Module) {
  return (name: string) => Object.hasOwn(fields, name) || commonColumns.includes(name);
}

function texts(found: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries((found ?? {}) as Record<string, unknown>).flatMap(([key, value]) =>
      typeof value === 'string' ? [[key, value]] : [],
    ),
  );
}
function names(found: unknown): string[] {
  return (Array.isArray(found) ? found : []).filter((one): one is string => typeof one === 'string');
}

/** A view as the console relies on it. */
function viewOf(module: Module, found: unknown): SavedView {
  const view = (found ?? {}) as Partial<Record<keyof SavedView, unknown>>;
  return {
    id: text(view.id),
    name: text(view.name),
    seek: texts(view.seek),
    filters: texts(view.filters),
    ...(text(view.ascs) ? { ascs: text(view.ascs) } : {}),
    ...(text(view.descs) ? { descs: text(view.descs) } : {}),
    shape: soundShape(view.shape, isColumnOf(module)),
    isShared: view.isShared === true,
    isOwn: view.isOwn === true,
    mayChange: view.mayChange === true,
    owner: text(view.owner),
    ...(names(view.lacks).length > 0 ? { lacks: names(view.lacks) } : {}),
  };
}
function settingsOf(module: Module, found: unknown): ListSettings {
  const { shape, hidden, views } = (found ?? {}) as Partial<Record<keyof ListSettings, unknown>>;
  return {
    shape: soundShape(shape, isColumnOf(module)),
    hidden: names(hidden),
    views: (Array.isArray(views) ? views : []).map((view) => viewOf(module, view)).filter(({ id }) => /^\d+$/.test(id)),
  };
}

/** Loads the settings once, while the list itself is on its way. */
function* load({ world, module, slice }: Crud): Saga {
  const { actions: at, selectors: see } = slice;
  if ((yield* read(see.shaping)).isKept !== null) return;
  try {
    const query = { module: module.name };
    const found: unknown = yield call(request, world, { method: 'GET', url: `${base}/list`, query }, { quiet: true });
    yield put(at.settingsReceived(settingsOf(module, found)));
  } catch (error) {
    if (!isExpected(error)) throw error;
    // Without an answer it is asked again when the list is opened the next time.
    if (error instanceof Refused && error.code !== 401) yield put(at.settingsMissed());
  }
}

/** The page size that the server keeps differs from the one the list was asked with. */
function* follow({ slice }: Crud): Saga {
  const { size } = (yield* read(slice.selectors.shaping)).shape;
  if (size !== undefined && size !== (yield* read(slice.selectors.query)).size)
    yield put(slice.actions.list({ current: 1 }));
}

function* count({ world, module, slice }: Crud): Saga {
  if ((yield* read(slice.selectors.shaping)).views.length === 0) return;
  try {
    const query = { module: module.name };
    const found: unknown = yield call(request, world, { method: 'GET', url: `${base}/counts`, query }, { quiet: true });
    const counts = Object.entries((found ?? {}) as Record<string, unknown>).filter(
      (entry): entry is [string, number] => typeof entry[1] === 'number',
    );
    yield put(slice.actions.viewsCounted(Object.fromEntries(counts)));
  } catch (error) {
    // Views without numbers still filter.
    if (!isExpected(error)) throw error;
  }
}

/** Keeps the person's own shape at the server; a view has a shape of its own, which is saved with it. */
function* keep({ world, module, slice }: Crud): Saga {
  const { isKept, view } = yield* read(slice.selectors.shaping);
  if (!isKept || view) return;
  yield* ask(world, 'sleep', saveAfterMs);
  const { own: shape } = yield* read(slice.selectors.shaping);
  const body = { module: module.name, shape };
  for (let failures = 0; ; failures++) {
    try {
      return yield call(request, world, { method: 'POST', url: `${base}/shape`, body });
    } catch (error) {
      if (!isExpected(error)) throw error;
      if (!(error instanceof Unreachable)) return;
    }
    // What is on screen is what the person asked for: only saving it waits for the line.
    yield call(untilNextTry, world, failures);
  }
}

/** Waits until the settings have been answered; false where no server keeps any. */
function* known({ slice }: Crud): Saga<boolean> {
  const { actions: at, selectors: see } = slice;
  const { isKept } = yield* read(see.shaping);
  if (isKept !== null) return isKept;
  const { received } = yield race({ received: take(at.settingsReceived), missed: take(at.settingsMissed) });
  return received !== undefined;
}

/** The saved view with this id, if it can be applied; the reason is reported. */
export function* viewNamed(crud: Crud, id: string): Saga<SavedView | undefined> {
  const isKept = yield* known(crud);
  const view = isKept ? (yield* read(crud.slice.selectors.shaping)).views.find((one) => one.id === id) : undefined;
  if (view && !view.lacks) return view;
  yield put(feedback.actions.notified({ tone: 'warning', say: view ? 'crud.viewLacks' : 'crud.viewGone' }));
  return undefined;
}

/** Shows the list as the view has it. */
export function* applyView({ slice }: Crud, view: SavedView): Saga {
  const { actions: at, selectors: see } = slice;
  const none = Object.fromEntries(Object.keys(yield* read(see.seek)).map((name) => [name, '']));
  yield put(at.seek({ ...none, ...view.seek }));
  yield put(at.viewOpened(view.id));
  yield put(at.list({ current: 1, filters: view.filters, ascs: view.ascs, descs: view.descs }));
}

function* openView(crud: Crud, { payload: id }: { payload: string }): Saga {
  const view = yield* viewNamed(crud, id);
  if (view) yield call(applyView, crud, view);
}

/** Saves the dialog: the present conditions, sort and shape under a name, or another name for what is saved. */
function* save({ world, module, slice }: Crud): Saga {
  const { actions: at, selectors: see } = slice;
  const { form, shape, views } = yield* read(see.shaping);
  if (!form) return;
  const { query, seek } = yield* read(see.all);
  const before = form.isRename ? views.find(({ id }) => id === form.id) : undefined;
  const typed = Object.fromEntries(Object.entries(seek).filter(([, value]) => value?.trim()));
  const { id, name, isShared } = form;
  const what = before ?? { seek: typed, filters: texts(query.filters), ascs: query.ascs, descs: query.descs, shape };
  const body: ViewDraft = {
    module: module.name,
    ...(id ? { id } : {}),
    name: name.trim(),
    isShared,
    seek: what.seek,
    filters: what.filters,
    ...(what.ascs ? { ascs: what.ascs } : {}),
    ...(what.descs ? { descs: what.descs } : {}),
    shape: what.shape,
  };
  try {
    const saved: unknown = yield call(request, world, { method: 'POST', url: `${base}/submit`, body });
    yield put(at.viewSaved({ view: viewOf(module, saved), isApplied: !form.isRename }));
    yield put(feedback.actions.notified({ tone: 'success', say: 'crud.viewSaved' }));
  } catch (error) {
    yield put(at.viewFailed());
    yield call(tellFailure, error);
  }
}

function* remove({ world, slice }: Crud, { payload: id }: { payload: string }): Saga {
  const { actions: at, selectors: see } = slice;
  const view = (yield* read(see.shaping)).views.find((one) => one.id === id);
  if (!view) return;
  const question = {
    title: 'ask.title',
    say: view.isShared ? 'crud.askRemoveShared' : 'crud.askRemoveView',
    confirm: 'crud.remove',
    danger: true,
    detail: view.name,
  } as const;
  if (!(yield* confirm(question)).isSure) return;
  try {
    yield call(request, world, { method: 'POST', url: `${base}/remove`, body: { id } });
    yield put(at.viewRemoved(id));
  } catch (error) {
    yield call(tellFailure, error, at.removeView(id));
  }
}

/** The settings of a list that people can shape. */
export function* shaping(crud: Crud): Saga {
  const { module, slice } = crud;
  const { actions: at } = slice;
  const changesCounts = (action: Action) =>
    [at.settingsReceived, at.viewSaved, at.removed, at.acted, at.saved].some((one) => one.match(action)) ||
    (at.list.match(action) && !('current' in action.payload));
  yield takeLatest(
    openedIn(module.name, (rest) => rest === ''),
    load,
    crud,
  );
  yield takeLatest(at.settingsReceived, follow, crud);
  yield takeLatest(changesCounts, count, crud);
  yield takeLatest(at.shape, keep, crud);
  yield takeLatest(at.openView, (action) => openView(crud, action));
  yield takeLeading(at.saveView, save, crud);
  yield takeLeading(at.removeView, (action) => remove(crud, action));
}
