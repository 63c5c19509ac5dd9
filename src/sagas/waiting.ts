import type { Action } from '@reduxjs/toolkit';
import { call, put, takeLatest } from 'redux-saga/effects';
import { type Waiting, waitingKinds, waitingNames, waitingUrl } from '../../contract/wire/waiting';
import { recordsChanged } from '../store/crud/changes';
import { inbox } from '../store/inbox';
import { menu } from '../store/navigation/menu';
import { waiting } from '../store/waiting';
import type { World } from '../world/world';
import { read, type Saga } from './effects';
import { isExpected, Refused, request } from './request';
import { text } from './wire';

function waitingOf(answer: unknown): Waiting[] {
  const kinds = Array.isArray(answer) ? (answer as Partial<Waiting>[]) : [];
  return kinds.flatMap(({ kind, count, rows }) =>
    kind && Object.hasOwn(waitingKinds, kind)
      ? [
          {
            kind,
            count: Number(count) || 0,
            rows: (Array.isArray(rows) ? rows : []).filter(({ id }) => text(id) !== ''),
          },
        ]
      : [],
  );
}

/** Nothing is asked for a person who has none of its menus. */
function* isWanted(): Saga<boolean> {
  if (yield* read(waiting.selectors.isMissing)) return false;
  for (const kind of waitingNames)
    if ((yield* read(menu.selectors.pathOf, waitingKinds[kind].module)) !== '') return true;
  return false;
}

function* refresh(world: World): Saga {
  if (!(yield* isWanted())) return;
  try {
    const answer = yield call(request, world, { method: 'GET', url: waitingUrl }, { quiet: true });
    yield put(waiting.actions.received(waitingOf(answer)));
  } catch (error) {
    if (!isExpected(error)) throw error;
    const isMissing = error instanceof Refused && error.code === 404;
    yield put(isMissing ? waiting.actions.missed() : waiting.actions.cutOff());
  }
}

/** Records of a list that something waits in have changed. */
function isOfOurs(action: Action): boolean {
  return (
    recordsChanged.match(action) &&
    waitingNames.some((kind) => action.payload.modules.includes(waitingKinds[kind].module))
  );
}

/** What waits is asked for together with the number of unread messages, which the server pushes. */
export function* waitingSaga(world: World): Saga {
  const refreshing = (action: Action) =>
    inbox.actions.counted.match(action) || waiting.actions.ask.match(action) || isOfOurs(action);
  yield takeLatest(refreshing, refresh, world);
}
