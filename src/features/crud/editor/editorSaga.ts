import { all, call, put, race, take, takeEvery } from 'redux-saga/effects';
import {
  type EditorUpload,
  editorEndings,
  isPictureAddress,
  judgePictures,
  type UploadTrouble,
  uploadTrouble,
} from '../../../../contract/wire/editor';
import { defaultSettings } from '../../../../contract/wire/settings';
import { ask, read, type Saga } from '../../../sagas/effects';
import { Refused, request, SessionOver, unexplained } from '../../../sagas/request';
import { feedback } from '../../../store/feedback';
import { preferences } from '../../../store/preferences';
import { settings } from '../../../store/settings';
import { type PickedFile, Unreachable, type World } from '../../../world/world';
import { editor } from './editorSlice';

const { actions: at, selectors: see } = editor;

const typingPauseMs = 200;
/** ms for which the complete progress bar stays visible. */
const fullBarMs = 500;
/** Number of parallel uploads. */
const abreast = 3;

/** Why a picture failed; `detail` is the server's message, or the status. */
class Trouble extends Error {
  constructor(
    readonly kind: UploadTrouble,
    readonly detail = '',
  ) {
    super(kind);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Value at a path of an answer, e.g. `data.link` or `result.0.url`. */
function atPath(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((held, step) => (isObject(held) ? held[step] : undefined), value);
}

/** Uploads to our own storage with the session of the user. */
function* sendToStorage(world: World, { file }: PickedFile): Saga<unknown> {
  try {
    const stored: unknown = yield call(
      request,
      world,
      {
        method: 'POST',
        url: '/blade-resource/oss/endpoint/put-file',
        query: { purpose: 'editor' },
        file,
      },
      { quiet: true },
    );
    return atPath(stored, 'link');
  } catch (error) {
    if (!(error instanceof Refused) || error instanceof SessionOver) throw error;
    if (error.code === 200) throw new Trouble('failed'); // An answer that is no JSON has no address in it.
    const message = error.message === unexplained ? '' : error.message;
    throw new Trouble('httpError', message ? `${message} (${error.code})` : String(error.code));
  }
}

/** Uploads to the server that the deployment configures, with its configured headers and without the session. */
function* sendElsewhere(world: World, { file }: PickedFile, to: Exclude<EditorUpload, { kind: 'oss' }>): Saga<unknown> {
  const { status, body } = yield* ask(world, 'send', {
    method: 'POST',
    url: to.url,
    isElsewhere: true,
    file,
    field: to.fieldName ?? 'file',
    ...(to.kind === 'server' && to.params ? { fields: to.params } : {}),
    ...(to.headers ? { headers: to.headers } : {}),
  });
  if (status < 200 || status >= 300) throw new Trouble('httpError', String(status));
  if (to.kind === 'action') return atPath(body, to.linkPath);
  if (!isObject(body) || body.errno !== 0) throw new Trouble('failed');
  return atPath(body, 'data.0');
}

/** Uploads one picture and checks that it can be displayed; returns its address. */
function* bring(world: World, file: PickedFile, upload: EditorUpload): Saga<string> {
  const send = upload.kind === 'oss' ? call(sendToStorage, world, file) : call(sendElsewhere, world, file, upload);
  const { answer, late }: { answer?: unknown; late?: true } = yield race({
    answer: send,
    late: call(function* (): Saga {
      yield* ask(world, 'sleep', upload.timeoutMs);
      return true;
    }),
  });
  if (late) throw new Trouble('timedOut');
  if (!isPictureAddress(answer)) throw new Trouble('failed');
  const { shown }: { shown?: boolean } = yield race({
    shown: call(ask, world, 'probeImage', answer),
    late: call(ask, world, 'sleep', upload.timeoutMs),
  });
  if (!shown) throw new Trouble('badLink');
  return answer;
}

interface Failure {
  kind: UploadTrouble;
  name: string;
  detail: string;
}

/** Reports failures: one message for each kind, with the names of the pictures. */
function* reportFailures(failures: Failure[]): Saga {
  const language = yield* read(preferences.selectors.language);
  for (const kind of new Set(failures.map((failure) => failure.kind))) {
    const met = failures.filter((failure) => failure.kind === kind);
    const detail = met.map(({ name, detail: more }) => (more ? `${name}: ${more}` : name)).join('\n');
    yield put(feedback.actions.notified({ tone: 'error', text: uploadTrouble(kind, language), detail }));
  }
}

/** Validates pictures, uploads the valid ones, inserts those that succeed, and reports the others once. */
export function* uploadImages(world: World, name: string, files: PickedFile[]): Saga {
  const upload: EditorUpload = {
    ...defaultSettings.editorUpload,
    ...(yield* read(settings.selectors.all)).editorUpload,
  };
  const language = yield* read(preferences.selectors.language);
  const { fit, problems } = judgePictures(files, upload, language);
  if (problems.length > 0)
    yield put(
      feedback.actions.notified({
        tone: 'error',
        text: uploadTrouble('invalid', language),
        detail: problems.join('\n'),
      }),
    );
  if (fit.length === 0) return;

  yield put(at.began({ name, count: fit.length }));
  const failures: Failure[] = [];
  function* one(file: PickedFile): Saga<{ url: string; alt: string } | null> {
    try {
      return { url: yield call(bring, world, file, upload), alt: file.name };
    } catch (error) {
      if (error instanceof Trouble) failures.push({ kind: error.kind, name: file.name, detail: error.detail });
      else if (error instanceof Unreachable)
        failures.push({ kind: 'httpError', name: file.name, detail: error.status ? String(error.status) : '' });
      else if (!(error instanceof SessionOver)) throw error;
      return null;
    } finally {
      yield put(at.ended({ name }));
    }
  }
  for (let from = 0; from < fit.length; from += abreast) {
    const arrived: ({ url: string; alt: string } | null)[] = yield all(
      fit.slice(from, from + abreast).map((file) => call(one, file)),
    );
    const pictures = arrived.filter((picture) => picture !== null);
    if (pictures.length > 0) yield put(at.uploaded({ name, pictures }));
  }
  yield call(reportFailures, failures);
  yield* ask(world, 'sleep', fullBarMs);
  yield put(at.settled({ name }));
}

/** The uploads of an editor are cancelled when it closes. */
function* whileOpen(name: string, work: () => Saga): Saga {
  yield race({
    done: call(work),
    over: take((action: { type: string }) => at.dropped.match(action) && action.payload.name === name),
  });
}

function* choose(world: World, { payload: { name } }: ReturnType<typeof at.choosePictures>): Saga {
  yield call(whileOpen, name, function* (): Saga {
    const files = yield* ask(world, 'pickFiles', editorEndings.join());
    if (files.length > 0) yield call(uploadImages, world, name, files);
  });
}

function* send(world: World, { payload: { name, files } }: ReturnType<typeof at.sendPictures>): Saga {
  yield call(whileOpen, name, () => uploadImages(world, name, files));
}

/** Every keystroke is stored; `rested` follows after a pause, for validation and saving. */
function* rest(world: World, { payload }: ReturnType<typeof at.typed>): Saga {
  yield* ask(world, 'sleep', typingPauseMs);
  if ((yield* read(see.html, payload.name)) === payload.html) yield put(at.changed(payload));
}

export function* editorSaga(world: World): Saga {
  yield takeEvery(at.typed, rest, world); // Debounced for each editor, so that typing in one does not delay another.
  yield takeEvery(at.choosePictures, choose, world);
  yield takeEvery(at.sendPictures, send, world);
}
