import type { Action } from '@reduxjs/toolkit';
import { call, put, takeLatest } from 'redux-saga/effects';
import { isId } from '../../../../contract/domain/values';
import { apiScope } from '../../../../contract/modules/system/apiScope';
import { why as endpoint } from '../../../../contract/wire/accessCheck';
import { withTenant } from '../../../sagas/crud/tenantChoice';
import { ask as askWorld, read, type Saga } from '../../../sagas/effects';
import { isExpected, request, unexplained } from '../../../sagas/request';
import { roleConflicts } from '../../../store/auth/roleConflicts';
import { tenantChoice } from '../../../store/crud/tenantChoice';
import { type features, openedIn } from '../../../store/features';
import { tabs } from '../../../store/navigation/route';
import { session } from '../../../store/session';
import { Unreachable, type World } from '../../../world/world';
import { type CallName, idsOf, missingIn, type Question, why, whyIn } from './accessCheckSlice';

const { actions: at, selectors: see } = why;

/** The check that an address asks for: `userId=…&code=…`, or `userId=…&method=…&path=…`. */
function questionIn(search: string): Partial<Question> {
  const asked = new URLSearchParams(search);
  const [userId, code, path] = ['userId', 'code', 'path'].map((name) => asked.get(name) ?? '');
  return {
    ...(isId(userId) ? { person: { id: userId, name: '' } } : {}),
    ...(code ? { by: 'code', code } : path ? { by: 'call', call: { method: asked.get('method') ?? 'GET', path } } : {}),
  };
}

function callsIn(answer: unknown): CallName[] {
  return (Array.isArray(answer) ? answer : []).flatMap((one): CallName[] => {
    const { method, path } = (one ?? {}) as Partial<CallName>;
    return typeof method === 'string' && typeof path === 'string' ? [{ method, path }] : [];
  });
}

function* opened(world: World, { payload: place }: ReturnType<typeof features.actions.opened>): Saga {
  yield put(tenantChoice.actions.need());
  const asked = questionIn(place.search);
  if (Object.keys(asked).length > 0) {
    const { userId = '', realName = '' } = (yield* read(session.selectors.user)) ?? {};
    if (asked.person?.id === userId) asked.person = { id: userId, name: realName };
    yield put(at.choose(asked));
    // The query is removed, so that returning to this tab keeps later choices.
    yield put(tabs.actions.searchApplied(place.path));
    yield* askWorld(world, 'navigate', place.path, 'replace');
    if (missingIn(yield* read(see.all)) === null) yield put(at.ask());
  }
  if ((yield* read(see.all)).calls) return;
  try {
    const answer: unknown = yield call(request, world, { method: 'GET', url: apiScope.url('routes') }, { quiet: true });
    yield put(at.callsReceived(callsIn(answer)));
  } catch (error) {
    // A failed list of calls is loaded again on the next visit.
    if (!isExpected(error)) throw error;
  }
}

function* ask(world: World): Saga {
  const state = yield* read(see.all);
  if (!state.isBusy) return;
  const { person, by, code, call: route } = state;
  try {
    const answer: unknown = yield call(
      request,
      world,
      yield* withTenant({
        method: 'GET',
        url: endpoint.path,
        query: { userId: person.id, ...(by === 'code' ? { code } : route) },
      }),
      { quiet: true },
    );
    const explained = whyIn(answer);
    yield put(explained ? at.answered(explained) : at.failed(unexplained));
    if (explained) yield put(roleConflicts.actions.need({ roleIds: idsOf(explained.roles), isAcross: true }));
  } catch (error) {
    yield put(at.failed(isExpected(error) && !(error instanceof Unreachable) ? error.message : ''));
    if (!isExpected(error)) throw error;
  }
}

export function* whySaga(world: World): Saga {
  yield takeLatest(
    openedIn('why', (rest) => rest === ''),
    opened,
    world,
  );
  // The newest check wins; a changed choice cancels the running one.
  yield takeLatest([at.ask, at.choose, tenantChoice.actions.choose], function* (action: Action): Saga {
    if (at.ask.match(action)) yield call(ask, world);
  });
}
