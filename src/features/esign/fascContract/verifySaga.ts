import { call, put, race, take, takeLatest } from 'redux-saga/effects';
import { fascContract } from '../../../../contract/modules/esign/fascContract';
import type { Verification } from '../../../../contract/wire/esign/signatures';
import { ask, type Saga } from '../../../sagas/effects';
import { isExpected, Refused, request } from '../../../sagas/request';
import type { Call, World } from '../../../world/world';
import { type Subject, verification } from './verifySlice';

const { actions: at } = verification;

function* verify(world: World, subject: Subject, question: Call): Saga {
  try {
    const { result }: { result?: Verification } = yield race({
      result: call(request, world, question, { quiet: true }),
      closed: take(at.close),
    });
    if (result) yield put(at.verified({ subject, result }));
  } catch (error) {
    if (!isExpected(error)) throw error;
    // '*': a text of the console, because there is none of the server.
    yield put(at.failed(error instanceof Refused ? error.message : '*contract.verify.lost'));
  }
}

export function* verifySaga(world: World): Saga {
  yield takeLatest(at.show, function* ({ payload: subject }): Saga {
    if (subject.id)
      yield* verify(world, subject, { method: 'GET', url: fascContract.url('verify'), query: { id: subject.id } });
  });
  yield takeLatest(at.choose, function* (): Saga {
    const picked = yield* ask(world, 'pickFile', 'application/pdf');
    if (!picked) return;
    const subject = { id: '', name: picked.name };
    yield put(at.show(subject));
    yield* verify(world, subject, { method: 'POST', url: fascContract.url('verify-file'), file: picked.file });
  });
}
