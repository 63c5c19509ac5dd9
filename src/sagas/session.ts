import { all, call, fork, put, race, take, takeLatest, takeLeading } from 'redux-saga/effects';
import { businessDate } from '../../contract/calendar';
import { tokenCheckMs } from '../../contract/settings';
import { clock } from '../store/clock';
import { feedback } from '../store/feedback';
import { look } from '../store/look';
import { menu, permission } from '../store/menu';
import { homePath, route } from '../store/route';
import { session, tokens } from '../store/session';
import { settings } from '../store/settings';
import { Unreachable, type World } from '../world/world';
import { ask, confirm, read, type Saga } from './effects';
import { isExpected, Refused, request, SessionOver, unexplained } from './request';

/** The window was away and is back: look at once, a sleeping machine's timers are late. */
export const woke = { type: 'session/woke' as const };

const text = (value: unknown) => (value === null || value === undefined || Number(value) === -1 ? '' : String(value));

/** The business date; a console that stays open overnight sees it change. */
function* keepDay(now: number): Saga {
  const today = businessDate(now);
  if (today !== (yield* read(clock.selectors.today))) yield put(clock.actions.dawned(today));
}

/** An answer without a token is a refusal, whatever it calls itself; a server of the family may explain it there. */
function* keepTokens(world: World, answer: Record<string, unknown>): Saga {
  if (!text(answer?.access_token)) throw new Refused(400, text(answer?.error_description) || unexplained);
  const now = yield* ask(world, 'now');
  yield put(
    tokens.actions.tokensReceived({
      accessToken: text(answer.access_token),
      refreshToken: text(answer.refresh_token),
      tokenSetAt: now,
      expiresIn: Number(answer.expires_in ?? 0),
    }),
  );
  yield call(keepDay, now);
}

/** Menus and buttons: what this person may see and press. */
export function* loadRights(world: World): Saga {
  const [menus, buttons] = yield all([
    call(request, world, { method: 'GET', url: '/blade-system/menu/routes' }),
    call(request, world, { method: 'GET', url: '/blade-system/menu/buttons' }),
  ]);
  yield put(permission.actions.buttonsReceived(Array.isArray(buttons) ? buttons : []));
  yield put(menu.actions.menusReceived(Array.isArray(menus) ? menus : []));
}

const firstPauseMs = 1000;
const longestPauseMs = 10_000;

/** Rights of a session that was kept from an earlier visit. Nothing can be shown without them, so they are asked for until they come. */
export function* recallRights(world: World): Saga {
  yield call(keepDay, yield* ask(world, 'now'));
  for (let pause = firstPauseMs; yield* read(tokens.selectors.hasToken); pause = Math.min(2 * pause, longestPauseMs)) {
    try {
      return yield call(loadRights, world);
    } catch (error) {
      if (!isExpected(error)) throw error;
    }
    yield race([call(ask, world, 'sleep', pause), take(woke.type), take(session.actions.signedOut)]);
  }
}

function* signIn(world: World): Saga {
  const { tenantId, username, password } = yield* read(session.selectors.form);
  const problems = Object.fromEntries(
    [
      ['username', username],
      ['password', password],
    ].flatMap(([name, value]) => (value?.trim() ? [] : [[name, 'required']])),
  );
  if (Object.keys(problems).length > 0) return yield put(session.actions.misjudged(problems));
  const { tenantId: ownTenant } = yield* read(settings.selectors.all);
  const tenant = tenantId.trim() || ownTenant;
  try {
    const answer: Record<string, unknown> = yield call(
      request,
      world,
      {
        method: 'POST',
        url: '/blade-auth/oauth/token',
        query: {
          tenantId: tenant,
          username: username.trim(),
          password: yield* ask(world, 'digest', password),
          grant_type: 'password',
          scope: 'all',
          type: 'account',
        },
        headers: { 'Tenant-Id': tenant },
      },
      { quiet: true, anonymous: true },
    );
    yield call(keepTokens, world, answer);
    yield put(
      session.actions.signedIn({
        userId: text(answer.user_id),
        tenantId: text(answer.tenant_id),
        deptId: text(answer.dept_id),
        roleId: text(answer.role_id),
        account: text(answer.account),
        realName: text(answer.real_name) || text(answer.nick_name) || text(answer.account),
        businessUserCode: text(answer.businessUserCode),
        avatar: text(answer.avatar),
        mustChangePassword: answer.must_change_password === true,
      }),
    );
    yield call(loadRights, world);
    yield put(route.actions.go(homePath));
  } catch (error) {
    if (error instanceof Refused) return yield put(session.actions.signInFailed(error.message));
    yield put(session.actions.signInFailed(error instanceof Unreachable ? '*network' : unexplained));
    if (!(error instanceof Unreachable)) throw error;
  }
}

function* signOut(world: World): Saga {
  const { isSure } = yield* confirm({ title: 'ask.title', say: 'ask.signOut', confirm: 'ask.sure' });
  if (!isSure) return;
  try {
    yield call(request, world, { method: 'GET', url: '/blade-auth/oauth/logout' }, { quiet: true });
  } catch (error) {
    if (error instanceof SessionOver) return; // it was dead already, and has been left
    // Whether or not the server hears of it, the person leaves.
  }
  yield call(leave);
}

function* leave(): Saga {
  yield put(session.actions.signedOut());
  // A customer who signs in the same browser is no member of staff, and stays where they are.
  if ((yield* read(route.selectors.place))?.feature !== 'sign') yield put(route.actions.go('/login'));
}

function* expire(): Saga {
  if (!(yield* read(tokens.selectors.hasToken))) return; // twenty calls may learn of one dead session
  yield put(feedback.actions.told({ tone: 'info', say: 'session.expired' }));
  yield call(leave);
}

/** Because it is called and not forked, two refreshes can never overlap: no flag, no lock. */
function* refresh(world: World): Saga {
  const user = yield* read(session.selectors.user);
  let answer: Record<string, unknown>;
  try {
    answer = yield call(
      request,
      world,
      {
        method: 'POST',
        url: '/blade-auth/oauth/token',
        query: {
          tenantId: user?.tenantId,
          refresh_token: yield* read(tokens.selectors.refreshToken),
          grant_type: 'refresh_token',
          scope: 'all',
        },
        headers: { 'Tenant-Id': user?.tenantId ?? '' },
      },
      { quiet: true, anonymous: true },
    );
  } catch (error) {
    if (!isExpected(error)) throw error;
    // Only a definite no ends the session; anything else is tried again at the next tick.
    const isNo = error instanceof Refused && !(error instanceof SessionOver) && [400, 401].includes(error.code);
    if (isNo) yield put(session.actions.expired());
    return;
  }
  if (text(answer?.access_token)) yield call(keepTokens, world, answer);
}

/** Seconds after which a token is renewed: what the deployment says, but never later than four fifths of its life. */
export const refreshAfter = (tokenTime: number, expiresIn: number): number =>
  expiresIn > 0 ? Math.min(tokenTime, 0.8 * expiresIn) : tokenTime;

export function* keepTokenFresh(world: World): Saga {
  while (true) {
    yield race([call(ask, world, 'sleep', tokenCheckMs), take(woke.type)]);
    if (!(yield* read(tokens.selectors.hasToken))) continue;
    const { tokenTime } = yield* read(settings.selectors.all);
    const now = yield* ask(world, 'now');
    yield call(keepDay, now);
    const age = (now - (yield* read(tokens.selectors.tokenSetAt))) / 1000;
    // A clock that was set back says nothing about the token's age.
    if (age < 0 || age >= refreshAfter(tokenTime, yield* read(tokens.selectors.expiresIn))) yield call(refresh, world);
  }
}

function* speak(world: World, { payload: language }: ReturnType<typeof look.actions.speak>): Saga {
  try {
    yield* ask(world, 'speak', language);
  } catch {
    return yield put(feedback.actions.told({ tone: 'error', say: 'request.unreachable' }));
  }
  yield put(look.actions.spoke(language));
}

function* dress(world: World, { payload: mode }: ReturnType<typeof look.actions.shine>): Saga {
  yield* ask(world, 'dress', mode);
}

export const sessionSaga = function* (world: World): Saga {
  yield fork(keepTokenFresh, world);
  yield takeLeading(session.actions.signIn, signIn, world); //   a second click is ignored
  yield takeLeading(session.actions.signOut, signOut, world);
  yield takeLeading(session.actions.expired, expire);
  yield takeLatest(look.actions.speak, speak, world);
  yield takeLatest(look.actions.shine, dress, world);
};
