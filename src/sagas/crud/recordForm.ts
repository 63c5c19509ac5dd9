import type { Action } from '@reduxjs/toolkit';
import { call, put, takeLatest, takeLeading } from 'redux-saga/effects';
import { judgePasswords } from '../../../contract/domain/passwords';
import { joined, type Language, textIn } from '../../../contract/domain/text';
import { isEmpty } from '../../../contract/domain/values';
import type { Module, Row } from '../../../contract/schema/module';
import { judge, type Problems } from '../../../contract/schema/validate';
import { clock } from '../../store/clock';
import { creation } from '../../store/crud/creation';
import { type CrudForm, isUnsaved, type OneTimePasswordIssued } from '../../store/crud/crudState';
import { tenantChoice } from '../../store/crud/tenantChoice';
import { type features, openedIn } from '../../store/features';
import { feedback } from '../../store/feedback';
import { permission } from '../../store/navigation/menu';
import { route } from '../../store/navigation/route';
import { homePath } from '../../store/navigation/routes';
import { preferences } from '../../store/preferences';
import type { Call, World } from '../../world/world';
import { ask, confirm, mayDiscard, read, type Saga } from '../effects';
import { isExpected, Refused } from '../request';
import { formAsked } from './address';
import { announceChanges, type Crud, isRow, reporting, send, withoutSecrets } from './context';
import { foretold, typingPauseMs } from './foretell';

/** Passwords are encrypted as at sign-in; an empty secret is left out. */
function* sealed(world: World, { fields }: Module, draft: Record<string, unknown>): Saga<Record<string, unknown>> {
  const body = { ...draft };
  for (const [name, { kind, passwordOf }] of Object.entries(fields)) {
    if (kind !== 'secret') continue;
    if (isEmpty(body[name])) delete body[name];
    else if (passwordOf) body[name] = yield* ask(world, 'encryptPassword', String(body[name]));
  }
  return body;
}

function oneTimePasswordIn(answer: unknown): OneTimePasswordIssued | undefined {
  const { id, account, oneTimeWord } = (answer ?? {}) as Partial<OneTimePasswordIssued>;
  return oneTimeWord ? { id: String(id), account: String(account), oneTimeWord } : undefined;
}

/** There is one form: a record that arrives late must not replace a newer one. */
function* open(crud: Crud, intent: Action): Saga {
  const { world, module, slice } = crud;
  const { actions: at } = slice;
  if (at.add.match(intent))
    return yield put(at.opened({ mode: 'add', draft: intent.payload, key: yield* ask(world, 'newId') }));
  const mode = at.edit.match(intent) ? 'edit' : at.view.match(intent) ? 'view' : undefined;
  if (mode === undefined) return; // the tenant has changed: no record of the previous one is shown
  const { payload: id } = intent as ReturnType<typeof at.edit>;
  const question = { method: 'GET' as const, url: module.url('detail'), query: { id } };
  const row: unknown = yield* send(crud, question);
  if (!isRow(row)) throw new TypeError(`${module.url('detail')} answered no record`);
  yield put(at.opened({ mode, draft: withoutSecrets(module, row), key: yield* ask(world, 'newId') }));
  yield put(at.settled('detail'));
}

/** An address may ask for the form: a link from another page begins where the record is entered. */
function* openAsked(crud: Crud, { payload: place }: ReturnType<typeof features.actions.opened>): Saga {
  const { module, slice } = crud;
  const { add, editId, isFromHome } = formAsked(place.search);
  const verb = add ? 'add' : editId === undefined ? undefined : 'update';
  if (verb === undefined || !(yield* read(permission.selectors.may, module.permission(verb)))) return;
  crud.isFromHome = isFromHome;
  yield put(editId === undefined ? slice.actions.add({}) : slice.actions.edit(editId));
}

function* close(crud: Crud): Saga {
  const { actions: at, selectors: see } = crud.slice;
  // The request in flight decides: after closing now, its answer would apply to a later form.
  if (yield* read(see.isBusy, 'save')) return;
  if (isUnsaved(yield* read(see.form)) && !(yield* mayDiscard())) return;
  crud.isFromHome = false; // who closes it goes on with the list
  yield put(at.shut());
}

/** Fields that differ from what the record held when the form opened. */
function changesOf({ draft, before }: CrudForm): string[] {
  return Object.keys(draft).filter((name) => draft[name] !== before[name]);
}

/** Whether to save although another record has a value that two rarely share. */
function* isNoDouble(crud: Crud, form: CrudForm): Saga<boolean> {
  const { module } = crud;
  const shared = (module.alike ?? []).filter((name) => changesOf(form).includes(name) && !isEmpty(form.draft[name]));
  if (shared.length === 0) return true;
  const body = Object.fromEntries(['id', ...shared].map((name) => [name, form.draft[name]]));
  const answer: unknown = yield* send(crud, { method: 'POST', url: module.url('alike'), body });
  const found = Array.isArray(answer) ? (answer as { field: string; title: string | null }[]) : [];
  if (found.length === 0) return true;
  const language = (yield* read(preferences.selectors.language)) as Language;
  const names = found.map(({ field, title }) => {
    const name = textIn(module.fields[field]?.label, language) ?? field;
    return title ? `${title} (${name})` : name;
  });
  const { isSure } = yield* confirm({
    title: 'ask.title',
    say: 'crud.alike',
    confirm: 'crud.saveAnyway',
    isUnusual: true,
    values: { names: joined(names, language) },
  });
  return isSure;
}

function* problemsIn({ module }: Crud, form: CrudForm): Saga<Problems> {
  const changed = changesOf(form);
  const between = Object.entries(module.judging?.(form.draft, yield* read(clock.selectors.today)) ?? {});
  return {
    ...judge(module.fields, form.draft),
    ...judgePasswords(module.fields, form.draft),
    // As on the server: an unchanged value of a stored record is not checked again.
    ...Object.fromEntries(between.filter(([name]) => form.mode === 'add' || changed.includes(name))),
  };
}

/**
 * Closes the form that was sent under this key; another one that was opened meanwhile stays. Where its person typed on
 * while it was sent, it stays as well, as the form of the stored record. Answers whether it does.
 */
function* settle({ world, module, slice }: Crud, key: string, answer: unknown): Saga<boolean> {
  const { actions: at, selectors: see } = slice;
  const form = yield* read(see.form);
  if (form?.key !== key) return false;
  const { draft, sent = draft } = form;
  const typed = Object.fromEntries(
    Object.entries(draft).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(sent[name])),
  );
  const stored = isRow(answer) ? withoutSecrets(module, answer) : form.mode === 'edit' ? sent : undefined;
  const isAhead = Object.keys(typed).length > 0;
  const mayGoOn = module.offers('update') && (yield* read(permission.selectors.may, module.permission('update')));
  if (!isAhead || !stored || !mayGoOn) {
    yield put(at.saved());
    if (isAhead) yield put(feedback.actions.notified({ tone: 'warning', say: 'crud.typedInVain' }));
    return false;
  }
  yield put(at.saved({ stored, typed, key: yield* ask(world, 'newId') }));
  return true;
}

function titleOf({ module }: Crud, row: Row): string {
  return String(row[module.chosen?.title ?? 'id'] ?? '');
}

function verbOf({ mode }: Pick<CrudForm, 'mode'>) {
  return mode === 'add' ? 'add' : 'update';
}

function* questionOf({ world, module }: Crud, form: CrudForm, draft: CrudForm['draft']): Saga<Call> {
  return { method: 'POST', url: module.url(verbOf(form)), body: yield* sealed(world, module, draft) };
}

/** Says in the form whether others decide on what is entered, as soon as that could be saved. */
function* foretell(crud: Crud, action: Action): Saga {
  const { world, module, slice } = crud;
  const { actions: at, selectors: see } = slice;
  if (!at.type.match(action)) return; // it ends the question that is under way
  yield* ask(world, 'sleep', typingPauseMs);
  const form = yield* read(see.form);
  if (!form || !module.mayWait?.includes(verbOf(form))) return;
  const isWhole = changesOf(form).length > 0 && Object.keys(yield* problemsIn(crud, form)).length === 0;
  yield put(at.foretold(isWhole ? yield call(foretold, world, yield* questionOf(crud, form, form.draft)) : ''));
}

function* save(crud: Crud): Saga {
  const { world, module, slice, parent } = crud;
  const { actions: at, selectors: see } = slice;
  const form = yield* read(see.form);
  if (!form) return;
  const problems = yield* problemsIn(crud, form);
  if (Object.keys(problems).length > 0) return yield put(at.misjudged(problems));
  if (!(yield* isNoDouble(crud, form))) return yield put(at.misjudged({}));
  const isNew = form.mode === 'add';
  const isChanged = form.sent !== undefined && JSON.stringify(form.sent) !== JSON.stringify(form.draft);
  const key: string = isChanged ? yield* ask(world, 'newId') : form.key;
  yield put(at.sent(key));
  const sent = (yield* read(see.form))?.sent;
  if (!sent) return; // the tenant has changed
  const question = yield* questionOf(crud, form, sent);
  const done = { say: isNew ? 'crud.added' : 'crud.updated' };
  let answer: unknown;
  try {
    answer = yield* send(crud, question, { key, done });
  } catch (error) {
    if (error instanceof Refused && Object.keys(error.problems).length > 0) yield put(at.misjudged(error.problems));
    throw error;
  }
  const isLeftOpen: boolean = yield call(settle, crud, key, answer);
  const issued = oneTimePasswordIn(answer);
  if (issued) yield put(at.oneTimePasswordIssued(issued));
  if (parent && isRow(answer)) crud.fresh = answer.id;
  if (crud.isInPlace) {
    if (isRow(answer))
      yield put(creation.actions.made({ of: module.name, id: answer.id, title: titleOf(crud, answer) }));
    return yield call(announceChanges, crud);
  }
  yield put(at.list(isNew ? { current: 1 } : {}));
  yield call(announceChanges, crud);
  if (isLeftOpen) return;
  if (crud.isFromHome) yield put(route.actions.go(homePath));
  crud.isFromHome = false;
}

function* turn(crud: Crud, { payload }: ReturnType<Crud['slice']['actions']['turn']>): Saga {
  const { module, slice } = crud;
  const { actions: at, selectors: see } = slice;
  const id = String((yield* read(see.form))?.draft.id ?? '');
  if (payload !== 'history' || id === '') return;
  try {
    const question = { method: 'GET' as const, url: module.url('history'), query: { id } };
    const entries: unknown = yield* send(crud, question, { quiet: true });
    yield put(at.historyReceived(Array.isArray(entries) ? entries : []));
  } catch (error) {
    yield put(at.historyLost());
    if (!isExpected(error)) throw error;
  }
}

/** The dialog in which a record is added, edited and viewed. */
export function* recordForm(crud: Crud): Saga {
  const { actions: at } = crud.slice;
  if (!crud.isInPlace)
    yield takeLatest(
      openedIn(crud.module.name, (rest) => rest === ''),
      openAsked,
      crud,
    );
  yield takeLatest(
    [at.add, at.edit, at.view, tenantChoice.actions.choose],
    reporting(crud, 'detail', (intent: Action) => open(crud, intent)),
  );
  if (crud.module.mayWait)
    yield takeLatest([at.opened, at.type, at.sent, at.saved, at.shut], (action: Action) => foretell(crud, action));
  yield takeLatest(at.turn, turn, crud); // of one record at a time
  yield takeLeading(at.close, close, crud);
  yield takeLeading(
    at.save,
    reporting(crud, 'save', () => save(crud)), // further clicks are ignored while it runs
  );
}
