import type { Action } from '@reduxjs/toolkit';
import { call, put, race, take, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { addDays, isDate } from '../../contract/calendar';
import { isEmpty, judge, type Module, type Row } from '../../contract/kit';
import type { CrudSlice } from '../store/crud';
import { dict } from '../store/dict';
import { openedIn } from '../store/features';
import { feedback } from '../store/feedback';
import { log } from '../store/log';
import { type Place, route } from '../store/route';
import { Unreachable, type World } from '../world/world';
import { ask, confirm, mayDiscard, read, type Saga } from './effects';
import { isExpected, Refused, request } from './request';

/** Ends of a range typed as `name.from` and `name.to`; the wire has strict comparisons only, so a day is added at each end. */
export const filtersOf = ({ fields }: Module, seek: Record<string, string>): Record<string, string> => {
  const filters: Record<string, string> = {};
  for (const [key, value] of Object.entries(seek)) {
    if (isEmpty(value?.trim())) continue;
    const [name = '', end] = key.split('.');
    if (end === undefined) filters[name] = value.trim();
    else if (isDate(value) && fields[name])
      filters[`${name}_${end === 'from' ? 'dategt' : 'datelt'}`] =
        end === 'from' ? `${addDays(value, -1)} 23:59:59` : `${addDays(value, 1)} 00:00:00`;
  }
  return filters;
};

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && 'id' in value;

/** Servers of the family answer a list as a page, an array, or an empty object. */
const pageOf = (answer: any, size: number, current: number) => {
  const given: unknown[] = Array.isArray(answer) ? answer : Array.isArray(answer?.records) ? answer.records : [];
  const records = given.filter((one): one is Row => isRow(one));
  const total = Math.max(Number(answer?.total ?? records.length) || 0, 0);
  return {
    records,
    total,
    size,
    current,
    pages: Math.ceil(total / size),
    ...(answer?.sums ? { sums: answer.sums } : {}),
  };
};

export const crudSaga = (module: Module, { actions: at, selectors: see }: CrudSlice) =>
  function* (world: World): Saga {
    const codes = Object.values(module.fields).flatMap((field) => field.dict ?? []);

    /** Run the work; whatever it throws becomes one `failed` fact. No handler below has a try unless it has something to undo. */
    const reporting = (verb: Parameters<typeof at.failed>[0]['verb'], work: (action: any) => Saga) =>
      function* (action: unknown): Saga {
        try {
          yield call(work, action);
        } catch (error) {
          yield put(at.failed({ verb, isCutOff: error instanceof Unreachable }));
          if (error instanceof Unreachable && verb !== 'list')
            yield put(feedback.actions.told({ tone: 'error', say: 'request.unreachable' }));
          if (isExpected(error)) return;
          // A fault of ours: noted and told, and the other commands of this page go on.
          const { message = String(error), stack = '' } = error as Error;
          yield put(log.actions.failed({ message, stack, info: `${module.name}: ${verb}` }));
          yield put(feedback.actions.told({ tone: 'error', say: 'request.unknown' }));
        }
      };

    function* opened({ payload: place }: { payload: Place }): Saga {
      if (codes.length > 0) yield put(dict.actions.need(codes));
      const asked = Object.fromEntries(new URLSearchParams(place.search));
      if (Object.keys(asked).length > 0) {
        const none = Object.fromEntries(Object.keys(yield* read(see.seek)).map((name) => [name, '']));
        yield put(at.seek({ ...none, ...asked })); // what is shown as a filter is what is asked
        yield put(at.list({ current: 1, filters: filtersOf(module, asked) }));
      } else yield put(at.list({}));
    }

    /** Leaving gives up what is on its way; coming back asks anew. */
    const isElsewhere = (action: Action) =>
      route.actions.arrived.match(action) && action.payload.feature !== module.name;
    function* listUnlessLeft(): Saga {
      const { left } = yield race({ listed: call(list), left: take(isElsewhere) });
      if (left) yield put(at.settled('list'));
    }

    function* list(): Saga {
      const { filters, ...paging } = yield* read(see.query);
      const answer = yield call(request, world, {
        method: 'GET',
        url: module.url('list'),
        query: { ...filters, ...paging },
      });
      const page = pageOf(answer, paging.size, paging.current);
      // Rows were removed meanwhile and this page is no more: the last one that is.
      if (page.records.length === 0 && page.total > 0 && page.current > 1)
        return yield put(at.list({ current: Math.max(1, Math.min(page.pages, page.current - 1)) }));
      yield put(at.listed(page));
    }

    function* add({ payload }: ReturnType<typeof at.add>): Saga {
      yield put(at.opened({ mode: 'add', draft: payload, key: yield* ask(world, 'newId') }));
    }
    const show = (mode: 'edit' | 'view') =>
      function* ({ payload: id }: { payload: string }): Saga {
        const draft = yield call(request, world, { method: 'GET', url: module.url('detail'), query: { id } });
        if (!isRow(draft)) throw new TypeError(`${module.url('detail')} answered no record`);
        yield put(at.opened({ mode, draft, key: yield* ask(world, 'newId') }));
        yield put(at.settled('detail'));
      };

    function* close(): Saga {
      // What is on its way decides: closing now would leave its answer to whatever form is open then.
      if (yield* read(see.isBusy, 'save')) return;
      const form = yield* read(see.form);
      const isDirty = form && form.mode !== 'view' && JSON.stringify(form.draft) !== JSON.stringify(form.before);
      if (!isDirty || (yield* mayDiscard())) yield put(at.shut());
    }

    function* save(): Saga {
      const form = yield* read(see.form);
      if (!form) return;
      const problems = judge(module.fields, form.draft);
      if (Object.keys(problems).length > 0) return yield put(at.misjudged(problems));
      const isNew = form.mode === 'add';
      const isChanged = form.sent !== undefined && JSON.stringify(form.sent) !== JSON.stringify(form.draft);
      const key: string = isChanged ? yield* ask(world, 'newId') : form.key;
      yield put(at.sent(key));
      try {
        yield call(
          request,
          world,
          { method: 'POST', url: module.url(isNew ? 'add' : 'update'), body: form.draft },
          { key },
        );
      } catch (error) {
        if (error instanceof Refused && Object.keys(error.problems).length > 0) yield put(at.misjudged(error.problems));
        throw error;
      }
      yield put(at.saved());
      yield put(feedback.actions.told({ tone: 'success', say: isNew ? 'crud.added' : 'crud.updated' }));
      yield put(at.list(isNew ? { current: 1 } : {}));
    }

    function* remove({ payload: ids }: ReturnType<typeof at.remove>): Saga {
      if (ids.length === 0) return yield put(feedback.actions.told({ tone: 'warning', say: 'crud.chooseOne' }));
      try {
        const { isSure } = yield* confirm({
          title: 'ask.title',
          say: 'ask.remove',
          confirm: 'ask.removeCount',
          danger: true,
          values: { count: ids.length },
        });
        if (!isSure) return;
        yield call(request, world, { method: 'POST', url: module.url('remove'), query: { ids: ids.join(',') } });
        yield put(at.removed(ids));
        yield put(feedback.actions.told({ tone: 'success', say: 'crud.removed' }));
        const { page, query } = yield* read(see.all);
        const isPageEmpty = query.current > 1 && (page?.records.every(({ id }) => ids.includes(id)) ?? false);
        yield put(at.list(isPageEmpty ? { current: query.current - 1 } : {}));
      } finally {
        yield put(at.unlocked(ids));
        yield put(at.settled('remove'));
      }
    }

    const underWay = new Set<string>();
    /** Optimistic: show the change at once, put the old values back if the server refuses. One change a row at a time. */
    function* patch({ payload: { id, change } }: ReturnType<typeof at.patch>): Saga {
      if (underWay.has(id)) return;
      underWay.add(id);
      const before = yield* read(see.row, id);
      const undo = Object.fromEntries(Object.keys(change).map((name) => [name, before?.[name]]));
      yield put(at.patched({ id, change }));
      try {
        const after = yield call(request, world, {
          method: 'POST',
          url: module.url('update'),
          body: { ...before, id, ...change },
        });
        if (after?.version)
          yield put(at.patched({ id, change: { version: after.version, updateTime: after.updateTime } }));
        yield put(feedback.actions.told({ tone: 'success', say: 'crud.done' }));
      } catch (error) {
        yield put(at.patched({ id, change: undo }));
        throw error;
      } finally {
        underWay.delete(id);
        yield put(at.unlocked([id]));
      }
    }
    const open = { add, edit: show('edit'), view: show('view') };
    /** One form, so one wish: a record that arrives late must not replace what was opened since. */
    function* openForm(wish: ReturnType<typeof at.add | typeof at.edit | typeof at.view>): Saga {
      if (at.add.match(wish)) yield call(open.add, wish);
      else yield call(at.edit.match(wish) ? open.edit : open.view, wish as ReturnType<typeof at.edit>);
    }

    yield takeLatest(
      openedIn(module.name, (rest) => rest === ''),
      opened,
    );
    yield takeLatest(at.list, reporting('list', listUnlessLeft)); // the newest question wins
    yield takeLatest([at.add, at.edit, at.view], reporting('detail', openForm));
    yield takeLeading(at.close, close);
    yield takeLeading(at.save, reporting('save', save)); //          a second click is ignored
    yield takeLeading(at.remove, reporting('remove', remove));
    yield takeEvery(at.patch, reporting('update', patch)); //        rows lock one by one
  };
