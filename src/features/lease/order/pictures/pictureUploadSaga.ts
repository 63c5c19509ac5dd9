import { call, put, race, take, takeEvery, takeLeading } from 'redux-saga/effects';
import { picture, pictureLimits } from '../../../../../contract/modules/lease/picture';
import { type RefusalCode, sentence } from '../../../../../contract/wire/refusals';
import { ask, read, type Saga } from '../../../../sagas/effects';
import { isExpected, Refused, request } from '../../../../sagas/request';
import type { CrudSlice } from '../../../../store/crud/crud';
import { preferences } from '../../../../store/preferences';
import type { PickedFile, World } from '../../../../world/world';
import { pictureUpload } from './pictureUploadSlice';

const { actions: at } = pictureUpload;

/** Accepted files of a picture type, for the file chooser. */
export function acceptOf(picType: unknown): string[] {
  return [
    ...pictureLimits.types,
    ...((pictureLimits.pdfFor as readonly unknown[]).includes(picType) ? ['application/pdf'] : []),
  ];
}

/** The problem of a file, checked before the upload with the rules of the server. */
function unfit({ type, size }: PickedFile, picType: unknown): [RefusalCode, Record<string, unknown>] | null {
  // Some systems do not know a file's type; then the server checks its content.
  if (type !== '' && !acceptOf(picType).includes(type)) return ['picture.badType', {}];
  return size > pictureLimits.bytes ? ['picture.tooLarge', { n: pictureLimits.bytes / 1024 / 1024 }] : null;
}

/** Opens the file dialog for a picture type; null without a file, or after `tell` was called with its problem. */
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

/** Uploads a file; returns its address. */
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
 * The file is uploaded when it is chosen, and the form stores its address; the record is created when the form is
 * saved. Closing the form cancels the upload.
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
        const stored = yield call(sendPicture, world, chosen.file, picType, { quiet: true });
        yield put(list.type({ path: stored.link, name: stored.originalName }));
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
      yield put(at.ended('')); // A new form starts without the problem of an earlier one.
    });
  };
}
