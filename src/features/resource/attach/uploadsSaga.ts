import { call, fork, put, race, take, takeEvery } from 'redux-saga/effects';
import { attach } from '../../../../contract/modules/resource/attach';
import { missingParts, partRange, type Upload } from '../../../../contract/wire/attachments';
import { ask, read, type Saga } from '../../../sagas/effects';
import { isExpected, Refused, request, SessionOver, unexplained } from '../../../sagas/request';
import { untilNextTry } from '../../../sagas/trying';
import type { CrudSlice } from '../../../store/crud/crud';
import { session } from '../../../store/session';
import { type Call, type PickedFile, unreadableFile, type World } from '../../../world/world';
import { type Transfer, uploads } from './uploadsSlice';

const { actions: at, selectors: see } = uploads;

/** Files that are sent at the same time. */
const abreast = 2;
const checkMs = 2000;

/** Refusals that say something about the moment, not about the file. */
function isPassing(error: unknown): boolean {
  if (error instanceof SessionOver || !isExpected(error)) return false;
  return !(error instanceof Refused) || error.code >= 500 || error.code === 408 || error.reason === 'upload.badDigest';
}

function problemOf(error: Refused): string {
  if (error.reason === unreadableFile) return '*resource.unreadable';
  return error.message === unexplained ? '*request.unknown' : error.message;
}

function send(world: World, question: Call): Saga {
  return request(world, question, { quiet: true });
}

/** What the server has of the upload, which is begun where it has not been. */
function* begun(world: World, { key, uploadId, name, size }: Transfer): Saga<Upload> {
  const question: Call = uploadId
    ? { method: 'GET', url: attach.url('uploads/status'), query: { id: uploadId } }
    : { method: 'POST', url: attach.url('uploads'), body: { name, size } };
  const upload: Upload = yield call(send, world, question);
  yield put(at.changed({ key, uploadId: upload.id, parts: upload.parts.length }));
  return upload;
}

/** One try: sends what is missing and completes the upload. */
function* sendParts(world: World, transfer: Transfer): Saga {
  const { key, file, size } = transfer;
  yield put(at.changed({ key, state: 'sending', problem: '' }));
  const { id, parts, state }: Upload = yield call(begun, world, transfer);
  if (state === 'open') {
    let arrived = parts.length;
    for (const number of missingParts(size, parts)) {
      const url = attach.url('uploads/part');
      yield call(send, world, { method: 'POST', url, query: { id, number }, file, slice: partRange(size, number) });
      yield put(at.changed({ key, parts: ++arrived }));
    }
  }
  yield put(at.changed({ key, state: 'checking' }));
  for (;;) {
    const upload: Upload = yield call(send, world, {
      method: 'POST',
      url: attach.url('uploads/complete'),
      body: { id },
    });
    if (upload.state === 'done') return;
    yield* ask(world, 'sleep', checkMs);
  }
}

/** Sends one file to its end, over as many breaks as there are. */
function* bring(world: World, list: CrudSlice, key: string): Saga {
  for (let breaks = 0; ; ) {
    const transfer: Transfer | undefined = yield* read(see.of, key);
    if (!transfer) return;
    try {
      yield call(sendParts, world, transfer);
      yield put(at.changed({ key, state: 'done' }));
      if ((yield* read(list.selectors.all)).page) yield put(list.actions.list({}));
      return;
    } catch (error) {
      if (!isExpected(error)) throw error;
      if (!isPassing(error)) {
        const refusal = error as Refused;
        // An upload that the server does not know any more begins anew when the person wants it.
        const isGone = ['upload.gone', 'upload.damaged'].includes(refusal.reason);
        const anew = isGone ? { uploadId: '', parts: 0 } : {};
        yield put(at.changed({ key, state: 'failed', problem: problemOf(refusal), ...anew }));
        return;
      }
      const after: Transfer | undefined = yield* read(see.of, key);
      if (after && after.parts > transfer.parts) breaks = 0; // it has come further: the line works again
      yield put(at.changed({ key, state: 'broken' }));
      yield call(untilNextTry, world, breaks);
      breaks++;
    }
  }
}

/** Takes one file after the other. `taken`: those that some worker has. */
function* worker(world: World, list: CrudSlice, taken: Set<string>): Saga {
  for (;;) {
    yield take([at.added, at.resume]);
    for (;;) {
      const waiting: Transfer[] = yield* read(see.waiting);
      const next = waiting.find(({ key }) => !taken.has(key));
      if (!next) break;
      const { key } = next;
      taken.add(key);
      const isMine = (action: { type: string; payload?: unknown }) =>
        (at.pause.match(action) || at.cancel.match(action)) && action.payload === key;
      yield race({
        brought: call(bring, world, list, key),
        stopped: take(isMine),
        over: take(session.actions.signedOut),
      });
      taken.delete(key);
    }
  }
}

/** The server drops its parts; should it not hear of it, they expire there. */
function* dropAtServer(world: World, ids: Map<string, string>, key: string): Saga {
  const id = ids.get(key);
  ids.delete(key);
  if (!id) return;
  try {
    yield call(send, world, { method: 'POST', url: attach.url('uploads/abort'), body: { id } });
  } catch (error) {
    if (!isExpected(error)) throw error;
  }
}

function* add(world: World, files: readonly PickedFile[]): Saga {
  const added: { key: string; file: PickedFile }[] = [];
  for (const file of files) if (file.size > 0) added.push({ key: yield* ask(world, 'newId'), file });
  if (added.length > 0) yield put(at.added(added));
}

export function uploadsSaga(list: CrudSlice) {
  return function* (world: World): Saga {
    /** Ids of uploads, for the time when their transfers are gone from the list. */
    const ids = new Map<string, string>();
    yield takeEvery(at.changed, ({ payload: { key, uploadId } }) => {
      if (uploadId) ids.set(key, uploadId);
    });
    yield takeEvery(at.choose, function* (): Saga {
      yield call(add, world, yield* ask(world, 'pickFiles', ''));
    });
    yield takeEvery(at.dropped, function* ({ payload }): Saga {
      yield call(add, world, payload);
    });
    yield takeEvery(at.cancel, ({ payload }) => dropAtServer(world, ids, payload));
    const taken = new Set<string>();
    for (let count = 0; count < abreast; count++) yield fork(worker, world, list, taken);
  };
}
