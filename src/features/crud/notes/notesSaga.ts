import type { Action } from '@reduxjs/toolkit';
import { call, put, takeEvery, takeLatest } from 'redux-saga/effects';
import { isId } from '../../../../contract/domain/values';
import { notedModules } from '../../../../contract/modules';
import { note } from '../../../../contract/modules/desk/note';
import { ask, confirm, read, type Saga } from '../../../sagas/effects';
import { isExpected, Refused, request, tellFailure } from '../../../sagas/request';
import { features } from '../../../store/features';
import { feedback } from '../../../store/feedback';
import { menu } from '../../../store/navigation/menu';
import type { World } from '../../../world/world';
import { mentionedIn, type NoteDraft, notes, notesSize, type Person, type Subject } from './notesSlice';

const { actions: at, selectors: see } = notes;

/** ms after the last letter before people are asked for. */
const pauseMs = 150;

function* list(world: World, { payload: { subject, subjectId } }: ReturnType<typeof at.list>): Saga {
  const of = { subject, subjectId };
  const current = (yield* read(see.of, of))?.current ?? 1;
  const query = { ...of, current, size: notesSize };
  try {
    const page = yield call(request, world, { method: 'GET', url: note.url('list'), query }, { quiet: true });
    // The last note of the last page may have been removed.
    if (page.records.length === 0 && current > 1) return yield put(at.list({ ...of, current: current - 1 }));
    yield put(at.listed({ ...of, page }));
  } catch (error) {
    if (!isExpected(error)) throw error;
    yield put(at.lost({ ...of, text: error instanceof Refused ? error.message : '' }));
  }
}

function* opened({ payload: { feature, rest, path } }: ReturnType<typeof features.actions.opened>): Saga {
  const subjectId = rest.startsWith('detail/') ? rest.slice('detail/'.length) : '';
  if (!isId(subjectId) || !Object.hasOwn(notedModules, feature)) return;
  if ((yield* read(menu.selectors.pathOf, note.name)) === '') return;
  yield put(at.opened({ subject: feature, subjectId, path }));
  yield put(at.list({ subject: feature, subjectId }));
}

function bodyOf(draft: NoteDraft) {
  return {
    content: draft.text.trim(),
    userIds: mentionedIn(draft)
      .map(({ id }) => id)
      .join(','),
    remindTime: draft.hasReminder ? draft.remindTime : '',
    remindWhom: draft.remindWhom,
  };
}

function* save(world: World, { payload: { isEdit, ...of } }: ReturnType<typeof at.save>): Saga {
  const state = yield* read(see.of, of);
  const draft = isEdit ? state?.editing : state?.draft;
  if (!state || !draft || state.isSaving || draft.text.trim() === '') return;
  const body = { ...(isEdit ? { id: state.editing!.id } : of), ...bodyOf(draft) };
  const text = JSON.stringify(body);
  const key = state.sent?.body === text ? state.sent.key : yield* ask(world, 'newId');
  yield put(at.sending({ ...of, sent: { key, body: text } }));
  try {
    yield call(request, world, { method: 'POST', url: note.url('add'), body }, { key });
    yield put(at.saved({ ...of, isEdit }));
    yield put(feedback.actions.notified({ tone: 'success', say: 'notes.saved' }));
    yield put(at.list({ ...of, ...(isEdit ? {} : { current: 1 }) }));
  } catch (error) {
    yield put(at.notSaved(of));
    yield call(tellFailure, error, at.save({ isEdit, ...of }));
  }
}

/** A command on one note; the list shows its result. */
function* act(
  world: World,
  of: Subject,
  question: { url: string; body?: object; query?: object },
  again: Action,
): Saga {
  try {
    yield call(request, world, { method: 'POST', ...question } as never);
    yield put(at.list(of));
  } catch (error) {
    yield call(tellFailure, error, again);
  }
}

function* remove(world: World, { payload: { id, ...of } }: ReturnType<typeof at.remove>): Saga {
  const { isSure } = yield* confirm({
    title: 'ask.title',
    say: 'notes.removeAsk',
    confirm: 'notes.removeSure',
    danger: true,
  });
  if (isSure) yield call(act, world, of, { url: note.url('remove'), query: { ids: id } }, at.remove({ id, ...of }));
}

function* seek(world: World, { payload: { typed, subject, subjectId } }: ReturnType<typeof at.seek>): Saga {
  yield* ask(world, 'sleep', pauseMs);
  const of = { subject, subjectId };
  let people: Person[] = [];
  try {
    const query = { ...of, q: typed };
    people = yield call(request, world, { method: 'GET', url: note.url('people'), query }, { quiet: true });
  } catch (error) {
    if (!isExpected(error)) throw error; // without a connection no person is offered
  }
  yield put(at.found({ ...of, people }));
}

export function* notesSaga(world: World): Saga {
  yield takeEvery(features.actions.opened, opened);
  yield takeEvery(at.list, list, world);
  yield takeEvery(at.save, save, world); // a second one is ignored while the first is sent
  yield takeEvery(at.remove, remove, world);
  yield takeEvery(at.finish, function* (action: ReturnType<typeof at.finish>): Saga {
    const { id, ...of } = action.payload;
    yield call(act, world, of, { url: note.url('done'), body: { ids: id } }, action);
  });
  yield takeLatest(at.seek, seek, world);
}
