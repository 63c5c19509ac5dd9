import { call, put, takeLeading } from 'redux-saga/effects';
import { apiDocs as declared } from '../../../../contract/wire/develop/apiDocs';
import { type OutlinedDocument, outlineOf, refusalsIn } from '../../../../contract/wire/develop/apiOutline';
import { ask, read, type Saga } from '../../../sagas/effects';
import { isExpected, Refused, request, tellFailure } from '../../../sagas/request';
import { browserActions } from '../../../store/browserActions';
import { openedIn } from '../../../store/features';
import type { World } from '../../../world/world';
import { apiDocs, callKey } from './apiDocsSlice';
import { curlOf } from './curl';

const { actions: at, selectors: see } = apiDocs;
const question = { method: 'GET', url: declared.document, isSlow: true } as const;

function* load(world: World): Saga {
  if ((yield* read(see.all)).areas) return;
  try {
    const received: OutlinedDocument = yield call(request, world, question, { quiet: true });
    yield put(at.received({ areas: outlineOf(received), refusals: refusalsIn(received) }));
  } catch (error) {
    if (!isExpected(error)) throw error;
    yield put(at.failed(error instanceof Refused ? error.message : ''));
  }
}

function* copy(world: World, { payload: key }: ReturnType<typeof at.copy>): Saga {
  const { areas } = yield* read(see.all);
  const found = areas?.flatMap(({ calls }) => calls).find((one) => callKey(one) === key);
  if (!found) return;
  const text = curlOf(found, yield* ask(world, 'origin'));
  yield put(browserActions.copy({ text, say: 'apiDocs.copied' }));
}

function* download(world: World): Saga {
  try {
    const received: OutlinedDocument = yield call(request, world, question);
    yield* ask(world, 'download', 'leasedesk-openapi.json', JSON.stringify(received, null, 2));
  } catch (error) {
    yield call(tellFailure, error, at.download());
  }
}

export function* apiDocsSaga(world: World): Saga {
  yield takeLeading([openedIn(declared.code), at.reload], load, world);
  yield takeLeading(at.copy, copy, world);
  yield takeLeading(at.download, download, world);
}
