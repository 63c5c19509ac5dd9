import { call } from 'redux-saga/effects';
import { rolePath } from '../../../contract/domain/paths';
import type { Call, World } from '../../world/world';
import type { Saga } from '../effects';
import { Refused, request } from '../request';

/** The call for the tree of roles that the caller may grant. */
export const givableRoles: Call = { method: 'GET', url: `${rolePath}/givable` };

/** The answer of that call. A server of the family without it answers all roles. */
export function* askGivable(world: World, question: Call): Saga {
  try {
    return yield call(request, world, question, { quiet: true });
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 404) throw error;
    return yield call(request, world, { ...question, url: `${rolePath}/tree` }, { quiet: true });
  }
}
