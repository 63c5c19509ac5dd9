import { all, call, fork, put, race, take, takeLatest, takeLeading } from 'redux-saga/effects';
import { tokenCheckMs } from '../../contract/settings';
import { feedback } from '../store/feedback';
import { look } from '../store/look';
import { menu, permission } from '../store/menu';
import { homePath, route } from '../store/route';
import { session, tokens } from '../store/session';
import { settings } from '../store/settings';
import { Unreachable, type World } from '../world/world';
import { ask, confirm, read, type Saga } from './effects';
import { Refused, request } from './request';

/** The window was away and is back: look at once, a sleeping machine's timers are late. */
export const woke = { type: 'session/woke' as const };

const text = (value: unknown) => (value === null || value === undefined || Number(value) === -1 ? '' : String(value));

function* keepTokens(world: World, answer: Record<string, unknown>): Saga {
  yield put(
    tokens.actions.tokensReceived({
      accessToken: text(answer.access_token),
      refreshToken: text(answer.refresh_token),
      tokenSetAt: yield* ask(world, 'now'),
      expiresIn: Number(answer.expires_in ?? 0),
    }),
  );
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
    // A server of the family may explain a failure in an answer that calls itself a success.
    if (answer.error_description) throw new Refused(400, text(answer.error_description));
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
      }),
    );
    yield call(loadRights, world);
    yield put(route.actions.go(homePath));
  } catch (error) {
    yield put(session.actions.signInFailed(error instanceof Refused ? error.message : '*network'));
  }
}

function* signOut(world: World): Saga {
  const { isSure } = yield* confirm({ title: 'ask.title', say: 'ask.signOut', confirm: 'ask.sure' });
  if (!isSure) return;
  try {
    yield call(request, world, { method: 'GET', url: '/blade-auth/oauth/logout' }, { quiet: true });
  } catch {
    // The person leaves whether or not the server hears of it.
  }
  yield call(leave);
}

function* leave(): Saga {
  yield put(session.actions.signedOut());
  yield put(route.actions.go('/login'));
}

function* expire(): Saga {
  if (!(yield* read(tokens.selectors.hasToken))) return; // twenty calls may learn of one dead session
  yield put(feedback.actions.told({ tone: 'info', say: 'session.expired' }));
  yield call(leave);
}

/** Because it is called and not forked, two refreshes can never overlap: no flag, no lock. */
function* refresh(world: World): Saga {
  const user = yield* read(session.selectors.user);
  try {
    const answer = yield call(
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
    yield call(keepTokens, world, answer);
  } catch (error) {
    // Only a definite no ends the session; a broken network is tried again at the next tick.
    if (error instanceof Refused && (error.code === 400 || error.code === 401)) yield put(session.actions.expired());
    else if (!(error instanceof Refused) && !(error instanceof Unreachable)) throw error;
  }
}

/** Seconds after which a token is renewed: what the deployment says, but never later than four fifths of its life. */
export const refreshAfter = (tokenTime: number, expiresIn: number): number =>
  expiresIn > 0 ? Math.min(tokenTime, 0.8 * expiresIn) : tokenTime;

export function* keepTokenFresh(world: World): Saga {
  while (true) {
    yield race([call(ask, world, 'sleep', tokenCheckMs), take(woke.type)]);
    if (!(yield* read(tokens.selectors.hasToken))) continue;
    const { tokenTime } = yield* read(settings.selectors.all);
    const age = ((yield* ask(world, 'now')) - (yield* read(tokens.selectors.tokenSetAt))) / 1000;
    if (age >= refreshAfter(tokenTime, yield* read(tokens.selectors.expiresIn))) yield call(refresh, world);
  }
}

function* speak(world: World, { payload: language }: ReturnType<typeof look.actions.speak>): Saga {
  yield* ask(world, 'speak', language);
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
