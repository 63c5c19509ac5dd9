import type { Action } from '@reduxjs/toolkit';
import { call, put } from 'redux-saga/effects';
import { joined } from '../../../contract/domain/text';
import { isEmpty } from '../../../contract/domain/values';
import type { Module, Row } from '../../../contract/schema/module';
import { recordsChanged } from '../../store/crud/changes';
import type { ChoiceSet } from '../../store/crud/choices';
import type { CrudSlice } from '../../store/crud/crud';
import { isTree, type Opening } from '../../store/crud/crudState';
import { feedback } from '../../store/feedback';
import { log } from '../../store/log';
import { preferences } from '../../store/preferences';
import { type Call, Unreachable, type World } from '../../world/world';
import { read, type Saga } from '../effects';
import { isExpected, request, tellFailure } from '../request';
import { withTenant } from './tenantChoice';

/** Dependencies of the sagas of one list. */
export interface Crud {
  world: World;
  module: Module;
  slice: CrudSlice;
  opening: Opening;
  /** Sets of records that the page's fields offer as a whole. */
  sets: readonly ChoiceSet[];
  /** The field that names the parent row, where the list is a whole tree. */
  parent: string | undefined;
  /** The tree row that was just saved: its new parent may be collapsed, so it is revealed. */
  fresh: string;
  /** The form was opened from the home page: saving it leads back. */
  isFromHome: boolean;
  /** The form stands above the one of another record, whose field takes what is saved. */
  isInPlace: boolean;
}

export function crudOf(
  world: World,
  module: Module,
  slice: CrudSlice,
  sets: readonly ChoiceSet[] = [],
  opening: Opening = {},
): Crud {
  return {
    world,
    module,
    slice,
    sets,
    opening,
    parent: isTree(module) ? module.tree?.parent : undefined,
    fresh: '',
    isFromHome: false,
    isInPlace: false,
  };
}

/** A call of this module, for the selected tenant. */
export function* send({ world, module }: Crud, question: Call, manner?: Parameters<typeof request>[2]): Saga {
  return yield call(request, world, module.acrossTenants ? yield* withTenant(question) : question, manner);
}

/** Lists and choices elsewhere learn that records have changed. */
export function* announceChanges({ module, slice }: Crud, alsoOf: readonly string[] = []): Saga {
  yield put(recordsChanged({ modules: [module.name, ...alsoOf], by: slice.name }));
}

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && 'id' in value;
}

/**
 * A server's answer for a secret, a digest or a mask, is never stored or put into a form: sent back it would become the
 * secret. So a secret in a draft is always one that was typed.
 */
export function withoutSecrets({ fields }: Module, row: Row): Row {
  if (!Object.keys(row).some((name) => fields[name]?.kind === 'secret')) return row;
  return Object.fromEntries(Object.entries(row).filter(([name]) => fields[name]?.kind !== 'secret')) as Row;
}

type Failing = Parameters<CrudSlice['actions']['failed']>[0]['verb'];

/** Runs the work; an error becomes one `failed` fact. Only work that must undo a change catches errors itself. */
export function reporting<A extends Action>({ module, slice }: Crud, verb: Failing, work: (action: A) => Saga) {
  return function* (action: A): Saga {
    try {
      yield call(work, action);
    } catch (error) {
      yield put(slice.actions.failed({ verb, isCutOff: error instanceof Unreachable }));
      if (isExpected(error)) {
        if (verb !== 'list') yield call(tellFailure, error, action);
        return;
      }
      // A programming error: it is logged and shown, and the other commands of this page still work.
      const { message = String(error), stack = '' } = error as Error;
      yield put(log.actions.failed({ message, stack, info: `${module.name}: ${verb}` }));
      yield put(feedback.actions.notified({ tone: 'error', say: 'request.unknown' }));
    }
  };
}

/** Records named in a confirmation. */
export const mostNamed = 5;

/** The names of these records, the first few where there are many; `known`: those that may not be in the list. */
export function* namesOf(
  { module, slice, opening }: Crud,
  ids: readonly string[],
  known: readonly Row[] = [],
): Saga<string> {
  const { page, picked } = yield* read(slice.selectors.all);
  const title = opening.naming ?? module.chosen?.title ?? 'id';
  const names = ids.slice(0, mostNamed).map((id) => {
    const row = picked[id] ?? [...(page?.records ?? []), ...known].find((one) => one.id === id);
    const name = row && (opening.called?.(row) ?? row[title]);
    return isEmpty(name) ? id : String(name);
  });
  return joined(names, yield* read(preferences.selectors.language));
}
