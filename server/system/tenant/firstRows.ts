import { keepApprovals } from '../../approval/firstRules';
import { keepContractTemplates } from '../../esign/contractTemplate/first';
import { keepDefinitions } from '../../flow/definitions';
import { shippedLeave } from '../../flow/leave/shipped';
import { keepJobs } from '../../job/firstJobs';
import type { Trx } from '../../kernel/database';
import { keepTemplates } from '../../messages/words';
import { keepDictionaries } from '../dictionaries/dictionaryEntries';
import { keepReports } from './firstReports';

/** What every tenant begins with, as far as the tenant of the transaction does not have it yet. */
export async function keepFirstRows(trx: Trx, tenantId: string, newId: () => string, time: string): Promise<void> {
  await keepDictionaries(trx, tenantId, newId);
  await keepTemplates(trx, tenantId, newId, time);
  await keepReports(trx, tenantId, newId, time);
  await keepDefinitions(trx, tenantId, newId, time, [shippedLeave]);
  await keepContractTemplates(trx, tenantId, newId, time);
  await keepApprovals(trx, tenantId, newId, time);
  await keepJobs(trx, tenantId, newId, time);
}
