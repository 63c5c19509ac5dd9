/** What a person does on the page of a process: start it, decide a task, pass it on. */
import { call, put, takeEvery } from 'redux-saga/effects';
import { workStart } from '../../../../contract/modules/work/workStart';
import { workTodo } from '../../../../contract/modules/work/workTodo';
import { judge } from '../../../../contract/schema/validate';
import { type CompleteTask, needsComment } from '../../../../contract/wire/flow';
import { ask, read, type Saga } from '../../../sagas/effects';
import { isExpected, Refused, request, tellFailure } from '../../../sagas/request';
import { recordsChanged } from '../../../store/crud/changes';
import { feedback } from '../../../store/feedback';
import { menu } from '../../../store/navigation/menu';
import { route, tabs } from '../../../store/navigation/route';
import { homePath } from '../../../store/navigation/routes';
import type { Call, World } from '../../../world/world';
import { workModules } from '../acts/workActions';
import { judgeLeave } from './leaveForm';
import { type Deed, formOf, type ProcessState, processPages } from './processSlice';

const { actions: at, selectors: see } = processPages;

/** What is wrong with the page for this deed, by field. */
function problemsOf(state: ProcessState, deed: Deed): Record<string, string> {
  if (deed !== 'start' && deed !== 'approve') return {}; // what is rejected need not be filled in
  return state.page.kind === 'form' && state.isLeave ? judgeLeave(state.draft) : judge(formOf(state), state.draft);
}

function completed(state: ProcessState, isApproved: boolean): CompleteTask | undefined {
  const { page, comment, returnTo, draft } = state;
  if (page.kind !== 'handle') return undefined;
  const hasForm = Object.keys(formOf(state)).length > 0;
  return {
    taskId: page.taskId,
    processInstanceId: page.processInstanceId,
    comment: comment.trim(),
    ...(isApproved ? { flag: 'ok' } : {}),
    ...(!isApproved && returnTo !== '' ? { returnTo } : {}),
    ...(hasForm ? { variables: draft } : {}),
  };
}

type Command = Pick<Call, 'url' | 'query' | 'body'>;

/** The call of a deed; undefined where the page has no such deed. */
function commandOf(state: ProcessState, deed: Deed): Command | undefined {
  const { page, isLeave, draft, asking } = state;
  if (page.kind === 'form') {
    const { processDefinitionId } = page;
    if (deed !== 'start') return undefined;
    return isLeave
      ? { url: '/blade-desk/process/leave/start-process', body: { processDefinitionId, ...draft } }
      : { url: workStart.url('start'), body: { processDefinitionId, variables: draft } };
  }
  if (page.kind !== 'handle') return undefined;
  const { taskId } = page;
  switch (deed) {
    case 'approve':
    case 'reject':
      return { url: workTodo.url('complete-task'), body: completed(state, deed === 'approve') };
    case 'claim':
      return { url: workTodo.url('claim-task'), query: { taskId } };
    case 'release':
      return { url: workTodo.url('release-task'), query: { taskId } };
    case 'delegate':
      return asking
        ? { url: workTodo.url('delegate-task'), body: { taskId, userId: asking.people, comment: asking.comment } }
        : undefined;
    case 'addSigner':
      return asking
        ? { url: workTodo.url('add-signer'), body: { taskId, userIds: asking.people, comment: asking.comment } }
        : undefined;
    default:
      return undefined;
  }
}

/** The list that a person goes on with after this. */
const nextList: { readonly [deed in Deed]?: string } = {
  start: 'work_send',
  approve: 'work_todo',
  reject: 'work_todo',
  delegate: 'work_todo',
};

/** The page has done its work: its tab closes, and the list that the person goes on with is shown. */
function* leave(path: string, deed: Deed): Saga {
  const isShown = (yield* read(route.selectors.path)) === path;
  yield put(tabs.actions.closed(path));
  if (!isShown) return;
  const list = yield* read(menu.selectors.pathOf, nextList[deed] ?? '');
  yield put(route.actions.go(list || homePath));
}

function* perform(world: World, path: string, deed: Deed): Saga {
  const state = yield* read(see.of, path);
  const command = state && commandOf(state, deed);
  if (!state || !command) return;
  const problems = problemsOf(state, deed);
  const isDecision = deed === 'approve' || deed === 'reject';
  const isCommentMissing = isDecision && needsComment(deed === 'approve') && state.comment.trim() === '';
  if (isCommentMissing || Object.keys(problems).length > 0)
    return yield put(at.misjudged({ path, problems, isCommentMissing }));
  if (state.asking?.people === '' && (deed === 'delegate' || deed === 'addSigner'))
    return yield put(at.answer({ path, isPeopleMissing: true }));
  yield call(request, world, { method: 'POST', ...command }, { key: yield* ask(world, 'newId') });
  yield put(feedback.actions.notified({ tone: 'success', say: `work.done.${deed}` }));
  yield put(recordsChanged({ modules: workModules }));
  if (nextList[deed]) yield call(leave, path, deed);
  else {
    yield put(at.closeAsking({ path }));
    yield put(at.reload({ path }));
  }
}

function* act(world: World, { payload: { path, deed } }: ReturnType<typeof at.act>): Saga {
  if ((yield* read(see.of, path))?.deed !== null) return;
  yield put(at.began({ path, deed }));
  try {
    yield call(perform, world, path, deed);
  } catch (error) {
    if (!isExpected(error)) throw error;
    if (error instanceof Refused && Object.keys(error.problems).length > 0)
      yield put(at.misjudged({ path, problems: { ...error.problems } }));
    yield* tellFailure(error, at.act({ path, deed }));
    // Another person may have been faster: the page shows what can still be done.
    if (error instanceof Refused && error.reason.startsWith('flow.')) yield put(at.reload({ path }));
  } finally {
    yield put(at.ended({ path }));
  }
}

export function* deedSaga(world: World): Saga {
  yield takeEvery(at.act, act, world);
}
