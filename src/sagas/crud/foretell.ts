import { call, cancel, fork, put } from 'redux-saga/effects';
import { type Foretold, foretelling } from '../../../contract/wire/foretold';
import { type Answered, feedback, type Question } from '../../store/feedback';
import type { Call, World } from '../../world/world';
import { confirm, type Saga } from '../effects';
import { isExpected, request } from '../request';

/** Said where the person has not given a reason yet: what is asked for waits or not whatever the reason. */
export const anyReason = '-';

/** Pause after typing before it is asked, in ms. */
export const typingPauseMs = 300;

/** Why the call would wait for others, and for whom; '' where it would be done at once, or that cannot be said yet. */
export function* foretold(world: World, question: Call): Saga<string> {
  try {
    const asked = { ...question, url: foretelling(question.url) };
    const { text = '' }: Foretold = (yield call(request, world, asked, { quiet: true })) ?? {};
    return text;
  } catch (error) {
    if (!isExpected(error)) throw error;
    return '';
  }
}

function* tell(world: World, question: Call): Saga {
  const text: string = yield call(foretold, world, question);
  if (text) yield put(feedback.actions.foretold(text));
}

/** Asks the person, and says meanwhile whether others have to decide on what is asked for. */
export function* confirmWaiting(world: World, question: Question, asked: Call): Saga<Answered> {
  const telling = yield fork(tell, world, asked);
  const answer: Answered = yield* confirm(question);
  yield cancel(telling);
  return answer;
}
