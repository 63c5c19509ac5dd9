import type { Action } from '@reduxjs/toolkit';
import { call, put, race, take, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { addDays, isDate } from '../../../contract/domain/calendar';
import { judgePasswords } from '../../../contract/domain/passwords';
import type { Language } from '../../../contract/domain/text';
import { isEmpty } from '../../../contract/domain/values';
import type { Module, Row } from '../../../contract/schema/module';
import { flatten } from '../../../contract/schema/tree';
import { judge, type Problems } from '../../../contract/schema/validate';
import { clock } from '../../store/clock';
import { type ChoiceSource, choices } from '../../store/crud/choices';
import { type CrudSlice, type FirstWordTold, isTree, type Opening } from '../../store/crud/crud';
import { dict } from '../../store/crud/dict';
import { tenantChoice } from '../../store/crud/tenantChoice';
import { openedIn } from '../../store/features';
import { feedback } from '../../store/feedback';
import { log } from '../../store/log';
import { type Place, route } from '../../store/navigation/route';
import { preferences } from '../../store/preferences';
import { type Call, Unreachable, type World } from '../../world/world';
import { ask, confirm, mayDiscard, read, type Saga } from '../effects';
import { isExpected, Refused, request, unanswered } from '../request';
import { withTenant } from './tenantChoice';

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

/** A tree as a server answers it, as rows from top to bottom; each says whether there are some below it. */
const treePage = (answer: unknown) => {
  const roots: (Row & { children?: Row[] })[] = Array.isArray(answer) ? answer.filter(isRow) : [];
  const known = new Set<string>();
  const records = flatten(roots).flatMap(({ children, hasChildren: _, ...row }): Row[] => {
    if (known.has(row.id)) return [];
    known.add(row.id);
    return [{ ...row, ...(children?.length ? { hasChildren: true } : {}) } as Row];
  });
  return { records, total: records.length, size: records.length, current: 1, pages: 1 };
};

/**
 * What a server answers of a secret, a digest or a mask, is never kept and never put into a form: sent back it would become the secret.
 * So a secret in a draft is always one that was typed.
 */
const withoutSecrets = ({ fields }: Module, row: Row): Row =>
  Object.keys(row).some((name) => fields[name]?.kind === 'secret')
    ? (Object.fromEntries(Object.entries(row).filter(([name]) => fields[name]?.kind !== 'secret')) as Row)
    : row;

/** Passwords leave as those of signing in do; an empty secret says nothing. */
function* sealed(world: World, { fields }: Module, draft: Record<string, unknown>): Saga<Record<string, unknown>> {
  const body = { ...draft };
  for (const [name, { kind, passwordOf }] of Object.entries(fields)) {
    if (kind !== 'secret') continue;
    if (isEmpty(body[name])) delete body[name];
    else if (passwordOf) body[name] = yield* ask(world, 'encryptPassword', String(body[name]));
  }
  return body;
}

const firstWordIn = (answer: unknown): FirstWordTold | undefined => {
  const { id, account, oneTimeWord } = (answer ?? {}) as Partial<FirstWordTold>;
  return oneTimeWord ? { id: String(id), account: String(account), oneTimeWord } : undefined;
};

/** So many records are named before they are deleted. */
const mostNamed = 5;

export const crudSaga = (
  module: Module,
  { actions: at, selectors: see }: CrudSlice,
  /** What its fields are chosen from. */
  sources: readonly ChoiceSource[] = [],
  { views, sort, naming = module.naming?.title ?? 'id' }: Opening = {},
) =>
  function* (world: World): Saga {
    const isAcross = module.acrossTenants === true;
    const parent = isTree(module) ? module.tree?.parent : undefined;
    /** The row of a tree that was just saved: where it hangs now may be closed, and it would seem to be gone. */
    let fresh = '';
    /** A call of this module, for the tenant that is worked on. */
    function* send(question: Call, manner?: Parameters<typeof request>[2]): Saga {
      return yield call(request, world, isAcross ? yield* withTenant(question) : question, manner);
    }
    const listed = <P extends { records: Row[] }>(page: P): P => ({
      ...page,
      records: page.records.map((row) => withoutSecrets(module, row)),
    });
    const codes = Object.values(module.fields).flatMap((field) => field.dict ?? []);

    /** Run the work; whatever it throws becomes one `failed` fact. No handler below has a try unless it has something to undo. */
    const reporting = (verb: Parameters<typeof at.failed>[0]['verb'], work: (action: any) => Saga) =>
      function* (action: unknown): Saga {
        try {
          yield call(work, action);
        } catch (error) {
          yield put(at.failed({ verb, isCutOff: error instanceof Unreachable }));
          if (error instanceof Unreachable && verb !== 'list') yield put(feedback.actions.told(unanswered(error)));
          if (isExpected(error)) return;
          // A fault of ours: noted and told, and the other commands of this page go on.
          const { message = String(error), stack = '' } = error as Error;
          yield put(log.actions.failed({ message, stack, info: `${module.name}: ${verb}` }));
          yield put(feedback.actions.told({ tone: 'error', say: 'request.unknown' }));
        }
      };

    function* opened({ payload: place }: { payload: Place }): Saga {
      if (isAcross) yield put(tenantChoice.actions.need());
      if (codes.length > 0) yield put(dict.actions.need(codes));
      if (sources.length > 0) yield put(choices.actions.need(sources));
      const asked = Object.fromEntries(new URLSearchParams(place.search));
      const isFirst = (yield* read(see.all)).page === null;
      const order = isFirst ? sort : undefined;
      const first = isFirst ? views?.items.find(({ key }) => key === views.first) : undefined;
      if (Object.keys(asked).length > 0) {
        const none = Object.fromEntries(Object.keys(yield* read(see.seek)).map((name) => [name, '']));
        yield put(at.seek({ ...none, ...asked })); // what is shown as a filter is what is asked
        yield put(at.list({ ...order, current: 1, filters: filtersOf(module, asked) }));
      } else if (first) {
        const held = first.seek(yield* read(clock.selectors.today));
        yield put(at.seek(held));
        yield put(at.list({ ...order, current: 1, filters: filtersOf(module, held) }));
      } else yield put(at.list({ ...order }));
    }

    /** Leaving gives up what is on its way; coming back asks anew. */
    const isElsewhere = (action: Action) =>
      route.actions.arrived.match(action) && action.payload.feature !== module.name;
    function* listUnlessLeft(wish: ReturnType<typeof at.list>): Saga {
      const { left } = yield race({ listed: call(list, wish), left: take(isElsewhere) });
      if (left) yield put(at.settled('list'));
    }

    /** How many rows each view has. Turning a page changes none of that. */
    function* count(): Saga {
      try {
        const counts: unknown = yield* send({ method: 'GET', url: module.url(views!.counts) }, { quiet: true });
        if (typeof counts === 'object' && counts !== null) yield put(at.counted(counts as Record<string, number>));
      } catch (error) {
        // The list says what is wrong; views without numbers still filter.
        if (!isExpected(error)) throw error;
      }
    }
    const changesCounts = (action: Action) =>
      at.removed.match(action) ||
      (at.list.match(action) && (!('current' in action.payload) || 'filters' in action.payload));

    function* list({ payload: wish }: ReturnType<typeof at.list>): Saga {
      const own = yield* read(preferences.selectors.listSize, module.name);
      if (wish.size === undefined && own !== undefined) {
        if ((yield* read(see.query)).size !== own) yield put(at.sized(own));
      } else if (wish.size !== undefined && wish.size !== own)
        yield put(preferences.actions.sizeList({ name: module.name, size: wish.size }));
      const { filters, ...paging } = yield* read(see.query);
      // A tree is searched where it is shown: it comes as a whole.
      if (parent) {
        yield put(at.listed(listed(treePage(yield* send({ method: 'GET', url: module.url('list') })))));
        if (fresh) yield put(at.reveal(fresh));
        fresh = '';
        return;
      }
      const answer = yield* send({
        method: 'GET',
        url: module.url('list'),
        query: { ...filters, ...paging },
      });
      const page = listed(pageOf(answer, paging.size, paging.current));
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
        const row = yield* send({ method: 'GET', url: module.url('detail'), query: { id } });
        if (!isRow(row)) throw new TypeError(`${module.url('detail')} answered no record`);
        yield put(at.opened({ mode, draft: withoutSecrets(module, row), key: yield* ask(world, 'newId') }));
        yield put(at.settled('detail'));
      };

    function* close(): Saga {
      // What is on its way decides: closing now would leave its answer to whatever form is open then.
      if (yield* read(see.isBusy, 'save')) return;
      const form = yield* read(see.form);
      const isDirty = form && form.mode !== 'view' && JSON.stringify(form.draft) !== JSON.stringify(form.before);
      if (!isDirty || (yield* mayDiscard())) yield put(at.shut());
    }

    /** Fields that differ from what the record held when the form opened. */
    const changesOf = ({ draft, before }: NonNullable<ReturnType<typeof see.form>>) =>
      Object.keys(draft).filter((name) => draft[name] !== before[name]);

    /** Whether the person wants to save although another record holds a value that two rarely share. */
    function* isNoDouble(form: NonNullable<ReturnType<typeof see.form>>): Saga<boolean> {
      const shared = (module.alike ?? []).filter(
        (name) => changesOf(form).includes(name) && !isEmpty(form.draft[name]),
      );
      if (shared.length === 0) return true;
      const body = Object.fromEntries(['id', ...shared].map((name) => [name, form.draft[name]]));
      const answer: unknown = yield* send({ method: 'POST', url: module.url('alike'), body });
      const found = Array.isArray(answer) ? (answer as { field: string; title: string | null }[]) : [];
      if (found.length === 0) return true;
      const language = (yield* read(preferences.selectors.language)) as Language;
      const names = found.map(({ field, title }) => {
        const name = module.fields[field]?.label[language] ?? field;
        return title ? `${title} (${name})` : name;
      });
      const { isSure } = yield* confirm({
        title: 'ask.title',
        say: 'crud.alike',
        confirm: 'crud.saveAnyway',
        values: { names: names.join(language === 'zh' ? '、' : ', ') },
      });
      return isSure;
    }

    function* save(): Saga {
      const form = yield* read(see.form);
      if (!form) return;
      const changed = changesOf(form);
      const between = Object.entries(module.judging?.(form.draft, yield* read(clock.selectors.today)) ?? {});
      const problems: Problems = {
        ...judge(module.fields, form.draft),
        ...judgePasswords(module.fields, form.draft),
        ...Object.fromEntries(between.filter(([name]) => changed.includes(name))),
      };
      if (Object.keys(problems).length > 0) return yield put(at.misjudged(problems));
      if (!(yield* isNoDouble(form))) return yield put(at.misjudged({}));
      const isNew = form.mode === 'add';
      const isChanged = form.sent !== undefined && JSON.stringify(form.sent) !== JSON.stringify(form.draft);
      const key: string = isChanged ? yield* ask(world, 'newId') : form.key;
      yield put(at.sent(key));
      const body = yield* sealed(world, module, form.draft);
      let answer: unknown;
      try {
        answer = yield* send({ method: 'POST', url: module.url(isNew ? 'add' : 'update'), body }, { key });
      } catch (error) {
        if (error instanceof Refused && Object.keys(error.problems).length > 0) yield put(at.misjudged(error.problems));
        throw error;
      }
      yield put(at.saved());
      const word = firstWordIn(answer);
      if (word) yield put(at.firstWordTold(word));
      yield put(feedback.actions.told({ tone: 'success', say: isNew ? 'crud.added' : 'crud.updated' }));
      if (parent && isRow(answer)) fresh = answer.id;
      yield put(at.list(isNew ? { current: 1 } : {}));
      yield call(renewOwn);
    }
    /** Rows of a tree are chosen from by the rows themselves: what changed is offered at once. */
    function* renewOwn(): Saga {
      const own = sources.filter((source) => source === module.name);
      if (own.length > 0) yield put(choices.actions.need(own));
    }

    /** What the records are called that are to go: the first of them, where there are many. */
    function* namesOf(ids: readonly string[]): Saga<string> {
      const { page, picked } = yield* read(see.all);
      const names = ids.slice(0, mostNamed).map((id) => {
        const row = picked[id] ?? page?.records.find((one) => one.id === id);
        const name = row?.[naming];
        return isEmpty(name) ? id : String(name);
      });
      return names.join((yield* read(preferences.selectors.language)) === 'zh' ? '、' : ', ');
    }

    function* remove({ payload: ids }: ReturnType<typeof at.remove>): Saga {
      if (ids.length === 0) return yield put(feedback.actions.told({ tone: 'warning', say: 'crud.chooseOne' }));
      try {
        const { isSure } = yield* confirm({
          title: 'ask.title',
          say: 'ask.remove',
          confirm: 'ask.removeCount',
          danger: true,
          stakes: [ids.length > mostNamed ? 'ask.removeMany' : 'ask.removeNames', 'ask.removeDetail'],
          values: { count: ids.length, names: yield* namesOf(ids) },
        });
        if (!isSure) return;
        yield put(at.removing(ids));
        yield* send({ method: 'POST', url: module.url('remove'), query: { ids: ids.join(',') } });
        yield put(at.removed(ids));
        yield call(renewOwn);
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
        const after = yield* send({
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
    /** One form, so one wish: a record that arrives late must not replace what was opened since, nor one of a tenant that was left. */
    function* openForm(wish: Action): Saga {
      if (at.add.match(wish)) yield call(open.add, wish);
      else if (at.edit.match(wish)) yield call(open.edit, wish);
      else if (at.view.match(wish)) yield call(open.view, wish);
    }
    function* turn({ payload }: ReturnType<typeof at.turn>): Saga {
      const id = String((yield* read(see.form))?.draft.id ?? '');
      if (payload !== 'history' || id === '') return;
      try {
        const entries = yield* send({ method: 'GET', url: module.url('history'), query: { id } }, { quiet: true });
        yield put(at.historyReceived(Array.isArray(entries) ? entries : []));
      } catch (error) {
        yield put(at.historyLost());
        if (!isExpected(error)) throw error;
      }
    }
    /** The page on screen begins anew in another tenant; the others will when they come back. */
    function* move(): Saga {
      const place = yield* read(route.selectors.place);
      if (place?.feature === module.name && place.rest === '') yield call(opened, { payload: place });
    }

    yield takeLatest(
      openedIn(module.name, (rest) => rest === ''),
      opened,
    );
    if (isAcross) yield takeLatest(tenantChoice.actions.choose, move);
    yield takeLatest(at.list, reporting('list', listUnlessLeft)); // the newest question wins
    if (views) yield takeLatest(changesCounts, count);
    yield takeLatest([at.add, at.edit, at.view, tenantChoice.actions.choose], reporting('detail', openForm));
    yield takeLatest(at.turn, turn); //                               of one record at a time
    yield takeLeading(at.close, close);
    yield takeLeading(at.save, reporting('save', save)); //          a second click is ignored
    yield takeLeading(at.remove, reporting('remove', remove));
    yield takeEvery(at.patch, reporting('update', patch)); //        rows lock one by one
  };
