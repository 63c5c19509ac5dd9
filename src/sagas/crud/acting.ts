import { call, put, spawn, takeEvery, takeLeading } from 'redux-saga/effects';
import { type Language, label, type Text, textIn } from '../../../contract/domain/text';
import { isEmpty } from '../../../contract/domain/values';
import { type ActionSpec, isAction, type Row } from '../../../contract/schema/module';
import { judge } from '../../../contract/schema/validate';
import { type ActionForm, isUnsent } from '../../store/crud/crudState';
import { preferences } from '../../store/preferences';
import { refreshRights } from '../auth/rights';
import { ask, confirm, mayDiscard, read, type Saga } from '../effects';
import { Refused } from '../request';
import { change } from './change';
import { type Crud, namesOf, reporting } from './context';
import { anyReason, confirmWaiting } from './foretell';

type Actions = Crud['slice']['actions'];

function specOf({ module }: Crud, name: string): ActionSpec | undefined {
  const action = module.actions?.[name];
  return isAction(action) ? action : undefined;
}

function* inWords(text: Text): Saga<string> {
  const language: Language = yield* read(preferences.selectors.language);
  return textIn(label(...text), language);
}

/** Confirms the action as declared; undefined when the person declines. */
function* asked(
  crud: Crud,
  { action, rows }: Pick<Sent, 'action' | 'rows'>,
  spec: ActionSpec,
): Saga<{ reason: string } | undefined> {
  const { question } = spec;
  if (!question) return { reason: '' };
  const ids = rows.map(({ id }) => id);
  const whole = {
    title: 'ask.declared.title',
    say: 'ask.declared.text',
    confirm: 'ask.declared.sure',
    values: {
      title: yield* inWords(question.title),
      text: yield* inWords(question.text),
      action: yield* inWords(spec.label),
    },
    ...(ids.length > 0 ? { detail: yield* namesOf(crud, ids, rows) } : {}),
    ...(question.danger ? { danger: true as const } : {}),
    ...(question.needsReason ? { asksReason: true as const } : {}),
  };
  const sent = callOf(crud, { action, rows, reason: question.needsReason ? anyReason : '' });
  const { isSure, reason } = yield* spec.mayWait ? confirmWaiting(crud.world, whole, sent) : confirm(whole);
  return isSure ? { reason } : undefined;
}

interface Sent {
  action: string;
  rows: readonly Row[];
  reason: string;
  draft?: Record<string, unknown>;
}

function bodyOf({ module }: Crud, { rows, reason, draft }: Sent): Record<string, unknown> {
  return {
    ...draft,
    ...(rows.length > 0 ? { ids: rows.map(({ id }) => id).join(',') } : {}),
    ...(module.isVersioned && rows.length > 0 ? { version: rows.map(({ version }) => version).join(',') } : {}),
    ...(reason === '' ? {} : { reason }),
  };
}

function callOf(crud: Crud, sent: Sent) {
  return { method: 'POST' as const, url: crud.module.url(sent.action), body: bodyOf(crud, sent) };
}

/** Carries out a declared action under its idempotency key. */
function* carryOut(crud: Crud, sent: Sent, key: string): Saga {
  const { action, rows } = sent;
  const spec = specOf(crud, action);
  yield call(change, crud, {
    action,
    ids: rows.map(({ id }) => id),
    question: callOf(crud, sent),
    key,
    notice: spec?.done ? { text: yield* inWords(spec.done) } : { say: 'crud.done' },
    refreshes: spec?.refreshes,
  });
  if (spec?.changesMenus) yield spawn(refreshRights, crud.world);
}

/** An action with input fields opens a form; any other is confirmed and sent. */
function* act(crud: Crud, { payload }: ReturnType<Actions['act']>): Saga {
  const { world, slice } = crud;
  const { action, rows } = payload;
  const spec = specOf(crud, action);
  if (!spec || spec.hasOwnDialog || (rows.length === 0 && spec.on !== 'list')) return;
  if (spec.fields)
    return yield put(slice.actions.actionOpened({ action, rows: [...rows], key: yield* ask(world, 'newId') }));
  const answer = yield* asked(crud, payload, spec);
  if (!answer) return;
  yield call(carryOut, crud, { action, rows, reason: answer.reason }, yield* ask(world, 'newId'));
}

function problemsIn(spec: ActionSpec, { draft, reason }: ActionForm) {
  return {
    ...judge(spec.fields ?? {}, draft),
    ...(spec.question?.needsReason && isEmpty(reason.trim()) ? { reason: 'required' as const } : {}),
  };
}

function* submit(crud: Crud): Saga {
  const { world, slice } = crud;
  const { actions: at, selectors: see } = slice;
  const form: ActionForm | null = yield* read(see.action);
  const spec = form && specOf(crud, form.action);
  if (!form || !spec) return;
  const problems = problemsIn(spec, form);
  if (Object.keys(problems).length > 0) return yield put(at.actionMisjudged(problems));
  const { action, rows, draft } = form;
  const reason = form.reason.trim();
  const isChanged = form.sent !== undefined && form.sent !== JSON.stringify([draft, reason]);
  const key: string = isChanged ? yield* ask(world, 'newId') : form.key;
  yield put(at.actionSent({ key, sent: JSON.stringify([draft, reason]) }));
  try {
    yield call(carryOut, crud, { action, rows, draft, reason }, key);
  } catch (error) {
    if (error instanceof Refused && Object.keys(error.problems).length > 0)
      yield put(at.actionMisjudged(error.problems));
    throw error;
  }
}

function* closeAction({ slice: { actions: at, selectors: see } }: Crud): Saga {
  if (yield* read(see.isBusy, 'act')) return; // the request in flight decides
  if (!isUnsent(yield* read(see.action)) || (yield* mayDiscard())) yield put(at.actionShut());
}

/** Declared actions: confirmed, sent once, reported, and followed by a refresh of what they change. */
export function* acting(crud: Crud): Saga {
  const { actions: at } = crud.slice;
  const underWay = new Set<string>();
  /** One action a row at a time: further clicks are ignored while it runs. */
  function* actOnce(action: ReturnType<Actions['act']>): Saga {
    const { rows, action: name } = action.payload;
    const marks = rows.length > 0 ? rows.map(({ id }) => id) : [`*${name}`];
    if (marks.some((mark) => underWay.has(mark))) return;
    for (const mark of marks) underWay.add(mark);
    try {
      yield call(act, crud, action);
    } finally {
      for (const mark of marks) underWay.delete(mark);
    }
  }
  yield takeEvery(at.act, reporting(crud, 'act', actOnce));
  yield takeLeading(
    at.submitAction,
    reporting(crud, 'act', () => submit(crud)),
  );
  yield takeLeading(at.closeAction, closeAction, crud);
}
