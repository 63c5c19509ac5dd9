import { call, fork, put, race, take, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import type { TreeNode } from '../../contract/schema/tree';
import { type InboxEntry, type InboxKind, inboxKinds, type Unread } from '../../contract/wire/inbox';
import { spreadOf } from '../../contract/wire/push';
import { roleConflicts } from '../store/auth/roleConflicts';
import { inbox, registration } from '../store/inbox';
import { permission } from '../store/navigation/menu';
import { panel } from '../store/navigation/panel';
import { push } from '../store/push';
import { session } from '../store/session';
import { resumed } from '../store/windows';
import type { World } from '../world/world';
import { decisionOf } from './auth/decideRegistrations';
import { askGivable, givableRoles } from './auth/givableRoles';
import { ask, confirm, read, type Saga } from './effects';
import { isExpected, Refused, request, tellFailure } from './request';
import { pauseAfter } from './trying';
import { text } from './wire';

const countEveryMs = 60_000;
/** While the server pushes what changes, it is asked only in case an event was lost. */
const countSeldomMs = 10 * 60_000;
const pageSize = 10;
const at = inbox.actions;

/** A server of the family may have no inbox. */
function isMissing(error: unknown) {
  return error instanceof Refused && error.code === 404;
}

/** An entry as the server sends it; `kind` where it is known from the request. */
export function entryOf(row: Partial<Record<keyof InboxEntry, unknown>>, kind?: InboxKind): InboxEntry {
  return {
    id: text(row.id),
    kind: kind ?? inboxKinds.find((one) => one === row.kind) ?? 'message',
    title: text(row.title),
    content: text(row.content),
    isRead: row.isRead === true,
    subject: text(row.subject),
    subjectId: text(row.subjectId),
    createTime: text(row.createTime),
  };
}
function unreadOf(answer: unknown): Unread {
  const counts = (answer ?? {}) as Partial<Record<InboxKind, unknown>>;
  return Object.fromEntries(inboxKinds.map((kind) => [kind, Math.max(0, Number(counts[kind]) || 0)])) as Unread;
}

/** Answers whether the number is known. */
function* count(world: World): Saga<boolean> {
  try {
    const url = '/blade-desk/inbox/unread';
    yield put(at.counted(unreadOf(yield call(request, world, { method: 'GET', url }, { quiet: true }))));
    return true;
  } catch (error) {
    if (!isExpected(error)) throw error;
    if (isMissing(error)) yield put(at.missed());
    // Other errors: the bell keeps its last count until the next try.
    return isMissing(error);
  }
}

/** The badge is not loaded in a hidden window, nor before the person may make calls. */
function* isWanted(): Saga<boolean> {
  const user = yield* read(session.selectors.user);
  return (
    user !== null &&
    !user.mustChangePassword &&
    !(yield* read(session.selectors.isGuest)) &&
    !(yield* read(inbox.selectors.isAway)) &&
    !(yield* read(inbox.selectors.isMissing))
  );
}

function* pause(world: World, ms: number): Saga {
  if (ms > 0) yield* ask(world, 'sleep', ms);
}

/** The badge of the bell, while it is visible. */
function* keepCount(world: World): Saga {
  const { signedIn, signedOut, passwordChanged } = session.actions;
  const turns = [resumed, signedIn, signedOut, passwordChanged, push.actions.arrived, push.actions.lost].map(
    ({ type }) => type,
  );
  let known = 0;
  let failures = 0;
  while (true) {
    const { userId = '' } = (yield* read(session.selectors.user)) ?? {};
    const news = yield* read(push.selectors.inbox);
    // Many people are told at the same moment: not all of them ask in it.
    if (news !== known) yield call(pause, world, spreadOf(userId, yield* read(push.selectors.spread)));
    known = yield* read(push.selectors.inbox);
    if (yield* isWanted()) failures = (yield call(count, world)) ? 0 : failures + 1;
    if ((yield* read(push.selectors.inbox)) !== known) continue; // one came while the server was asked
    const usual = (yield* read(push.selectors.isLive)) ? countSeldomMs : countEveryMs;
    const waits = failures > 0 ? Math.min(pauseAfter(failures - 1), usual) : usual;
    if (yield* isWanted()) yield race([call(ask, world, 'sleep', waits), take(turns)]);
    else yield take(turns);
  }
}

function* list(world: World, action: { type: string }): Saga {
  if (panel.actions.show.match(action) && action.payload !== 'inbox') return;
  if (yield* read(inbox.selectors.isMissing)) return;
  const kind = yield* read(inbox.selectors.kind);
  const known = yield* read(inbox.selectors.list, kind);
  const current = at.more.match(action) ? (known?.current ?? 0) + 1 : 1;
  try {
    const page = yield call(
      request,
      world,
      { method: 'GET', url: '/blade-desk/inbox/page', query: { kind, current, size: pageSize } },
      { quiet: true },
    );
    const rows: Parameters<typeof entryOf>[0][] = Array.isArray(page?.records) ? page.records : [];
    yield put(
      at.received({ kind, current, rows: rows.map((row) => entryOf(row, kind)), total: Number(page?.total) || 0 }),
    );
  } catch (error) {
    if (!isExpected(error)) throw error;
    yield put(isMissing(error) ? at.missed() : at.cutOff());
  }
}

/** Mark an entry as read at the server; it answers the remaining counts. */
function* open(world: World, { payload: id }: ReturnType<typeof at.open>): Saga {
  const entry = yield* read(inbox.selectors.entry, id);
  if (entry?.subject === registration) yield call(roles, world);
  try {
    const readCall = { method: 'POST', url: '/blade-desk/inbox/read', query: { ids: id } } as const;
    yield put(at.counted(unreadOf(yield call(request, world, readCall, { quiet: true }))));
  } catch (error) {
    if (!isExpected(error)) throw error;
    yield put(at.unread(id));
  }
}

/** Those of one kind, or all of them. */
function* readAll(world: World, { payload }: ReturnType<typeof at.readAll>): Saga {
  const kind = payload ?? (yield* read(inbox.selectors.kind));
  const query = kind === '' ? {} : { kind };
  try {
    const left = yield call(request, world, { method: 'POST', url: '/blade-desk/inbox/read-all', query });
    for (const one of kind === '' ? inboxKinds : [kind]) yield put(at.allRead(one));
    yield put(at.counted(unreadOf(left)));
  } catch (error) {
    yield call(tellFailure, error, at.readAll(payload));
  }
}

/** The nodes of a tree as a server of the family answers it. */
function nodesIn(found: unknown): TreeNode[] {
  return (Array.isArray(found) ? (found as (TreeNode | null)[]) : []).flatMap((one) => {
    if (one === null || typeof one !== 'object') return [];
    const children = nodesIn(one.children);
    const node = { id: text(one.id), parentId: text(one.parentId) || '0', title: text(one.title) };
    return [children.length > 0 ? { ...node, children } : node];
  });
}

/** Roles that may be granted when approving a registration; loaded anew after rights have changed. */
function* roles(world: World): Saga {
  const may = yield* read(permission.selectors.may, 'user_audit');
  if (!may) return;
  try {
    const found: unknown = yield call(askGivable, world, givableRoles);
    yield put(at.rolesReceived(nodesIn(found)));
  } catch (error) {
    if (!isExpected(error)) throw error;
  }
}

/** Approve a registration with a role, or reject it for good. */
function* decide(world: World, { payload: { id, isPassed } }: ReturnType<typeof at.decide>): Saga {
  const entry = yield* read(inbox.selectors.entry, id);
  const roleIds = yield* read(inbox.selectors.roleIds);
  if (!entry || !(yield* read(inbox.selectors.isDeciding))) return;
  if (!isPassed) {
    const question = { title: 'ask.title', say: 'inbox.askRefuse', confirm: 'inbox.refuse', danger: true } as const;
    if (!(yield* confirm({ ...question, detail: entry.title })).isSure) return yield put(at.undecided());
  }
  try {
    yield call(request, world, decisionOf({ userIds: entry.subjectId, ...(isPassed ? { roleIds } : {}) }));
    yield put(at.decided({ id, outcome: isPassed ? 'passed' : 'refused' }));
  } catch (error) {
    yield put(at.undecided());
    yield call(tellFailure, error, at.decide({ id, isPassed }));
  }
}

export function* inboxSaga(world: World): Saga {
  const listing = [panel.actions.show, at.pick, at.more, at.retry].map(({ type }) => type);
  yield takeLatest(listing, list, world); // the latest tab wins
  yield takeEvery(at.open, open, world);
  yield takeLeading(at.readAll, readAll, world);
  yield takeLatest(at.pickRoles, function* ({ payload: roleIds }): Saga {
    yield put(roleConflicts.actions.need({ roleIds }));
  });
  yield takeLeading(at.decide, decide, world);
  yield fork(keepCount, world);
}
