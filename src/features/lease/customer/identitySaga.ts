import { call, put, race, take, takeEvery, takeLeading } from 'redux-saga/effects';
import { idTypes, likelyIdType } from '../../../../contract/domain/identity';
import { joined, textIn } from '../../../../contract/domain/text';
import { isEmpty } from '../../../../contract/domain/values';
import { customer } from '../../../../contract/modules/lease/customer';
import { paperTypes, type Reading } from '../../../../contract/wire/ocr/papers';
import { ask, confirm, read, type Saga } from '../../../sagas/effects';
import type { CrudSlice } from '../../../store/crud/crud';
import { preferences } from '../../../store/preferences';
import type { PickedFile, World } from '../../../world/world';
import { follow, sendPaper, troubleOf, unfitFor } from '../loanInformation/readingSaga';
import { acceptOf } from '../order/pictures/pictureUploadSaga';
import { identityReading } from './identitySlice';

const { actions: at } = identityReading;

/** The paper that proves who the customer is; undefined for those that are not read. */
export function paperOf(idType: unknown): number | undefined {
  if (Number(idType) === idTypes.identityCard) return paperTypes.idPortrait;
  return Number(idType) === idTypes.creditCode ? paperTypes.licence : undefined;
}

const filled = ['realName', 'idNo'] as const;

/**
 * Empty fields are filled in; what the person has typed is replaced only when they say so. `inPlace`: of the form above
 * that of another record, which is in front of the list's own.
 */
export function identitySaga(list: CrudSlice, inPlace: CrudSlice) {
  function* inFront(): Saga<CrudSlice> {
    return (yield* read(inPlace.selectors.form)) ? inPlace : list;
  }
  const ofBoth = <Name extends 'shut' | 'saved' | 'opened' | 'type'>(name: Name) => [
    list.actions[name],
    inPlace.actions[name],
  ];

  function* fill({ prefill }: Reading): Saga<{ problem: string; isFilled: boolean }> {
    const { actions, selectors } = yield* inFront();
    const form = yield* read(selectors.form);
    const found = filled.filter((name) => !isEmpty(prefill[name]));
    if (!form || found.length === 0) return { problem: '*papers.nothingToFill', isFilled: false };
    const typed = (name: string) => String(form.draft[name] ?? '').trim();
    const taken = found.filter((name) => typed(name) !== '' && typed(name) !== prefill[name]);
    let names: readonly string[] = found;
    if (taken.length > 0) {
      const language = yield* read(preferences.selectors.language);
      const { isSure, isAlternative } = yield* confirm({
        title: 'papers.replaceTitle',
        say: 'papers.replaceAsk',
        detail: joined(
          taken.map((name) => `${textIn(customer.fields[name].label, language)} ${typed(name)} → ${prefill[name]}`),
          language,
        ),
        confirm: 'papers.replaceSure',
        alternative: 'papers.replaceNo',
      });
      if (isAlternative) names = found.filter((name) => !taken.includes(name));
      else if (!isSure) return { problem: '', isFilled: false };
    }
    yield put(actions.type(Object.fromEntries(names.map((name) => [name, prefill[name]]))));
    return { problem: '', isFilled: names.length > 0 };
  }

  return function* (world: World): Saga {
    function* readPaper(): Saga {
      const type = paperOf((yield* read((yield* inFront()).selectors.form))?.draft.idType);
      if (type === undefined) return;
      const file: PickedFile | null = yield* ask(world, 'pickFile', acceptOf(type).join());
      if (!file) return;
      const unfit: string = yield call(unfitFor, type, file);
      if (unfit) return yield put(at.ended({ problem: unfit, isFilled: false }));
      yield put(at.began());
      try {
        const begun: Reading = yield call(sendPaper, world, file.file, type);
        const reading: Reading | undefined = yield call(follow, world, begun.id, function* ({ progress }): Saga {
          yield put(at.followed(progress));
        });
        if (!reading) return;
        yield put(at.ended(yield call(fill, reading)));
      } catch (error) {
        yield put(at.ended({ problem: troubleOf(error), isFilled: false }));
      }
    }
    yield takeLeading(at.choose, function* (): Saga {
      const { over } = yield race({ read: call(readPaper), over: take([...ofBoth('shut'), ...ofBoth('saved')]) });
      if (over) yield put(at.ended({ problem: '', isFilled: false }));
    });
    /** Which document name and number spoke for last; what the person has chosen against it stays. */
    let likely: number = idTypes.identityCard;
    yield takeEvery([...ofBoth('opened'), ...ofBoth('type')], function* ({ payload }): Saga {
      const { actions, selectors } = yield* inFront();
      const form = yield* read(selectors.form);
      const isOpening = 'key' in payload;
      if (isOpening) likely = idTypes.identityCard;
      // A form that was only opened has nothing to discard.
      if (form?.mode !== 'add' || isOpening) return;
      const { realName, idType, idNo } = form.draft;
      const before = likely;
      likely = likelyIdType(String(realName ?? ''), String(idNo ?? '').trim()) ?? before;
      if (likely !== before && Number(idType) === before) yield put(actions.type({ idType: likely }));
    });
    yield takeEvery(ofBoth('opened'), function* (): Saga {
      yield put(at.ended({ problem: '', isFilled: false })); // A new form starts without the problem of an earlier one.
    });
  };
}
