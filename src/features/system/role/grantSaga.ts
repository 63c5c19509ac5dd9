import type { Action } from '@reduxjs/toolkit';
import { all, call, put, takeLatest, takeLeading } from 'redux-saga/effects';
import { dataScope } from '../../../../contract/modules/system/dataScope';
import { withTenant } from '../../../sagas/crud/tenantChoice';
import { mayDiscard, read, type Saga } from '../../../sagas/effects';
import { isExpected, request, tellFailure } from '../../../sagas/request';
import { feedback } from '../../../store/feedback';
import { menu } from '../../../store/navigation/menu';
import { type Call, Unreachable, type World } from '../../../world/world';
import { bindingIn, codesIn, grantTreeIn, heldIn, routesIn } from './grantAnswers';
import { type GrantSlice, isChanged, type ScopeRow, sentOf } from './grantSlice';

/** Endpoints, and the name of the parameter with the subjects. */
export interface GrantCalls {
  tree: string;
  keys: string;
  save: string;
  holders: 'roleIds' | 'topMenuIds';
  /** Endpoints of preview and last change: roles only. */
  preview?: string;
  history?: string;
  /** Reloads the list. */
  done(): Action;
}
const largestPage = 200;

export function grantSaga({ actions: at, selectors: see }: GrantSlice, calls: GrantCalls) {
  return function* (world: World): Saga {
    // Roles belong to the selected tenant; top-level menus are shared by all tenants.
    function* send(question: Call, manner?: Parameters<typeof request>[2]): Saga {
      const asked: Call = calls.holders === 'roleIds' ? yield* withTenant(question) : question;
      return yield call(request, world, asked, manner);
    }
    const keysOf = (id: string): Call => ({ method: 'GET', url: calls.keys, query: { [calls.holders]: id } });

    function* open(): Saga {
      const grant = yield* read(see.grant);
      if (!grant) return;
      try {
        // Requested for each subject, because the selection shows what they have in common and not their union.
        const [tree, ...held] = yield all([
          call(send, { method: 'GET', url: calls.tree }, { quiet: true }),
          ...grant.holders.map(({ id }) => call(send, keysOf(id), { quiet: true })),
        ]);
        yield put(at.received({ tree: grantTreeIn(tree), held: held.map(heldIn), binding: bindingIn(tree) }));
      } catch (error) {
        yield put(at.lost(isExpected(error) && !(error instanceof Unreachable) ? error.message : ''));
        if (!isExpected(error)) throw error;
        return;
      }
      const [only, another] = grant.holders;
      if (calls.history && only && !another) yield call(tellLast, calls.history, only.id);
    }
    function* tellLast(url: string, id: string): Saga {
      try {
        const entries: unknown = yield call(send, { method: 'GET', url, query: { id } }, { quiet: true });
        const last = (Array.isArray(entries) ? entries : []).find((entry) => entry?.action === 'grant');
        if (last) yield put(at.lastReceived({ time: String(last.createTime ?? ''), by: String(last.userName ?? '') }));
      } catch (error) {
        // Loaded in the background.
        if (!isExpected(error)) throw error;
      }
    }

    function* copy({ payload: id }: ReturnType<typeof at.copy>): Saga {
      try {
        const held = heldIn(yield call(send, keysOf(id)));
        const isEmpty = Object.values(held).every((ids) => ids.length === 0);
        if (!isEmpty) return yield put(at.copied(held));
        yield put(at.copyFailed());
        yield put(feedback.actions.told({ tone: 'warning', say: 'grant.nothingToCopy' }));
      } catch (error) {
        yield put(at.copyFailed());
        yield call(tellFailure, error);
      }
    }

    /** Data scope rules are loaded only for users who have the page of data scopes. */
    function* rulesOfScopes(): Saga<ScopeRow[]> {
      if ((yield* read(menu.selectors.pathOf, dataScope.name)) === '') return [];
      try {
        const answer = yield call(
          request,
          world,
          { method: 'GET', url: dataScope.url('list'), query: { current: 1, size: largestPage } },
          { quiet: true },
        );
        return Array.isArray(answer?.records) ? answer.records : [];
      } catch (error) {
        if (!isExpected(error)) throw error;
        return [];
      }
    }
    function* preview(): Saga {
      const panes = (yield* read(see.grant))?.panes;
      if (!panes || !calls.preview) return;
      try {
        const [answer, scopes] = yield all([
          call(send, {
            method: 'POST',
            url: calls.preview,
            body: {
              menuIds: panes.menu.ticked,
              dataScopeIds: panes.dataScope.ticked,
              apiScopeIds: panes.apiScope.ticked,
            },
          }),
          call(rulesOfScopes),
        ]);
        const routes = routesIn(answer?.routes);
        yield put(at.previewed({ routes, codes: codesIn(answer?.buttons), scopes, page: '', open: '' }));
      } catch (error) {
        yield put(at.previewFailed());
        yield call(tellFailure, error);
      }
    }

    function* save(): Saga {
      const grant = yield* read(see.grant);
      if (!grant?.panes || !grant.busy.save) return;
      const { menu: menus, dataScope: dataScopes, apiScope: apiScopes } = grant.panes;
      try {
        yield call(send, {
          method: 'POST',
          url: calls.save,
          body: {
            [calls.holders]: grant.holders.map(({ id }) => id),
            menuIds: sentOf('menu', menus),
            ...(calls.holders === 'roleIds'
              ? { dataScopeIds: sentOf('dataScope', dataScopes), apiScopeIds: sentOf('apiScope', apiScopes) }
              : {}),
          },
        });
      } catch (error) {
        yield put(at.saveFailed());
        yield call(tellFailure, error);
        return;
      }
      yield put(at.saved());
      const say = calls.holders === 'roleIds' ? 'grant.saved' : 'grant.menusSaved';
      yield put(feedback.actions.told({ tone: 'success', say }));
      yield put(calls.done());
    }

    function* close(): Saga {
      const grant = yield* read(see.grant);
      // A running request decides; its answer must not reach a dialog that was opened later.
      if (!grant || grant.busy.save) return;
      if (!isChanged(grant) || (yield* mayDiscard())) yield put(at.shut());
    }

    // Each opening starts anew and cancels the requests of the previous one.
    yield takeLatest([at.open, at.tryAgain, at.shut], function* (action: Action): Saga {
      if (!at.shut.match(action)) yield call(open);
    });
    yield takeLatest([at.copy, at.shut, at.chooseCopy], function* (action: Action): Saga {
      if (at.copy.match(action)) yield call(copy, action);
    });
    yield takeLatest([at.preview, at.shut], function* (action: Action): Saga {
      if (at.preview.match(action)) yield call(preview);
    });
    yield takeLeading(at.save, save); // A second click is ignored.
    yield takeLeading(at.close, close);
  };
}
