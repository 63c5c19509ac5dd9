/** Sagas whose order of effects is the contract: each step must be done before the next one is seen from outside. */
import type { Effect } from 'redux-saga/effects';
import { testSaga } from 'redux-saga-test-plan';
import { adoptTokens } from '../../../src/sagas/adoptTokens';
import { screenLockSaga } from '../../../src/sagas/auth/screenLock';
import { keepDay } from '../../../src/sagas/day';
import { request } from '../../../src/sagas/request';
import { depart, leave } from '../../../src/sagas/session';
import { isOverdue } from '../../../src/sagas/tokenAge';
import { keepTokenFresh } from '../../../src/sagas/tokens';
import { screenLock } from '../../../src/store/auth/screenLock';
import { route } from '../../../src/store/navigation/route';
import { session } from '../../../src/store/session';
import { resumed } from '../../../src/store/windows';
import { fakeWorld, li } from '../../support/fakeWorld';

type AnySaga = (...args: any[]) => Generator;
/** The saga that an effect runs, and its arguments. */
function calledBy(effect: unknown): { fn: AnySaga; args: unknown[] } {
  return (effect as Effect & { payload: { fn: AnySaga; args: unknown[] } }).payload;
}

const { world } = fakeWorld();

describe('renewing the token', () => {
  /** The saga that renews, as the loop calls it when the pair is due. */
  function renewal(): AnySaga {
    let found!: AnySaga;
    testSaga(keepTokenFresh, world)
      .next()
      .next({ resumed: resumed() })
      .call(world.now)
      .next(7)
      .call(keepDay, 7)
      .next()
      .select(session.selectors.isDisplaced)
      .next(false)
      .call(isOverdue, world)
      .next(true)
      .inspect((effect) => {
        found = calledBy(effect).fn;
      });
    return found;
  }

  it('holds the lock, adopts, exchanges, writes, tells the windows, and lets go', () => {
    testSaga(renewal(), world)
      .next()
      .call(world.acquire, 'token')
      .next('held')
      .call(adoptTokens, world)
      .next()
      .select(session.selectors.isDisplaced)
      .next(false)
      .call(isOverdue, world)
      .next(true)
      .inspect((effect) => expect(calledBy(effect).fn.name).toBe('exchange'))
      .next()
      .call(world.flush)
      .next()
      .call(world.broadcast, { kind: 'renewed' })
      .next()
      .call(world.release, 'held')
      .next()
      .isDone();
  });

  it('lets go of the lock after an error, too', () => {
    const error = new Error('x');
    const saga = testSaga(renewal(), world).next().call(world.acquire, 'token').next('held').call(adoptTokens, world);
    expect(() => saga.throw(error).call(world.release, 'held').next()).toThrow(error);
  });
});

it('locking keeps the lock, writes it, and only then tells the server', () => {
  let set!: AnySaga;
  const saga = screenLockSaga(world);
  for (let step = saga.next(); !step.done && !set; step = saga.next()) {
    const { args = [] } = calledBy(step.value);
    if (args[0] === screenLock.actions.set) set = args[1] as AnySaga;
  }
  let finish!: { fn: AnySaga; args: unknown[] };
  testSaga(set, world)
    .next()
    .next({ isBusy: true, password: 'blue' })
    .call(world.newId)
    .next('salt')
    .next({ derived: { verifier: 'v', proof: 'p' } })
    .select(session.selectors.user)
    .next(li)
    .next({ path: '/lease/order', search: '' })
    .put(screenLock.actions.locked({ salt: 'salt', verifier: 'v', userId: li.userId, from: '/lease/order' }))
    .next()
    .inspect((effect) => {
      finish = calledBy((effect as unknown as { payload: unknown[] }).payload[0]);
    });
  expect(finish.args).toEqual([world, 'p']);
  testSaga(finish.fn, ...finish.args)
    .next()
    .call(world.flush)
    .next()
    .inspect((effect) => {
      const both = (effect as unknown as { payload: unknown[] }).payload.map((one) => calledBy(one).fn.name);
      expect(both).toEqual(['notifyServer', 'goToLock']);
    })
    .next()
    .isDone();
});

it('signing out ends the session at the server before it is gone here', () => {
  testSaga(depart, world)
    .next()
    .inspect((effect) => {
      const { fn, args } = calledBy(effect);
      expect([fn, args[1]]).toEqual([request, { method: 'GET', url: '/blade-auth/oauth/logout' }]);
    })
    .next()
    .call(leave)
    .next()
    .isDone();
  testSaga(leave)
    .next()
    .select(session.selectors.isDisplaced)
    .next(false)
    .put(session.actions.signedOut(undefined))
    .next()
    .select(route.selectors.place)
    .next(null)
    .put(route.actions.go('/login'))
    .next()
    .isDone();
});
