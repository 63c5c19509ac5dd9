import { put } from 'redux-saga/effects';
import { businessDate } from '../../contract/domain/calendar';
import { clock } from '../store/clock';
import { read, type Saga } from './effects';

/** The business date; a console that stays open overnight sees it change. */
export function* keepDay(now: number): Saga {
  const today = businessDate(now);
  if (today !== (yield* read(clock.selectors.today))) yield put(clock.actions.dayChanged(today));
}
