import { call, put, race, take, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { imageKind } from '../../../../contract/domain/files/imageKind';
import {
  judgeProfile,
  type Profile,
  type ProfileProblems,
  phoneProofs,
  uploads,
} from '../../../../contract/wire/profile';
import { sentence } from '../../../../contract/wire/refusals';
import { resendSeconds } from '../../../../contract/wire/settings';
import { ask, read, type Saga } from '../../../sagas/effects';
import { isExpected, Refused, request, SessionOver, tellFailure } from '../../../sagas/request';
import { text } from '../../../sagas/wire';
import { password } from '../../../store/auth/password';
import { openedIn } from '../../../store/features';
import { feedback } from '../../../store/feedback';
import { tabs } from '../../../store/navigation/route';
import { preferences } from '../../../store/preferences';
import { session } from '../../../store/session';
import { settings } from '../../../store/settings';
import { Unreachable, type World } from '../../../world/world';
import { isChanged, isPhoneChanged, type ProfileState, type ProofName, profile } from './profileSlice';

const { actions: at, selectors: see } = profile;

export const profilePath = '/info/index';
const { bytes: mostBytes, types } = uploads.avatar;

function* load(world: World): Saga {
  try {
    const card: Profile = yield call(
      request,
      world,
      { method: 'GET', url: '/blade-system/user/info' },
      { quiet: true },
    );
    yield put(at.received(card));
  } catch (error) {
    if (error instanceof SessionOver) return;
    if (!isExpected(error)) throw error;
    // A failed reload keeps the profile that is shown.
    if (!(yield* read(see.all)).held) yield put(at.lost(error instanceof Refused ? error.message : ''));
  }
}

/** The type of a file is checked by its first bytes, because name and type can be wrong. */
function* sendAvatar(world: World): Saga {
  const picked = yield* ask(world, 'pickFile', types.join());
  if (!picked) return;
  const kind = imageKind(picked.head ?? '');
  if (picked.size > mostBytes || !(types as readonly (string | undefined)[]).includes(kind)) {
    const language = yield* read(preferences.selectors.language);
    return yield put(at.uploadEnded(sentence('upload.badAvatar', language)));
  }
  yield put(at.uploadBegan());
  try {
    const stored: { link?: unknown } = yield call(
      request,
      world,
      {
        method: 'POST',
        url: '/blade-resource/oss/endpoint/put-file',
        query: { purpose: 'avatar' },
        file: picked.file,
      },
      { quiet: true },
    );
    if (typeof stored?.link === 'string') yield put(at.typed({ name: 'avatar', value: stored.link }));
    yield put(at.uploadEnded(typeof stored?.link === 'string' ? '' : '*unknown'));
  } catch (error) {
    if (!isExpected(error)) throw error;
    yield put(at.uploadEnded(error instanceof Unreachable ? '*network' : error.message));
  }
}

function newPhone({ draft }: ProfileState) {
  return draft?.phone.trim() ?? '';
}

/** What a changed phone number must be sent with; empty while it is unchanged. */
function* proofsNeeded(): Saga<ReturnType<typeof phoneProofs>> {
  const state = yield* read(see.all);
  if (!isPhoneChanged(state)) return { password: false, code: false };
  return phoneProofs(yield* read(settings.selectors.all), newPhone(state));
}

/** Ends when the next code can be requested, so that pressing again does nothing until then. */
function* sendCode(world: World): Saga {
  const state = yield* read(see.all);
  const phone = newPhone(state);
  const problem = phone === '' ? 'required' : judgeProfile({ ...state.draft, phone }).phone;
  if (problem) return yield put(at.codeMisjudged({ phone: problem }));
  try {
    const question = { method: 'POST', url: '/blade-system/user/phone-code', body: { phone } } as const;
    const key = yield* ask(world, 'newId');
    const answer: Record<string, unknown> = yield call(request, world, question, { key });
    yield put(at.codeSent({ id: text(answer?.id), phone, testCode: text(answer?.code) }));
  } catch (error) {
    yield put(at.codeMisjudged(error instanceof Refused ? (error.problems as ProfileProblems) : {}));
    return yield call(tellFailure, error, at.sendCode());
  }
  const until = (yield* ask(world, 'uptime')) + 1000 * resendSeconds;
  for (let left = resendSeconds; left > 0; ) {
    yield put(at.counted(left));
    yield* ask(world, 'sleep', 1000);
    left = Math.ceil((until - (yield* ask(world, 'uptime'))) / 1000);
  }
  yield put(at.counted(0));
}

/** The proof of the number as the server expects it, or the problems of missing fields. */
function* proofOf(world: World): Saga<{ missing: ProfileState['proofProblems'] } | { body: Record<string, string> }> {
  const state = yield* read(see.all);
  const { proof, sent } = state;
  const needs = yield* proofsNeeded();
  const missing: ProfileState['proofProblems'] = {};
  if (needs.code && (sent.id === '' || sent.phone !== newPhone(state))) missing.smsCode = 'first';
  else if (needs.code && proof.smsCode.trim() === '') missing.smsCode = 'required';
  if (needs.password && proof.password === '') missing.password = 'required';
  if (Object.keys(missing).length > 0) return { missing };
  return {
    body: {
      ...(needs.code ? { codeId: sent.id, smsCode: proof.smsCode.trim() } : {}),
      ...(needs.password ? { password: yield* ask(world, 'encryptPassword', proof.password) } : {}),
    },
  };
}

const proofAtFault: Readonly<Record<string, ProofName>> = {
  'profile.wrongPassword': 'password',
  'auth.badCode': 'smsCode',
};

function* save(world: World): Saga {
  const { draft } = yield* read(see.all);
  if (!draft) return yield put(at.saveFailed());
  const problems = judgeProfile(draft);
  if (Object.keys(problems).length > 0) return yield put(at.misjudged(problems));
  const proof = yield* proofOf(world);
  if ('missing' in proof) return yield put(at.proofMisjudged(proof.missing));
  try {
    const card: Profile = yield call(request, world, {
      method: 'POST',
      url: '/blade-system/user/update-info',
      body: { ...draft, ...proof.body },
    });
    yield put(at.saved(card));
    yield put(session.actions.profileSaved({ realName: card.realName, avatar: card.avatar }));
    yield put(feedback.actions.notified({ tone: 'success', say: 'profile.saved' }));
  } catch (error) {
    const unproved = error instanceof Refused ? proofAtFault[error.reason] : undefined;
    if (unproved) yield put(at.proofMisjudged({ [unproved]: (error as Refused).reason }));
    else if (error instanceof Refused && Object.keys(error.problems).length > 0)
      yield put(at.misjudged(error.problems as ProfileProblems));
    else yield put(at.saveFailed());
    yield call(tellFailure, error, at.save());
  }
}

/** The tab is marked as edited while either of its two parts is. */
function* mark(): Saga {
  const { form } = yield* read(password.selectors.all);
  const isDirty = isChanged(yield* read(see.all)) || Object.values(form).some((value) => value !== '');
  if (isDirty !== (yield* read(tabs.selectors.isDirty, profilePath)))
    yield put(tabs.actions.marked({ path: profilePath, isDirty }));
}

export function* profileSaga(world: World): Saga {
  yield takeLatest([openedIn('profile'), at.load], load, world);
  yield takeLeading(at.chooseAvatar, function* (): Saga {
    const { over } = yield race({ sent: call(sendAvatar, world), over: take([at.undo, at.dropped]) });
    if (over) yield put(at.uploadEnded(''));
  });
  yield takeLeading(at.sendCode, sendCode, world);
  yield takeLeading(at.save, save, world);
  yield takeEvery(
    [
      at.typed,
      at.undo,
      at.received,
      at.saved,
      password.actions.typed,
      password.actions.changed,
      password.actions.cleared,
    ],
    mark,
  );
  // Closing the page clears the typed values and the passwords.
  yield takeEvery([tabs.actions.closed, tabs.actions.allClosed], function* (action): Saga {
    if (tabs.actions.closed.match(action) && action.payload !== profilePath) return;
    yield put(at.dropped());
    yield put(password.actions.cleared());
  });
  // Drafts hold no passwords.
  yield takeEvery(tabs.actions.closedWithDraft, function* ({ payload: path }): Saga {
    if (path === profilePath) yield put(password.actions.cleared());
  });
}
