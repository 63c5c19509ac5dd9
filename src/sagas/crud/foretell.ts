import { call, cancel, fork, put } from 'redux-saga/effects';
import { type Foretold, foretelling } from '../../../contract/wire/foretold';
import { type Answered, feedback, type Question } from '../../store/feedback';
import type { Call, World } from '../../world/world';
import { confirm, type Saga } from '../effects';
import { isExpected, Refused, request } from '../request';

/** Said where the person has not given a reason yet: what is asked for waits or not whatever the reason. */
export const anyReason = '-';

/** Pause after typing before it is asked, in ms. */
export const typingPauseMs = 300;

function* askedAhead(world: World, question: Call): Saga<string> {
  const { text = '' }: Foretold =
    (yield call(request, world, { ...question, url: foretelling(question.url) }, { quiet: true })) ?? {};
  return text;
}

/** Why the call would wait for others, and for whom; '' where it would be done at once, or that cannot be said yet. */
export function* foretold(world: World, question: Call): Saga<string> {
  try {
    return yield* askedAhead(world, question);
  } catch (error) {
    if (!isExpected(error)) throw error;
    return '';
  }
}

/** What the record or the business refuses has this code; others say that the server cannot be asked now, or by this person. */
const refusedByRule = 400;

function* tell(world: World, question: Call): Saga {
  try {
    const text = yield* askedAhead(world, question);
    if (text) yield put(feedback.actions.foretold(text));
  } catch (error) {
    if (!isExpected(error)) throw error;
    if (error instanceof Refused && error.code === refusedByRule && error.message)
      yield put(feedback.actions.wouldBeRefused(error.message));
  }
}

/** Asks the person, and says meanwhile whether others have to decide on what is asked for, or that it would be refused. */
export function* confirmWaiting(world: World, question: Question, asked: Call): Saga<Answered> {
  const telling = yield fork(tell, world, asked);
  const answer: Answered = yield* confirm(question);
  yield cancel(telling);
  return answer;
}
