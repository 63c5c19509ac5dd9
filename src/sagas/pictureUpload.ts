import { call, put, race, take, takeEvery, takeLeading } from 'redux-saga/effects';
import { picture, pictureLimits } from '../../contract/modules/picture';
import { sentence } from '../../contract/refusals';
import type { CrudSlice } from '../store/crud';
import { look } from '../store/look';
import { pictureUpload } from '../store/pictureUpload';
import { Unreachable, type World } from '../world/world';
import { ask, read, type Saga } from './effects';
import { Refused, request } from './request';

const { actions: at } = pictureUpload;

/** What a type of picture may be, for the file chooser. */
export const acceptOf = (picType: unknown): string[] => [
  ...pictureLimits.types,
  ...((pictureLimits.pdfFor as readonly unknown[]).includes(picType) ? ['application/pdf'] : []),
];

/**
 * The file goes up as soon as it is chosen and the form holds its address; the record is made when the form is saved.
 * Closing the form gives an upload up.
 */
export const pictureUploadSaga = ({ actions: list, selectors: see }: CrudSlice) =>
  function* (world: World): Saga {
    function* send(): Saga {
      const form = yield* read(see.form);
      if (!form) return;
      const { picType } = form.draft;
      const chosen = yield* ask(world, 'pickFile', acceptOf(picType).join());
      if (!chosen) return;
      const language = yield* read(look.selectors.language);
      if (chosen.size > pictureLimits.bytes) {
        const n = pictureLimits.bytes / 1024 / 1024;
        return yield put(at.ended(sentence('picture.tooLarge', language, { n })));
      }
      yield put(at.began());
      try {
        const kept = yield call(
          request,
          world,
          {
            method: 'POST',
            url: picture.url('upload-images'),
            query: picType === undefined || picType === null ? {} : { type: picType },
            file: chosen.file,
          },
          { quiet: true },
        );
        yield put(list.type({ path: kept.link, name: kept.originalName }));
        yield put(at.ended(''));
      } catch (error) {
        if (!(error instanceof Refused) && !(error instanceof Unreachable)) throw error;
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
