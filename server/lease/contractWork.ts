/** Asks for what a signing service has still to be told about a contract, after the transaction that changes it. */
import { type FascContract, providers } from '../../contract/modules/esign/fascContract';
import { sendTask } from '../engine/tasks';
import type { Context } from '../kernel/context';
import type { TaskData } from '../kernel/ports';

/** The task that does it, once for all that is due of one contract. */
export const contractWork = 'esign.work';
export interface ContractWork extends TaskData {
  contractId: string;
}

/** `after`: seconds. */
export function askForWork(
  cx: Pick<Context, 'deps' | 'trx' | 'tenantId'>,
  contractId: string,
  key: string,
  after = 0,
): Promise<void> {
  return sendTask<ContractWork>(cx, { name: contractWork }, { contractId }, { key: `${contractId} ${key}`, after });
}

/** A contract was voided: its task at a service is to be stopped. */
export async function releaseContract(cx: Context, row: Pick<FascContract, 'id' | 'provider'>): Promise<void> {
  if (row.provider !== providers.local) await askForWork(cx, row.id, 'released');
}
