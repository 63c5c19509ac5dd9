import { call } from 'redux-saga/effects';
import { loanInformation } from '../../../../contract/modules/lease/loanInformation';
import { pictureLimits } from '../../../../contract/modules/lease/picture';
import type { Reading } from '../../../../contract/wire/ocr/papers';
import { type RefusalCode, sentence } from '../../../../contract/wire/refusals';
import { read, type Saga } from '../../../sagas/effects';
import { isExpected, Refused, request, unexplained } from '../../../sagas/request';
import { following } from '../../../sagas/trying';
import { preferences } from '../../../store/preferences';
import type { PickedFile, World } from '../../../world/world';
import { acceptOf } from '../order/pictures/pictureUploadSaga';

/** ms between two looks at a reading that goes on. */
export const lookMs = 1000;

/** What a failed call says, for the place where it is shown: a sentence, or the key of a text with a `*` before it. */
export function troubleOf(error: unknown): string {
  if (!isExpected(error)) throw error;
  if (!(error instanceof Refused)) return '*request.unreachable';
  return error.message === unexplained ? '*request.unknown' : error.message;
}

/** The sentence about a file that no paper can be read from, '' for a fit one; by the rules of the server. */
export function* unfitFor(type: number, { type: kind, size }: PickedFile): Saga<string> {
  const isBig = size > pictureLimits.bytes;
  // Some systems do not know a file's type; then the server checks its content.
  if (!isBig && (kind === '' || acceptOf(type).includes(kind))) return '';
  const code: RefusalCode = isBig ? 'picture.tooLarge' : 'picture.badType';
  return sentence(code, yield* read(preferences.selectors.language), { n: pictureLimits.bytes / 1024 / 1024 });
}

/** Uploads a picture; the reading begins and is not waited for. */
export function sendPaper(
  world: World,
  file: string,
  type: number,
  of: { customerId?: string; orderId?: string } = {},
): Saga<Reading> {
  const fields = { type: String(type), wait: '0', ...of };
  const url = loanInformation.url('upload-images-with-ocr');
  return request(world, { method: 'POST', url, file, fields, isSlow: true }, { quiet: true });
}

export function lookAt(world: World, id: string): Saga<Reading> {
  return request(world, { method: 'GET', url: loanInformation.url('reading'), query: { id } }, { quiet: true });
}

/** Follows a reading to its end and reports each look; leaving the page cancels it. Undefined when the person signed out. */
export function follow(world: World, id: string, tell: (reading: Reading) => Saga): Saga<Reading | undefined> {
  function* look(): Saga<Reading> {
    const reading: Reading = yield call(lookAt, world, id);
    yield call(tell, reading);
    return reading;
  }
  return following(world, look, { isOver: ({ status }) => status !== 'reading', everyMs: lookMs });
}
