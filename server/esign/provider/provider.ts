/** Who signs a contract: this installation, or a signing service of another company. A contract keeps its provider. */
import { providers } from '../../../contract/modules/esign/fascContract';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import type { Attach } from '../../kernel/ports';
import type { ContractRow } from '../contracts';
import type { ContractDoc } from '../paper/pdf';
import { local } from './local';
import { remote } from './remote';

/** What a sending begins with. */
export interface Begun {
  /** The file for the signatures. */
  sealed: Attach;
  /** The number of the signing task, null while there is none. */
  taskId: string | null;
  state: 'sign_progress' | 'reserved';
}

/** Everything runs in the transaction of the sending; calls of a service follow after its commit. */
export interface Provider {
  /** Whether the customer can sign as soon as the contract is sent; otherwise the link is sent when a task exists. */
  isOpenAtOnce: boolean;
  begin(cx: Context, row: ContractRow, doc: ContractDoc): Promise<Begun>;
  /** The sending is stored. `phone`: where our message goes, undefined where we cannot send one. */
  sent(cx: Context, row: ContractRow, link: { phone: string | undefined; url: string }): Promise<void>;
  /** Tries the sending again whose task could not be created. */
  retry(cx: Context, row: ContractRow): Promise<ContractRow>;
}

/** Where a new contract of the tenant is signed. */
export function providerFor({ deps, tenantId }: Pick<Context, 'deps' | 'tenantId'>): 1 | 2 {
  const isRemote = deps.settings.signsAt === 'fasc' && deps.signing?.companyOf(tenantId) !== undefined;
  return isRemote ? providers.fasc : providers.local;
}

/** The provider of a contract, whatever is set for new ones. */
export function providerOf(
  { deps, tenantId }: Pick<Context, 'deps' | 'tenantId'>,
  row: Pick<ContractRow, 'provider'>,
): Provider {
  if (row.provider !== providers.fasc) return local;
  return deps.signing?.companyOf(tenantId) === undefined ? refuse('contract.noService') : remote;
}
