import { all, call, put, race, spawn, take, takeLeading } from 'redux-saga/effects';
import { ownRights } from '../../../contract/wire/ownRights';
import { log } from '../../store/log';
import { type MenuItem, menu, permission } from '../../store/navigation/menu';
import { processAddress } from '../../store/navigation/route';
import { session, tokens } from '../../store/session';
import { resumed } from '../../store/windows';
import { isServerStatus } from '../../world/limits';
import type { World } from '../../world/world';
import { keepDay } from '../day';
import { ask, read, type Saga } from '../effects';
import { isExpected, Refused, request, SessionOver } from '../request';

/**
 * Answers that came with another one, by what they answer; those that are missing are asked for. `tree`: the menus of the
 * chosen top menu.
 */
export type RightsAhead = Partial<Record<'menus' | 'buttons' | 'tops' | 'flows' | 'tree', unknown>>;

/**
 * Asks for all of them in one trip. Other servers of the family answer without them, and what this call is refused the
 * calls that bring them one by one may still get.
 */
function* bringRights(world: World, topMenuId: string): Saga<RightsAhead> {
  const { url, query, top } = ownRights;
  const asked = { ...query, ...(topMenuId === '' ? {} : { [top]: topMenuId }) };
  try {
    const answer: { rights?: RightsAhead } | null = yield call(
      request,
      world,
      { method: 'GET', url, query: asked },
      { quiet: true },
    );
    return answer?.rights ?? {};
  } catch (error) {
    const isOver = error instanceof SessionOver;
    if (error instanceof Refused && !isOver && isServerStatus(error.code)) return {};
    throw error;
  }
}

const buttonsOf = { method: 'GET', url: '/blade-system/menu/buttons' } as const;

/** Whether the one-time password of a restored session was changed: the answer to that may never have come. */
function* wasChanged(world: World): Saga<boolean> {
  try {
    yield call(request, world, buttonsOf, { quiet: true });
    return true;
  } catch (error) {
    if (error instanceof Refused && error.reason === 'auth.mustChangePassword') return false;
    throw error;
  }
}

/** Menus and buttons: what this person may see and press. They are asked for, unless they came `ahead` with the token. */
export function* loadRights(world: World, ahead?: RightsAhead): Saga {
  const mustChange = (yield* read(session.selectors.user))?.mustChangePassword;
  const isUnsure = mustChange && !(yield* read(tokens.selectors.isConfirmed));
  const isChanged = isUnsure ? yield* wasChanged(world) : false;
  // A guest may only register, and a person with a one-time password only change it: there are no rights to load.
  if ((mustChange && !isChanged) || (yield* read(session.selectors.isGuest))) {
    yield put(menu.actions.menusReceived([]));
    // Nothing that is remembered is left to draw, and no call of theirs could ask whether the session lives.
    if (!(yield* read(tokens.selectors.isConfirmed))) yield put(tokens.actions.confirmed());
    return;
  }
  const top = yield* read(menu.selectors.top);
  const come: RightsAhead = ahead ?? (yield call(bringRights, world, top));
  yield spawn(loadTops, world, top, come.tops);
  yield spawn(loadFlows, world, come.flows);
  const routes = { method: 'GET', url: '/blade-system/menu/routes' } as const;
  const {
    menus = come.menus,
    buttons = come.buttons,
    tree = come.tree,
  } = yield all({
    // With a chosen top menu the sidebar shows its menus; the others can still be opened.
    ...(top === '' || come.tree ? {} : { tree: call(request, world, { ...routes, query: { topMenuId: top } }) }),
    ...(come.menus ? {} : { menus: call(request, world, routes) }),
    ...(come.buttons ? {} : { buttons: call(request, world, buttonsOf) }),
  });
  // Not before the rights are here: pages that waited for this ask for what the rights allow.
  if (isChanged) yield put(session.actions.passwordChanged());
  yield put(permission.actions.buttonsReceived(Array.isArray(buttons) ? buttons : []));
  const isChosen = top !== '' && top === (yield* read(menu.selectors.top));
  yield put(menu.actions.menusReceived(listIn(menus), isChosen ? listIn(tree) : undefined));
}
function listIn(answer: unknown): MenuItem[] {
  return Array.isArray(answer) ? answer : [];
}

/** Top menus are optional: without them there is one set of menus. */
function* loadTops(world: World, chosen: string, come: unknown): Saga {
  const topMenu = { method: 'GET', url: '/blade-system/menu/top-menu' } as const;
  try {
    const tops = come ?? (yield call(request, world, topMenu, { quiet: true }));
    yield put(menu.actions.topsReceived(Array.isArray(tops) ? tops : []));
    // The chosen top menu is gone: home has all menus.
    if (chosen !== '' && (yield* read(menu.selectors.top)) === '') yield put(permission.actions.lapsed());
  } catch (error) {
    if (!isExpected(error)) yield put(log.actions.failed({ message: String(error), stack: '', info: 'top menus' }));
  }
}

interface FlowEntry {
  dictKey: string | number;
  dictValue: string;
  dictValueEn?: string;
  remark?: string;
}
/** The processes of the dictionary: each leads to its forms, below the address that its remark names. */
function flowItem(entry: Partial<FlowEntry> | null): MenuItem[] {
  const { dictKey = '', dictValue, dictValueEn = '', remark } = entry ?? {};
  const path = typeof remark === 'string' ? processAddress(remark.trim()) : undefined;
  if (path === undefined || typeof dictValue !== 'string' || !/^[\w-]+$/.test(String(dictKey))) return [];
  const code = `flow_${dictKey}`;
  return [{ id: code, code, name: dictValue, nameEn: dictValueEn, path, source: '', category: 1, isOpen: 1 }];
}

/** Forms of processes are optional: only a person who opens one waits for them. */
function* loadFlows(world: World, come: unknown): Saga {
  const flows = { method: 'GET', url: '/blade-system/dict-biz/dictionary', query: { code: 'flow' } } as const;
  try {
    const entries: unknown = come ?? (yield call(request, world, flows, { quiet: true }));
    yield put(menu.actions.flowsReceived((Array.isArray(entries) ? entries : []).flatMap(flowItem)));
  } catch (error) {
    if (error instanceof SessionOver) return;
    yield put(menu.actions.flowsReceived(yield* read(menu.selectors.flows)));
    if (!isExpected(error)) yield put(log.actions.failed({ message: String(error), stack: '', info: 'processes' }));
  }
}

const firstPauseMs = 1000;
const longestPauseMs = 10_000;

/** Rights of a session restored from an earlier visit. Nothing can be shown without them, so loading is retried until
 *  it succeeds. */
export function* recallRights(world: World, ahead?: RightsAhead): Saga {
  yield call(keepDay, yield* ask(world, 'now'));
  for (let pause = firstPauseMs; yield* read(tokens.selectors.hasToken); pause = Math.min(2 * pause, longestPauseMs)) {
    try {
      return yield call(loadRights, world, ahead);
    } catch (error) {
      if (!isExpected(error)) throw error;
      if (error instanceof SessionOver) return; // the next session loads its own
    }
    yield race([call(ask, world, 'sleep', pause), take(resumed), take(session.actions.signedOut)]);
  }
}

/** Limits reloading when a page keeps being refused. */
const rightsPauseMs = 10_000;

/** Rights that have changed are loaded again; those of before stay where the server does not answer. */
export function* refreshRights(world: World): Saga {
  try {
    yield call(loadRights, world);
  } catch (error) {
    if (!isExpected(error)) throw error;
  }
}

/** Menus and buttons match the server again soon after it has refused one. */
export function* rightsSaga(world: World): Saga {
  yield takeLeading(permission.actions.lapsed, function* () {
    yield call(refreshRights, world);
    yield* ask(world, 'sleep', rightsPauseMs);
  });
}
