import { call } from 'redux-saga/effects';
import { role } from '../../../contract/modules/system/role';
import type { Call, World } from '../../world/world';
import type { Saga } from '../effects';
import { Refused, request } from '../request';

/** Asks, in the manner of a call, for the roles that whoever asks may give to people: a tree. */
export const givableRoles: Call = { method: 'GET', url: role.url('givable') };

/** The answer to a question for roles to be given. A server of the family that does not sort them out answers all. */
export function* askGivable(world: World, question: Call): Saga {
  try {
    return yield call(request, world, question, { quiet: true });
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 404) throw error;
    return yield call(request, world, { ...question, url: role.url('tree') }, { quiet: true });
  }
}
