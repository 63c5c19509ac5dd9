import type { Action } from '@reduxjs/toolkit';
import { call, put, takeLatest } from 'redux-saga/effects';
import type { Module } from '../../../contract/schema/module';
import { lookup } from '../../store/crud/lookup';
import { type Call, Unreachable, type World } from '../../world/world';
import { ask, type Saga } from '../effects';
import { isExpected, request } from '../request';
import { withTenant } from './tenantChoice';

const typingPauseMs = 250;
const fewEnough = 20;

function* find(world: World, module: Module, text: string): Saga {
  const to = module.name;
  if (!module.chosen) return yield put(lookup.actions.found({ to, rows: [] }));
  if (text !== '') yield* ask(world, 'sleep', typingPauseMs);
  try {
    const question: Call = {
      method: 'GET',
      url: module.url('list'),
      query: {
        current: 1,
        size: fewEnough,
        ...(text ? { [module.chosen.title]: text } : {}),
        ...(to === 'product' ? { status: 1 } : {}),
      },
    };
    const page = yield call(request, world, module.acrossTenants ? yield* withTenant(question) : question);
    yield put(lookup.actions.found({ to, rows: Array.isArray(page?.records) ? page.records : [] }));
  } catch (error) {
    yield put(error instanceof Unreachable ? lookup.actions.cutOff({ to }) : lookup.actions.found({ to, rows: [] }));
    if (!isExpected(error)) throw error;
  }
}

/** Records of these modules, by name, found by a part of what they are called. */
export const lookupSaga = (targets: Record<string, Module>) =>
  function* (world: World): Saga {
    // What is typed into one field must not silence another one's search.
    for (const [to, module] of Object.entries(targets)) {
      const isOurs = (action: Action) => lookup.actions.find.match(action) && action.payload.to === to;
      yield takeLatest(isOurs, function* (action: Action): Saga {
        if (lookup.actions.find.match(action)) yield call(find, world, module, action.payload.text);
      });
    }
  };
