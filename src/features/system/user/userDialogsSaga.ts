import type { Action } from '@reduxjs/toolkit';
import { call, put, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { type IssuedPassword, type User, user } from '../../../../contract/modules/system/user';
import type { Module } from '../../../../contract/schema/module';
import { decisionOf } from '../../../sagas/auth/decideRegistrations';
import { change } from '../../../sagas/crud/change';
import { crudOf } from '../../../sagas/crud/context';
import { withTenant } from '../../../sagas/crud/tenantChoice';
import { ask, confirm, mayDiscard, read, type Saga } from '../../../sagas/effects';
import { request, tellFailure } from '../../../sagas/request';
import { oneTimePasswords } from '../../../store/auth/oneTimePasswords';
import { roleConflicts } from '../../../store/auth/roleConflicts';
import { choices } from '../../../store/crud/choices';
import type { CrudSlice } from '../../../store/crud/crud';
import { tenantChoice } from '../../../store/crud/tenantChoice';
import { feedback, type Question } from '../../../store/feedback';
import { inbox } from '../../../store/inbox';
import type { Call, World } from '../../../world/world';
import { isChanged, rolesToGive, type UserDialog, userDialogs } from './userDialogsSlice';

const { actions: at, selectors: see } = userDialogs;

function joined(rows: readonly { id: string }[]) {
  return rows.map(({ id }) => id).join(',');
}
const mostNames = 5;
/** Two people may have the same name: the account says which is meant. */
export function personNamed({ realName, account }: Pick<User, 'realName' | 'account'>): string {
  return `${realName || account} (${account})`;
}
/** Names of the users concerned, limited to what is readable at a glance. */
function namesOf(rows: readonly User[]): string {
  return rows.slice(0, mostNames).map(personNamed).join(' · ') + (rows.length > mostNames ? ' …' : '');
}

/** Maximum encoded length of a query value, below the limits of proxies. */
const longestInAddress = 4000;

/** The requests of the dialogs. */
function callOf(dialog: UserDialog): { url: string; query: Record<string, unknown>; body?: object } {
  if (dialog.kind === 'platform') {
    const { userType, userExt } = dialog.draft;
    const query = { userId: dialog.person.id, userType };
    return encodeURIComponent(userExt).length > longestInAddress
      ? { url: 'update-platform', query, body: { userExt } }
      : { url: 'update-platform', query: { ...query, userExt } };
  }
  return { url: 'grant', query: { userIds: joined(dialog.people), roleIds: dialog.roleIds } };
}

function isWord(one: unknown): one is IssuedPassword {
  return typeof one === 'object' && one !== null && typeof (one as Partial<IssuedPassword>).oneTimeWord === 'string';
}
function wordOf({ id, account, oneTimeWord }: IssuedPassword): IssuedPassword {
  return {
    id: String(id),
    account: String(account ?? ''),
    oneTimeWord,
  };
}

const questions = {
  reset: {
    title: 'userDialogs.resetTitle',
    say: 'userDialogs.askReset',
    confirm: 'userDialogs.resetCount',
    danger: true,
  },
  stop: { title: 'userDialogs.stopTitle', say: 'userDialogs.askStop', confirm: 'userDialogs.stopCount', danger: true },
  start: { title: 'userDialogs.startTitle', say: 'userDialogs.askStart', confirm: 'userDialogs.startCount' },
  refuse: {
    title: 'userDialogs.refuseTitle',
    say: 'userDialogs.askRefuse',
    confirm: 'userDialogs.refuseCount',
    danger: true,
  },
} satisfies Record<string, Question>;

export function userDialogsSaga(list: CrudSlice) {
  return function* (world: World): Saga {
    const crud = crudOf(world, user as unknown as Module, list);
    /** Changes users of the selected tenant. */
    function* post(url: string, query: Record<string, unknown>, body?: object): Saga {
      const question: Call = { method: 'POST', url: user.url(url), query, ...(body ? { body } : {}) };
      return yield call(request, world, yield* withTenant(question), { key: yield* ask(world, 'newId') });
    }
    const asking = (question: Question, rows: readonly User[]): Question => ({
      ...question,
      detail: namesOf(rows),
      values: { count: rows.length },
    });

    function* openPlatform({ payload: person }: ReturnType<typeof at.openPlatform>): Saga {
      try {
        const question = { method: 'GET' as const, url: user.url('platform-detail'), query: { id: person.id } };
        const { userType, userExt } = (yield call(request, world, yield* withTenant(question))) ?? {};
        yield put(
          at.platformOpened({ person, draft: { userType: String(userType ?? 1), userExt: String(userExt ?? '') } }),
        );
      } catch (error) {
        yield* tellFailure(error, at.openPlatform(person));
      }
    }

    function* save(): Saga {
      const { dialog, isSaving } = yield* read(see.all);
      if (!dialog || !isSaving) return;
      try {
        if (dialog.kind === 'pass') {
          const decision = decisionOf({ userIds: joined(dialog.people), roleIds: dialog.roleIds });
          yield call(request, world, yield* withTenant(decision), { key: yield* ask(world, 'newId') });
        } else {
          const { url, query, body } = callOf(dialog);
          yield call(post, url, query, body);
        }
      } catch (error) {
        yield put(at.failed());
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

    /** Confirms where a question is defined, then runs the action. */
    function* carryOut(
      rows: readonly User[],
      question: Question | null,
      action: string,
      command: Call,
      again: Action,
      say = 'crud.done',
    ): Saga {
      if (rows.length === 0) return;
      if (question && !(yield* confirm(asking(question, rows))).isSure) return;
      const ids = rows.map(({ id }) => id);
      // A one-time password is told once: without an answer another one is issued.
      const key = action === 'reset' ? '' : yield* ask(world, 'newId');
      try {
        return yield call(change, crud, { action, ids, question: command, key, notice: { say } });
      } catch (error) {
        yield* tellFailure(error, again);
      }
    }
    const command = (url: string, rows: readonly User[], query = {}): Call => ({
      method: 'POST',
      url: user.url(url),
      query: { userIds: joined(rows), ...query },
    });

    function* reset({ payload: rows }: ReturnType<typeof at.reset>): Saga {
      const answer: unknown = yield call(
        carryOut,
        rows,
        questions.reset,
        'reset',
        command('reset-password', rows),
        at.reset(rows),
      );
      const found = (Array.isArray(answer) ? answer : []).filter(isWord).map(wordOf);
      if (found.length > 0) yield put(oneTimePasswords.actions.shown({ page: user.name, words: found }));
    }
    function* turn(action: ReturnType<typeof at.turn>): Saga {
      const { rows, status } = action.payload;
      const question = status === 0 ? questions.stop : questions.start;
      yield call(carryOut, rows, question, 'status', command('change-status', rows, { status }), action);
    }
    function* refuse({ payload: rows }: ReturnType<typeof at.refuse>): Saga {
      yield call(carryOut, rows, questions.refuse, 'audit', decisionOf({ userIds: joined(rows) }), at.refuse(rows));
    }

    /** Shows the combined permissions of roles as soon as they are chosen, in the dialog and in the form. */
    const warn = (roleIds: unknown) =>
      put(roleConflicts.actions.need({ roleIds: String(roleIds ?? ''), isAcross: true }));

    yield takeLatest([at.setRoles, at.pass, at.pickRoles], function* (action): Saga {
      if (at.pass.match(action)) yield put(choices.actions.need([rolesToGive]));
      const { dialog } = yield* read(see.all);
      if (dialog && dialog.kind !== 'platform') yield warn(dialog.roleIds);
    });
    yield takeLatest(list.actions.opened, function* ({ payload: { mode, draft } }): Saga {
      if (mode !== 'view') yield warn(draft.roleId);
    });
    yield takeLatest(list.actions.type, function* ({ payload }): Saga {
      if ('roleId' in payload) yield warn(payload.roleId);
    });
    // The list is reloaded after registrations were decided in the inbox.
    yield takeEvery(inbox.actions.decided, function* (): Saga {
      if ((yield* read(list.selectors.all)).page) yield put(list.actions.list({}));
    });
    // The user opened last is shown; a change of tenant closes it.
    yield takeLatest([at.openPlatform, tenantChoice.actions.choose], function* (action): Saga {
      if (at.openPlatform.match(action)) yield call(openPlatform, action);
      else yield put(at.shut());
    });
    yield takeLeading(at.save, save);
    yield takeLeading(at.close, close);
    yield takeLeading(at.reset, reset);
    yield takeLeading(at.endRecording, (action: ReturnType<typeof at.endRecording>) =>
      carryOut(
        [action.payload],
        null,
        'record',
        command('end-recording', [action.payload]),
        action,
        'userDialogs.recordingEnded',
      ),
    );
    yield takeLeading(at.turn, turn);
    yield takeLeading(at.refuse, refuse);
    yield takeLatest(list.actions.oneTimePasswordIssued, function* ({ payload }): Saga {
      yield put(oneTimePasswords.actions.shown({ page: user.name, words: [payload] }));
    });
  };
}
