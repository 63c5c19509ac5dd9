import type { Call } from '../../world/world';

/** Registrations to approve, by user id, with the roles they get; without roles they are rejected. */
export interface Decision {
  userIds: string;
  roleIds?: string;
}
/** The call that approves or rejects registrations. */
export function decisionOf({ userIds, roleIds }: Decision): Call {
  return {
    method: 'POST',
    url: `/blade-system/user/${roleIds === undefined ? 'audit-refuse' : 'audit-pass'}`,
    query: { userIds, ...(roleIds === undefined ? {} : { roleIds }) },
  };
}
