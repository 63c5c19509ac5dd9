/** The quick form of what a saga waits for takes exactly what redux-saga itself takes. */
import { applyMiddleware, createAction, legacy_createStore } from '@reduxjs/toolkit';
import fc from 'fast-check';
import createSagaMiddleware, { type EffectMiddleware } from 'redux-saga';
import { race, take, takeEvery } from 'redux-saga/effects';
import { quickPatterns } from '../../../src/shell/quickPatterns';

const actions = ['opened', 'closed', 'saved', 'removed', '*'].map((type) => createAction(type));
const isLong = (action: { type: string }) => action.type.length > 5;
const single = fc.oneof(
  fc.constantFrom(...actions),
  fc.constantFrom(...actions.map(({ type }) => type)),
  fc.constant(isLong),
  fc.constant(Symbol.for('never')),
);
const pattern = fc.oneof(
  single,
  fc.array(single, { maxLength: 4 }),
  fc.array(fc.array(single, { maxLength: 2 }), { maxLength: 2 }),
);

/** What each way of waiting took of the actions. */
function taken(waited: unknown, sent: readonly { type: string }[], effectMiddlewares: EffectMiddleware[]) {
  const sagas = createSagaMiddleware({ effectMiddlewares, onError: () => undefined });
  const store = legacy_createStore(() => 0, applyMiddleware(sagas));
  const every: string[] = [];
  const once: unknown[] = [];
  sagas.run(function* () {
    yield takeEvery(waited as string, ({ type }: { type: string }) => void every.push(type));
  });
  sagas.run(function* (): Generator<any, void, any> {
    for (;;) once.push(yield race({ one: take(waited as string), other: take(actions[0]!) }));
  });
  for (const action of sent) store.dispatch(action);
  return { every, once };
}

it('whatever is waited for', () => {
  fc.assert(
    fc.property(
      pattern,
      fc.array(fc.constantFrom(...actions.map((make) => make())), { maxLength: 6 }),
      (waited, sent) => {
        expect(taken(waited, sent, [quickPatterns])).toEqual(taken(waited, sent, []));
      },
    ),
  );
});

it('an action creator and a list of them are asked for their types once, not for each action', () => {
  const [asked, other, passing] = [createAction('asked'), createAction('other'), createAction('passing')];
  const told = jest.fn(() => asked.type);
  asked.toString = told;
  const sent = Array.from({ length: 50 }, () => passing());
  taken([asked, other], sent, [quickPatterns]);
  taken(asked, sent, [quickPatterns]);
  expect(told.mock.calls.length).toBeLessThan(10);
});
