import { call, put, race, take, takeEvery, takeLeading } from 'redux-saga/effects';
import { picture, pictureLimits } from '../../../../contract/modules/lease/picture';
import { type RefusalCode, sentence } from '../../../../contract/wire/refusals';
import { ask, read, type Saga } from '../../../sagas/effects';
import { isExpected, Refused, request } from '../../../sagas/request';
import type { CrudSlice } from '../../../store/crud/crud';
import { preferences } from '../../../store/preferences';
import type { PickedFile, World } from '../../../world/world';
import { pictureUpload } from './pictureUploadSlice';

const { actions: at } = pictureUpload;

/** What a type of picture may be, for the file chooser. */
export function acceptOf(picType: unknown): string[] {
  return [
    ...pictureLimits.types,
    ...((pictureLimits.pdfFor as readonly unknown[]).includes(picType) ? ['application/pdf'] : []),
  ];
}

/** What is wrong with a file, judged before it travels and in the server's words. */
function unfit({ type, size }: PickedFile, picType: unknown): [RefusalCode, Record<string, unknown>] | null {
  // Some systems do not know a file's type; then its content decides, on the server.
  if (type !== '' && !acceptOf(picType).includes(type)) return ['picture.badType', {}];
  return size > pictureLimits.bytes ? ['picture.tooLarge', { n: pictureLimits.bytes / 1024 / 1024 }] : null;
}

/** Let the person choose a file for a type of picture; null for none, or for one that `tell` was given the trouble of. */
export function* pickPicture(
  world: World,
  picType: unknown,
  tell: (text: string) => Saga,
): Generator<any, PickedFile | null, any> {
  const picked = yield* ask(world, 'pickFile', acceptOf(picType).join());
  const problem = picked && unfit(picked, picType);
  if (!problem) return picked;
  yield call(tell, sentence(problem[0], yield* read(preferences.selectors.language), problem[1]));
  return null;
}

/** Send a chosen file up; answers where it lies now. */
export function sendPicture(
  world: World,
  file: string,
  picType: unknown,
  manner: Parameters<typeof request>[2] = {},
): Saga<{ link: string; originalName: string }> {
  return request(
    world,
    {
      method: 'POST',
      url: picture.url('upload-images'),
      query: picType === undefined || picType === null ? {} : { type: picType },
      file,
    },
    manner,
  );
}

/**
 * The file goes up as soon as it is chosen and the form holds its address; the record is made when the form is saved.
 * Closing the form gives an upload up.
 */
export function pictureUploadSaga({ actions: list, selectors: see }: CrudSlice) {
  return function* (world: World): Saga {
    function* send(): Saga {
      const form = yield* read(see.form);
      if (!form) return;
      const { picType } = form.draft;
      const chosen: PickedFile | null = yield call(pickPicture, world, picType, function* (text) {
        yield put(at.ended(text));
      });
      if (!chosen) return;
      yield put(at.began());
      try {
        const kept = yield call(sendPicture, world, chosen.file, picType, { quiet: true });
        yield put(list.type({ path: kept.link, name: kept.originalName }));
        yield put(at.ended(''));
      } catch (error) {
        if (!isExpected(error)) throw error;
        yield put(at.ended(error instanceof Refused ? error.message : '*network'));
      }
    }
    yield takeLeading(at.choose, function* (): Saga {
      const { over } = yield race({ sent: call(send), over: take(list.shut) });
      if (over) yield put(at.ended(''));
    });
    yield takeEvery(list.opened, function* (): Saga {
      yield put(at.ended('')); // a new form knows nothing of the last one's trouble
    });
  };
}
