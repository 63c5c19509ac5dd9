/** What the first page asks about the rules of approvals. */
import { approvalRulePath } from './paths';

/** Name of the module and menu of the rules. */
export const approvalRules = 'approval_rule';
export const unguardedUrl = `${approvalRulePath}/unguarded`;

/** What a tenant's money is not guarded by: it has a single person, or no rule for these operations, by their titles. */
export interface Unguarded {
  isSingle: boolean;
  acts: string[];
}
