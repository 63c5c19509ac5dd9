import { user } from '../../../contract/modules/system/user';
import type { Call } from '../../world/world';

/** People who wait to be let in, by their ids, and the roles they get; without roles they are turned away. */
export interface Decision {
  userIds: string;
  roleIds?: string;
}
/** The call that lets registrations in or turns them away. */
export function decisionOf({ userIds, roleIds }: Decision): Call {
  return {
    method: 'POST',
    url: user.url(roleIds === undefined ? 'audit-refuse' : 'audit-pass'),
    query: { userIds, ...(roleIds === undefined ? {} : { roleIds }) },
  };
}
