import { call, put, takeEvery, takeLatest } from 'redux-saga/effects';
import type { InboxEntry } from '../../../../contract/wire/inbox';
import { spreadOf } from '../../../../contract/wire/push';
import { ask, read, type Saga } from '../../../sagas/effects';
import { entryOf } from '../../../sagas/inbox';
import { isExpected, Refused, request } from '../../../sagas/request';
import { openedIn } from '../../../store/features';
import { inbox } from '../../../store/inbox';
import { route } from '../../../store/navigation/route';
import { push } from '../../../store/push';
import { session } from '../../../store/session';
import type { World } from '../../../world/world';
import { mailbox } from './mailboxSlice';

const { actions: at, selectors: see } = mailbox;

function* list(world: World): Saga {
  const { kind, q, isUnread, current, size } = yield* read(see.query);
  const query = { current, size, ...(kind && { kind }), ...(q && { q }), ...(isUnread ? { unread: 1 } : {}) };
  try {
    const question = { method: 'GET', url: '/blade-desk/inbox/page', query } as const;
    const page: { records?: unknown; total?: unknown } = yield call(request, world, question, { quiet: true });
    const rows = Array.isArray(page?.records) ? (page.records as Parameters<typeof entryOf>[0][]) : [];
    yield put(at.received({ rows: rows.map((row) => entryOf(row)), total: Number(page?.total) || 0 }));
  } catch (error) {
    if (!isExpected(error)) throw error;
    yield put(at.cutOff());
  }
}

/** Show an entry: it counts as read from here on. */
function* show(entry: InboxEntry): Saga {
  yield put(at.shown(entry));
  yield put(inbox.actions.met(entry));
  yield put(inbox.actions.open(entry.id));
}

function* open(_world: World, { payload: id }: ReturnType<typeof at.open>): Saga {
  const entry = yield* read(see.row, id);
  if (entry) yield call(show, entry);
}

/** The entry that the address names, which may be on no page of the list. One that was taken back is not there. */
function* openNamed(world: World, id: string): Saga {
  try {
    const question = { method: 'GET', url: '/blade-desk/inbox/detail', query: { id } } as const;
    yield call(show, entryOf(yield call(request, world, question)));
  } catch (error) {
    if (!isExpected(error)) throw error;
    if (!(error instanceof Refused)) yield put(at.cutOff());
  }
}

/** Whether the page is on screen, with the newest messages. */
function* isOnFirstPage(): Saga<boolean> {
  const isHere = (yield* read(route.selectors.place))?.feature === 'inbox';
  return isHere && (yield* read(see.query)).current === 1;
}

export function* mailboxSaga(world: World): Saga {
  yield takeLatest([at.seek, at.retry], list, world);
  yield takeLatest(openedIn('inbox'), function* ({ payload: { search } }): Saga {
    const id = new URLSearchParams(search).get('id') ?? '';
    if (/^\d{1,19}$/.test(id)) yield call(openNamed, world, id);
    yield put(at.retry());
  });
  yield takeEvery(at.open, open, world);
  // A notice that was taken back leaves the number of unread messages as it was, where it had been read.
  yield takeLatest(push.actions.arrived, function* ({ payload: { topic } }): Saga {
    if (topic !== 'inbox') return;
    const { userId = '' } = (yield* read(session.selectors.user)) ?? {};
    const wait = spreadOf(userId, yield* read(push.selectors.spread));
    if (wait > 0) yield* ask(world, 'sleep', wait);
    if (yield* isOnFirstPage()) yield put(at.retry());
  });
  // What was sent meanwhile is shown by the first page.
  let before: number | undefined = (yield* read(inbox.selectors.isCounted))
    ? yield* read(inbox.selectors.unreadSum)
    : undefined;
  yield takeLatest(inbox.actions.counted, function* (): Saga {
    const unread = yield* read(inbox.selectors.unreadSum);
    const isMore = before !== undefined && unread > before;
    before = unread;
    if (isMore && !(yield* read(push.selectors.isLive)) && (yield* isOnFirstPage())) yield put(at.retry());
  });
}
