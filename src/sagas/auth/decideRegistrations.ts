import { call } from 'redux-saga/effects';
import { user } from '../../../contract/modules/system/user';
import type { Call, World } from '../../world/world';
import type { Saga } from '../effects';
import { request } from '../request';

/** People who wait to be let in, by their ids, and the roles they get; without roles they are turned away. */
export interface Decision {
  userIds: string;
  roleIds?: string;
}
const callOf = ({ userIds, roleIds }: Decision): Call => ({
  method: 'POST',
  url: user.url(roleIds === undefined ? 'audit-refuse' : 'audit-pass'),
  query: { userIds, ...(roleIds === undefined ? {} : { roleIds }) },
});

/** Lets registrations in or turns them away, wherever that was decided; `meant` says for which tenant. */
export function* decideRegistrations(world: World, decision: Decision, meant?: (question: Call) => Saga<Call>): Saga {
  const question = callOf(decision);
  return yield call(request, world, meant ? yield* meant(question) : question);
}
