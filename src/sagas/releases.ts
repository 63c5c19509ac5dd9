import { call, put, race, take } from 'redux-saga/effects';
import { feedback } from '../store/feedback';
import { tabs } from '../store/navigation/route';
import { release } from '../store/release';
import { session } from '../store/session';
import { reload, resumed } from '../store/windows';
import type { World } from '../world/world';
import { ask, confirm, read, type Saga } from './effects';

const lookAgainMs = 60_000;

/** The release that the server offers, when it differs from ours; undefined too when the server does not answer. */
function* newer(world: World): Saga<string | undefined> {
  try {
    const offered = yield* ask(world, 'latestRelease');
    return offered && offered !== (yield* ask(world, 'ownRelease')) ? offered : undefined;
  } catch {
    return undefined;
  }
}

/** Announce a new release once, and let the person decide when to load it. */
export function* releasesSaga(world: World): Saga {
  let lookedAt = Number.NEGATIVE_INFINITY;
  let announced: string | undefined;
  while (true) {
    yield race([call(ask, world, 'sleep', lookAgainMs), take(resumed)]);
    const now = yield* ask(world, 'uptime');
    if (!(yield* read(session.selectors.user)) || now - lookedAt < lookAgainMs) continue;
    lookedAt = now;
    const offered: string | undefined = yield call(newer, world);
    if (!offered || offered === announced) continue;
    announced = offered;
    yield put(
      feedback.actions.notified({
        tone: 'info',
        say: 'release.fresh',
        stays: true,
        offer: { say: 'release.reload', does: reload() },
      }),
    );
  }
}

/**
 * Code that cannot be loaded: when a new release has removed it, only a reload helps. Answers whether the page is about
 * to reload.
 */
export function* outdated(world: World): Saga<boolean> {
  const offered: string | undefined = yield call(newer, world);
  return offered !== undefined && (yield call(renew, world, offered));
}

/** Code of a part that a person has opened cannot be loaded: without a new release, they are told to try again. */
export function* tellLost(world: World): Saga {
  const offered: string | undefined = yield call(newer, world);
  if (offered) yield call(renew, world, offered);
  else yield put(feedback.actions.unanswered({ call: 'GET part' }));
}

/** Done automatically once a release, and never over unsaved input without a question. */
function* renew(world: World, offered: string): Saga<boolean> {
  const drafts = (yield* read(tabs.selectors.drafts)).map(({ path }) => path);
  const unsaved = [...Object.keys(yield* read(tabs.selectors.dirty)), ...drafts];
  const isAgain = (yield* read(release.selectors.triedFor)) === offered;
  if (isAgain) {
    yield put(
      feedback.actions.notified({
        tone: 'warning',
        say: 'release.gone',
        stays: true,
        offer: { say: 'release.reload', does: reload() },
      }),
    );
    return false;
  }
  if (unsaved.length > 0) {
    const { isSure } = yield* confirm({
      title: 'release.askTitle',
      say: 'release.ask',
      confirm: 'release.reload',
      danger: true,
    });
    if (!isSure) return false;
    // The person has answered; the browser need not ask again.
    for (const path of unsaved) yield put(tabs.actions.marked({ path, isDirty: false }));
  }
  yield put(release.actions.tried(offered));
  yield* ask(world, 'flush');
  yield* ask(world, 'reload');
  return true;
}
