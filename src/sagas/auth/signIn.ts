import { call, fork, put, spawn, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { redirectPath, resendSeconds, ssoSource } from '../../../contract/wire/settings';
import { type FormMessage, journey, judgeAsking, judgeSignIn, signIn } from '../../store/auth/signIn';
import { feedback } from '../../store/feedback';
import { type Place, route } from '../../store/navigation/route';
import { session, tokens, type User } from '../../store/session';
import { settings } from '../../store/settings';
import { Unreachable, type World } from '../../world/world';
import { ask, read, type Saga } from '../effects';
import { visit } from '../navigation/navigation';
import { isExpected, request, SessionOver, unexplained } from '../request';
import { keepTokens } from '../tokens';
import { text } from '../wire';
import { landing } from './landing';
import { type RightsAhead, recallRights } from './rights';

const { actions: at, selectors: see } = signIn;
const quietly = { quiet: true, anonymous: true } as const;

/** The reason of a failure, for the form. An error of our own is reported too, and rethrown by the caller. */
function whyNot(error: unknown): FormMessage {
  if (error instanceof Unreachable) return { say: 'request.unreachable' };
  const isTold = isExpected(error) && error.message !== '' && error.message !== unexplained;
  return isTold ? { text: error.message } : { say: 'request.unknown' };
}

function userOf(answer: Record<string, unknown>): User {
  return {
    userId: text(answer.user_id),
    tenantId: text(answer.tenant_id),
    deptId: text(answer.dept_id),
    roleId: text(answer.role_id),
    roleName: text(answer.role_name),
    account: text(answer.account),
    realName: text(answer.real_name) || text(answer.nick_name) || text(answer.account),
    businessUserCode: text(answer.businessUserCode),
    avatar: text(answer.avatar),
    mustChangePassword: answer.must_change_password === true,
    ...(answer.sets_password === true ? { setsPassword: true as const } : {}),
    ...(answer.show_tour === true ? { hasTourAhead: true } : {}),
    ...(text(answer.oauth_id) ? { oauthId: text(answer.oauth_id) } : {}),
  };
}

/** The tenant to sign in to: what was typed, else the owner of this page, else the deployment's default. */
function* tenantOf(): Saga<string> {
  const { draft, tenant } = yield* read(see.all);
  return draft.tenantId.trim() || tenant?.tenantId || (yield* read(settings.selectors.all)).tenantId;
}

interface Grant {
  tenantId: string;
  /** `grant_type`, and the credentials. */
  form: Record<string, string>;
  headers?: Record<string, string>;
}

/** Preload the frame and the home page while the server works. If this fails they load later. */
function* fetchAhead(world: World): Saga {
  try {
    yield* ask(world, 'load', 'frame');
    yield* ask(world, 'load', 'welcome');
  } catch {
    // Entering the page reports it.
  }
}

/** Exchange credentials for a session, and load the person's rights. Throws what `request` throws. */
function* openSession(world: World, { tenantId, form, headers }: Grant): Saga {
  yield spawn(fetchAhead, world); // not awaited
  const { switchMode } = yield* read(settings.selectors.all);
  const answer: Record<string, unknown> = yield call(
    request,
    world,
    {
      method: 'POST',
      url: '/blade-auth/oauth/token',
      form: { tenantId, ...form, scope: 'all', with: 'rights' },
      // The department and role are asked for once the server has listed them.
      headers: { 'Tenant-Id': tenantId, ...(switchMode ? { 'Dept-Id': '', 'Role-Id': '' } : {}), ...headers },
    },
    quietly,
  );
  yield call(keepTokens, world, answer);
  yield put(session.actions.signedIn(userOf(answer)));
  yield call(recallRights, world, (answer.rights ?? {}) as RightsAhead);
}

/** The captcha's key and answer. A header holds latin letters only. */
function answered(key: string, letters: string) {
  return {
    'Captcha-Key': key,
    'Captcha-Code': encodeURIComponent(letters.trim()),
  };
}

function* byPassword(world: World): Saga<Grant> {
  const { draft, captcha } = yield* read(see.all);
  const { captchaMode } = yield* read(settings.selectors.all);
  return {
    tenantId: yield call(tenantOf),
    form: {
      username: draft.username.trim(),
      password: yield* ask(world, 'encryptPassword', draft.password),
      grant_type: captchaMode ? 'captcha' : 'password',
      type: 'account',
    },
    ...(captchaMode ? { headers: answered(captcha.key, draft.captcha) } : {}),
  };
}

function* byPhone(): Saga<Grant> {
  const { draft, sms } = yield* read(see.all);
  return {
    tenantId: yield call(tenantOf),
    form: { phone: draft.phone.trim(), id: sms.id, value: draft.smsCode.trim(), grant_type: 'sms_code' },
  };
}

function* submit(world: World): Saga {
  const form = yield* read(see.all);
  const deployed = yield* read(settings.selectors.all);
  const problems = judgeSignIn(form, deployed);
  if (Object.keys(problems).length > 0 || form.mode === 'social') return yield put(at.misjudged(problems));
  if (form.mode === 'sso') return yield call(leaveForSso, world);
  try {
    yield call(openSession, world, yield call(form.mode === 'user' ? byPassword : byPhone, world));
    yield put(route.actions.go(yield* landing()));
  } catch (error) {
    yield put(at.failed(whyNot(error)));
    if (deployed.captchaMode && form.mode === 'user') yield put(at.renewCaptcha()); // a captcha is valid for one attempt
    if (!isExpected(error)) throw error;
  }
}

/** Loads the captcha. If it fails, the button that reloads it stays. */
function* fetchCaptcha(world: World): Saga {
  try {
    const answer: Record<string, unknown> = yield call(
      request,
      world,
      { method: 'GET', url: '/blade-auth/oauth/captcha' },
      { ...quietly, clientless: true },
    );
    yield put(at.captchaReceived({ key: text(answer?.key), image: text(answer?.image) }));
  } catch (error) {
    if (!isExpected(error)) throw error;
    yield put(at.captchaReceived({ key: '', image: '' }));
  }
}

/** Send a code. Ignored until the next one may be requested. */
function* sendCode(world: World): Saga {
  const form = yield* read(see.all);
  const { captchaMode } = yield* read(settings.selectors.all);
  const problems = judgeAsking(form, yield* read(settings.selectors.all));
  if (Object.keys(problems).length > 0) return yield put(at.codeRefused({ problems }));
  const tenantId: string = yield call(tenantOf);
  try {
    const answer: Record<string, unknown> = yield call(
      request,
      world,
      {
        method: 'POST',
        url: '/blade-auth/oauth/sms/send-validate',
        form: { tenantId, phone: form.draft.phone.trim() },
        headers: { 'Tenant-Id': tenantId, ...(captchaMode ? answered(form.captcha.key, form.draft.captcha) : {}) },
      },
      quietly,
    );
    if (captchaMode) yield put(at.renewCaptcha()); // a captcha is valid for one attempt
    yield put(at.codeSent({ id: text(answer?.id), testCode: text(answer?.code) }));
  } catch (error) {
    if (captchaMode) yield put(at.renewCaptcha());
    yield put(at.codeRefused({ error: whyNot(error) }));
    if (!isExpected(error)) throw error;
    return;
  }
  // By the clock: timers of a hidden window are late.
  const until = (yield* ask(world, 'uptime')) + 1000 * resendSeconds;
  for (let left = resendSeconds; left > 0; ) {
    yield put(at.counted(left));
    yield* ask(world, 'sleep', 1000);
    left = Math.ceil((until - (yield* ask(world, 'uptime'))) / 1000);
  }
  yield put(at.counted(0));
}

/** The person leaves for the provider, and must be recognised on return. */
function* leaveFor(world: World, source: string, tenantId: string, state: string, url: string): Saga {
  yield put(journey.actions.departed({ source, tenantId, state }));
  yield* ask(world, 'flush'); // the page unloads here
  yield* ask(world, 'redirect', url);
}

function* visitProvider(world: World, { payload: source }: ReturnType<typeof at.visitProvider>): Saga {
  const { apiBase } = yield* read(settings.selectors.all);
  const tenantId: string = yield call(tenantOf);
  const query = new URLSearchParams({ tenantId });
  // The server makes the state of this visit and binds it to this browser.
  const url = `${apiBase}/blade-auth/oauth/render/${encodeURIComponent(source)}?${query}`;
  yield call(leaveFor, world, source, tenantId, '', url);
}

function* redirectUri(world: World): Saga<string> {
  return `${yield* ask(world, 'origin')}${redirectPath}${ssoSource}`;
}

function* leaveForSso(world: World): Saga {
  const { sso } = yield* read(settings.selectors.all);
  if (!sso) return yield put(at.misjudged({}));
  const { tenantId } = sso;
  const state = `${tenantId}.${yield* ask(world, 'newId')}`;
  const url = new URL(sso.authorizeUrl);
  const query = {
    client_id: sso.clientId,
    response_type: 'code',
    redirect_uri: yield call(redirectUri, world),
    state,
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  yield call(leaveFor, world, ssoSource, tenantId, state, url.href);
}

/**
 * Return from a provider. Accepted only when this window started the visit: otherwise a prepared address could make the
 * person work in another person's account.
 */
function* comeBack(world: World, { rest: source, search }: Place): Saga {
  const begun = yield* read(journey.selectors.all);
  yield put(journey.actions.ended());
  const answer = new URLSearchParams(search);
  const [code, state] = [answer.get('code') ?? '', answer.get('state') ?? ''];
  const isOurs = begun.source === source && state !== '' && (source !== ssoSource || state === begun.state);
  try {
    if (!isOurs) return yield call(turnAway, world, { say: 'login.strangeReturn' });
    if (code === '') return yield call(turnAway, world, { say: 'login.providerRefused' });
    const proof: Grant['form'] =
      source === ssoSource
        ? { grant_type: 'authorization_code', redirect_uri: yield call(redirectUri, world) }
        : { grant_type: 'social', source, state };
    yield call(openSession, world, { tenantId: begun.tenantId, form: { ...proof, code } });
  } catch (error) {
    yield call(turnAway, world, whyNot(error));
    if (!isExpected(error)) throw error;
    return;
  }
  yield call(visit, world, yield* landing(), 'replace'); // the code is used up, so its address is replaced
}

/** A person who is already signed in stays so, and reads the message there. */
function* turnAway(world: World, why: FormMessage): Saga {
  const isInside = yield* read(tokens.selectors.hasToken);
  yield put(isInside ? feedback.actions.notified({ tone: 'error', ...why }) : at.failed(why));
  yield call(visit, world, '/login', 'replace');
}

/** The tenant whose page this is. At an unknown host the field is left to be filled in. */
function* findTenant(world: World): Saga {
  try {
    const found: Record<string, unknown> = yield call(
      request,
      world,
      { method: 'GET', url: '/blade-system/tenant/info', query: { domain: yield* ask(world, 'origin') } },
      quietly,
    );
    const tenantId = text(found?.tenantId);
    yield put(at.tenantAnswered(tenantId ? { tenantId, name: text(found.name) } : null));
  } catch (error) {
    if (!isExpected(error)) throw error;
    // A sign-in happened meanwhile: the tenant is looked up again where it still matters.
    if (!(error instanceof SessionOver)) yield put(at.tenantAnswered(null));
  }
}

function* arrive(world: World, { payload: place }: ReturnType<typeof route.actions.arrived>): Saga {
  const { tenantMode, captchaMode } = yield* read(settings.selectors.all);
  const isAtSignIn = place.path === '/login';
  const isUndecided = isAtSignIn || (yield* read(session.selectors.isGuest));
  if (tenantMode && isUndecided && !(yield* read(see.all)).isTenantAsked) yield fork(findTenant, world);
  if (captchaMode && isAtSignIn) yield put(at.renewCaptcha());
}

export function* signInSaga(world: World): Saga {
  yield takeLeading(at.submit, submit, world); // further clicks are ignored while it runs
  yield takeLeading(at.sendCode, sendCode, world);
  yield takeLatest(at.renewCaptcha, fetchCaptcha, world); // the latest request counts
  yield takeLeading(at.visitProvider, visitProvider, world);
  yield takeEvery(route.actions.arrived, arrive, world);
  yield takeEvery(route.actions.arrived, function* ({ payload: place }): Saga {
    if (place.path.startsWith(redirectPath)) yield call(comeBack, world, place);
  });
}
