import { call, put, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { tenant } from '../../../../contract/modules/system/tenant';
import { tenantPackage } from '../../../../contract/modules/system/tenantPackage';
import { user } from '../../../../contract/modules/system/user';
import { mayDiscard, read, type Saga } from '../../../sagas/effects';
import { isExpected, Refused, request, tellFailure } from '../../../sagas/request';
import { oneTimePasswords } from '../../../store/auth/oneTimePasswords';
import { choices } from '../../../store/crud/choices';
import type { CrudSlice } from '../../../store/crud/crud';
import { tenantChoice } from '../../../store/crud/tenantChoice';
import { feedback } from '../../../store/feedback';
import { route } from '../../../store/navigation/route';
import { session } from '../../../store/session';
import type { Call, World } from '../../../world/world';
import { changeOf, isChanged, menusOfTenants, type TenantDialog, tenantDialogs } from './tenantDialogsSlice';

const { actions: at, selectors: see } = tenantDialogs;

/** The requests of the dialogs. */
function callOf(dialog: TenantDialog): Call {
  const post = (verb: string, query: Call['query'], body?: object): Call => ({
    method: 'POST',
    url: tenant.url(verb),
    query,
    ...(body ? { body } : {}),
  });
  switch (dialog.kind) {
    case 'setting':
      return post('setting', { ids: dialog.tenants.map(({ id }) => id).join(',') }, changeOf(dialog));
    case 'package':
      return post('package-setting', { tenantId: dialog.tenant.tenantId, packageId: dialog.packageId });
    case 'datasource':
      return post('datasource', { tenantId: dialog.tenant.tenantId, datasourceId: dialog.datasourceId });
  }
}

function optionOf(one: unknown): { id: string; name: string }[] {
  const { id, name } = (one ?? {}) as { id?: unknown; name?: unknown };
  return id === undefined || id === null ? [] : [{ id: String(id), name: String(name ?? id) }];
}

export function tenantDialogsSaga(list: CrudSlice) {
  return function* (world: World): Saga {
    function* quietly(question: Call): Saga {
      try {
        return { answer: yield call(request, world, question, { quiet: true }) };
      } catch (error) {
        yield put(at.lost());
        if (!isExpected(error)) throw error;
        return null;
      }
    }

    /** Loads the menus of the chosen package; without a package none are requested. */
    function* bringMenus(): Saga {
      const dialog = yield* read(see.dialog);
      if (dialog?.kind !== 'package') return;
      yield put(choices.actions.need([tenantPackage.name, menusOfTenants]));
      yield call(bringMenusOfChoice);
    }
    function* bringMenusOfChoice(): Saga {
      const dialog = yield* read(see.dialog);
      if (dialog?.kind !== 'package') return;
      const { packageId } = dialog;
      if (packageId === '') return;
      const found = yield call(quietly, {
        method: 'GET',
        url: tenantPackage.url('detail'),
        query: { id: packageId },
      });
      if (!found) return;
      const menuIds = String(found.answer?.menuId ?? '')
        .split(',')
        .filter(Boolean);
      yield put(at.menusReceived(menuIds));
    }
    function* bringDatasources(): Saga {
      const found = yield call(quietly, { method: 'GET', url: '/blade-develop/datasource/select' });
      if (found) yield put(at.datasourcesReceived(Array.isArray(found.answer) ? found.answer.flatMap(optionOf) : []));
    }
    function* retry(): Saga {
      const dialog = yield* read(see.dialog);
      if (dialog?.kind === 'package') yield call(bringMenus);
      if (dialog?.kind === 'datasource') yield call(bringDatasources);
    }

    function* save(): Saga {
      const { dialog, isSaving } = yield* read(see.all);
      if (!dialog || !isSaving) return;
      // Nothing was changed, so nothing is sent.
      if (!isChanged(dialog)) return yield put(at.shut());
      try {
        yield call(request, world, callOf(dialog));
      } catch (error) {
        const isDomain = error instanceof Refused && 'domain' in error.problems;
        yield put(isDomain ? at.misjudged({ on: 'domain', say: 'notDomain' }) : at.failed());
        return yield* tellFailure(error);
      }
      yield put(at.saved());
      yield put(feedback.actions.notified({ tone: 'success', say: 'crud.done' }));
      yield put(list.actions.list({}));
    }

    function* close(): Saga {
      const { dialog, isSaving } = yield* read(see.all);
      // A running request decides.
      if (!dialog || isSaving) return;
      if (!isChanged(dialog) || (yield* mayDiscard())) yield put(at.shut());
    }

    function* enter({ payload: { tenantId } }: ReturnType<typeof at.enter>): Saga {
      const own = (yield* read(session.selectors.user))?.tenantId;
      yield put(tenantChoice.actions.choose(tenantId === own ? '' : tenantId));
      yield put(route.actions.open({ feature: user.name }));
    }

    /** The one-time password of a new administrator is shown together with the sign-in address. */
    function* tellWord({ payload: word }: ReturnType<typeof list.actions.oneTimePasswordIssued>): Saga {
      yield put(oneTimePasswords.actions.shown({ page: tenant.name, words: [word] }));
      const found = yield call(quietly, { method: 'GET', url: tenant.url('detail'), query: { id: word.id } });
      const { tenantId, tenantName } = found?.answer ?? {};
      if (tenantId)
        yield put(
          oneTimePasswords.actions.placed({
            id: word.id,
            tenantId: String(tenantId),
            tenantName: String(tenantName ?? ''),
          }),
        );
    }

    yield takeLatest([at.choosePackage, at.pickPackage, at.chooseDatasource, at.retry], function* (action): Saga {
      if (at.choosePackage.match(action)) yield call(bringMenus);
      else if (at.pickPackage.match(action)) yield call(bringMenusOfChoice);
      else if (at.chooseDatasource.match(action)) yield call(bringDatasources);
      else yield call(retry);
    });
    yield takeLeading(at.save, save);
    yield takeLeading(at.close, close);
    yield takeLatest(at.enter, enter);
    yield takeLatest(list.actions.oneTimePasswordIssued, tellWord);
    yield takeEvery([list.actions.saved, list.actions.removed], function* (): Saga {
      yield put(tenantChoice.actions.outdated());
    });
  };
}
