/** Runs a scenario on the real store and sagas, and checks the invariants after every move. */
import type { Action, Middleware } from '@reduxjs/toolkit';
import { addChunk, findFeature, loadFeature } from '../../src/features/registry';
import { createApp } from '../../src/shell/app';
import { feedback } from '../../src/store/feedback';
import { panel } from '../../src/store/navigation/panel';
import { session, tokens } from '../../src/store/session';
import { started } from '../../src/store/started';
import { recorder } from '../../src/tape/recorder';
import type { Tape } from '../../src/tape/tape';
import { newOrderPath, paymentsPath } from './business';
import { tokenTime } from './exploreServer';
import { exploreWorld, quiet } from './exploreWorld';
import { always, atRest, broken, newWitness, note, noteCall, type Scene } from './invariants';
import { type Beginning, type Desk, type Move, play, productPath, productState, screenOf } from './moves';
import { taskCounter } from './tasks';

addChunk('frame', () => import('../../src/shell/frame/frame'));

/** Addresses of the features that a scenario can reach. */
const pages: Record<string, string> = {
  product: productPath,
  order: newOrderPath,
  payments: paymentsPath,
  profile: '/info/index',
  refusal: '/404',
};
/** Loads the code of all features a scenario can reach, so that loading takes no unobserved time. */
export async function ready(): Promise<void> {
  const known = new Set<string>();
  const load = async (name: string): Promise<void> => {
    if (known.has(name)) return;
    known.add(name);
    await loadFeature(name);
    for (const needed of findFeature(name)?.needs ?? []) await load(needed);
  };
  // The frame depends on panels.
  for (const name of ['frame', 'welcome', 'panels', ...Object.keys(pages)]) await load(name);
}

export interface Scenario {
  begin: Beginning;
  moves: readonly Move[];
  /** The final person only signs out: shorter, and most faults show before. */
  isBrief?: true | undefined;
}

/** An invariant does not hold. */
export class Broken extends Error {
  override name = 'Broken';
  constructor(
    wrong: string,
    readonly after: string,
  ) {
    super(`${wrong} — after ${after}`);
  }
}

interface Manner {
  /** Record the run; `onTape` gets the tape, whatever the result. */
  onTape?(tape: Tape): void;
  /** The note on the tape. */
  note?: string;
}

async function open({ as, at }: Beginning, { onTape, note: about = '' }: Manner) {
  const world = exploreWorld();
  const tasks = taskCounter();
  const rec = onTape && recorder(world.world, { uptime: world.world.uptime });
  const scene = { desk: { world } as Desk, seen: newWitness(), tasks } satisfies Scene;
  const listen: Middleware = () => (next) => (action) => {
    note(scene, action as Action);
    return next(action);
  };
  world.heard.send = (question) => noteCall(scene, question);
  const store = createApp(rec?.world ?? world.world, {
    listen: rec ? [rec.listen, listen] : [listen],
    monitor: tasks.monitor,
  });
  scene.desk.store = store;
  world.heard.state = (slice) => store.getState()[slice] as unknown as Record<string, unknown>;
  if (as) {
    const own = world.server.begin(as);
    store.dispatch(tokens.actions.tokensReceived({ ...world.server.keptTokens(own, world.world.now()), heldSince: 0 }));
    store.dispatch(session.actions.signedIn(world.server.userOf(as)));
  }
  store.dispatch(started(at));
  await quiet();
  return { scene, tape: () => rec?.tape({ release: 'one', note: about }) };
}

/** Answers everything as a healthy server does and lets time pass, until nothing is left to answer. */
async function settle({ desk }: Scene) {
  const { world, store } = desk;
  for (let calm = 0, rounds = 0; calm < 2 && rounds < 100; rounds++) {
    const left = world.open();
    if (left.length === 0 && !store.getState().feedback.question) {
      await world.pass(10_000);
      if (world.open().length === 0) calm += 1;
      continue;
    }
    calm = 0;
    if (store.getState().feedback.question) await play(desk, { do: 'say', yes: false });
    // The newest first: correctness must not depend on the order of requests.
    for (const question of left.reverse()) world.answer(question, 'ok');
    await quiet();
  }
}

function check(scene: Scene, after: string, invariants = always) {
  const wrong = broken(scene, invariants);
  if (wrong) throw new Broken(wrong, after);
}

/** A stuck product is as bad as a wrong one. */
async function workOn(scene: Scene, isBrief: boolean): Promise<void> {
  try {
    await workADay(scene, isBrief);
  } catch (error) {
    // After the clock was set the console may trust a token for too long: then the session may end once more.
    if (tokens.selectors.hasToken(scene.desk.store.getState()) || !(error instanceof Broken)) throw error;
    await workADay(scene, isBrief);
  }
}

/** The work of any person: sign in, work, sign out. */
async function workADay(scene: Scene, isBrief: boolean): Promise<void> {
  const { desk, seen } = scene;
  const { world, store } = desk;
  const act = async (...moves: Move[]) => {
    for (const move of moves) {
      await play(desk, move);
      world.keep();
    }
    await settle(scene);
    world.keep();
    check(scene, `the end: ${moves.map((move) => move.do).join(', ')}`, [...always, ...atRest]);
  };
  const expect = (isMet: boolean, wrong: string) => {
    // Another person's session may be found in storage at any time: then this one ends.
    if (!isMet && screenOf(desk) !== 'displaced') throw new Broken(wrong, 'the end');
  };
  const state = () => store.getState();

  const work = async () => {
    await act({ do: 'go', to: productPath });
    if (productState(desk).form) {
      await play(desk, { do: 'close' });
      await act({ do: 'say', yes: true });
    }
    await act({ do: 'list', current: 1, name: '' });
    expect((productState(desk).page?.records.length ?? 0) > 0, 'the list cannot be had');
    const before = world.server.effects.length;
    await act({ do: 'add' }, { do: 'type', name: 'last' }, { do: 'save' });
    await act({ do: 'patch', row: 0, status: 0 });
    await play(desk, { do: 'remove', row: 0 });
    await act({ do: 'say', yes: true });
    expect(world.server.effects.length === before + 3, '(v) saving, changing and removing had not one effect each');
    const token = state().token.accessToken;
    await world.pass(1000 * tokenTime);
    await act({ do: 'wake' });
    expect(state().token.accessToken !== token, 'the token is not renewed any more');
  };

  // The first request notices that the server has ended or locked the session.
  await act({ do: 'go', to: productPath });
  if (!tokens.selectors.hasToken(state()) && screenOf(desk) !== 'login') await act({ do: 'back', to: '/login' });
  if (screenOf(desk) === 'lock') {
    await world.pass(300_000); // the longest penalty for wrong answers
    await act({ do: 'unlock', with: 'account' });
    if (screenOf(desk) === 'lock') {
      await world.pass(300_000); // after the clock was set back it may apply once more
      await act({ do: 'unlock', with: 'account' });
    }
    expect(!state().screenLock.isLocked, 'the screen cannot be opened');
  }
  if (screenOf(desk) === 'displaced' || world.page.isGone) return;
  if (screenOf(desk) === 'login') {
    await act({ do: 'signIn', as: 'li', with: 'right' });
    expect(state().session.user?.account === 'li', 'nobody can sign in');
  }
  const { user } = state().session;
  expect(user !== null && screenOf(desk) === 'page', `after all that the screen shows '${screenOf(desk)}'`);
  if (!isBrief) await work();
  await play(desk, { do: 'signOut' });
  await act({ do: 'say', yes: true });
  expect(state().token.accessToken === '' && screenOf(desk) === 'login', 'nobody can sign out');
  for (const { id } of state().feedback.toasts) store.dispatch(feedback.actions.dismissed(id));
  await quiet();
  seen.departures = 0;
}

/** Tasks that run on the sign-in page after these features have been visited on a day without faults. */
const baselines = new Map<string, readonly string[]>();
async function baseline(names: readonly string[]): Promise<readonly string[]> {
  const key = names.join(' ');
  let known = baselines.get(key);
  if (!known) {
    const { scene } = await open({ as: 'li', at: '/wel/index' }, {});
    const { world, store } = scene.desk;
    for (const name of ['welcome', 'product', 'order', 'payments', 'profile', 'refusal', 'panels'])
      if (!names.includes(name)) world.unloadable.add(name);
    await settle(scene);
    for (const name of names)
      if (pages[name]) {
        await play(scene.desk, { do: 'back', to: pages[name] as '/404' });
        await settle(scene);
      }
    if (names.includes('panels')) {
      store.dispatch(panel.actions.show('search'));
      await settle(scene);
      store.dispatch(panel.actions.hide());
    }
    await play(scene.desk, { do: 'back', to: '/wel/index' });
    await play(scene.desk, { do: 'signOut' });
    await play(scene.desk, { do: 'say', yes: true });
    await settle(scene);
    for (const { id } of store.getState().feedback.toasts) store.dispatch(feedback.actions.dismissed(id));
    await settle(scene);
    known = scene.tasks.running();
    baselines.set(key, known);
  }
  return known;
}

/** Entries that occur more often in one list than in the other. */
function surplus(list: readonly string[], other: readonly string[]): string[] {
  const left = [...other];
  return list.filter((name) => {
    const at = left.indexOf(name);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Resolves at the end of the scenario, or throws `Broken` at a violation. */
export async function runScenario({ begin, moves, isBrief }: Scenario, manner: Manner = {}): Promise<void> {
  const { scene, tape } = await open(begin, manner);
  const { desk } = scene;
  const { world, store } = desk;
  try {
    if (begin.as) for (const question of world.open()) world.answer(question, 'ok');
    await quiet();
    for (const question of world.open()) world.answer(question, 'ok');
    await quiet();
    check(scene, 'the beginning');
    for (const [at, move] of moves.entries()) {
      await play(desk, move);
      world.keep();
      if (world.page.isGone) return;
      check(scene, `move ${at + 1}, ${JSON.stringify(move)}`);
    }
    world.slow.clear();
    world.unloadable.clear();
    world.page.isStorageForbidden = false;
    world.other.letsGo();
    await settle(scene);
    if (world.page.isGone) return;
    check(scene, 'the end', [...always, ...atRest]);
    await workOn(scene, isBrief === true);
    if (world.page.isGone || screenOf(desk) === 'displaced') return;
    const now = scene.tasks.running();
    const before = await baseline(Object.keys(store.getState().feature.ready).sort());
    const more = surplus(now, before);
    const less = surplus(before, now);
    if (more.length > 0) throw new Broken(`(vii) still running: ${more.join(', ')}`, 'the end');
    if (less.length > 0) throw new Broken(`(vii) not running any more: ${less.join(', ')}`, 'the end');
  } finally {
    const taken = tape();
    if (taken) manner.onTape?.(taken);
  }
}
