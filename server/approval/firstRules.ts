/** What every tenant begins with: the shipped processes of approvals, and a rule for each kind of deed. */
import {
  approvalActNames,
  approvalActs,
  creditApproval,
  secondPerson,
  shippedRule,
} from '../../contract/domain/approvals';
import { keepDefinitions } from '../flow/definitions';
import type { Trx } from '../kernel/database';
import { creditApprovalDiagram, secondPersonDiagram } from './diagrams';

const processes = [
  { key: secondPerson, category: '', xml: secondPersonDiagram },
  { key: creditApproval, category: '', xml: creditApprovalDiagram },
];

export async function keepApprovals(trx: Trx, tenantId: string, newId: () => string, time: string): Promise<void> {
  await keepDefinitions(trx, tenantId, newId, time, processes);
  await trx
    .insertInto('approval_rule')
    .values(
      approvalActNames.map((name) => {
        const { isOn, fromAmount } = shippedRule(name);
        return {
          id: newId(),
          tenant_id: tenantId,
          act: approvalActs[name].number,
          is_on: isOn,
          from_amount: fromAmount,
          process_key: approvalActs[name].process,
          create_time: time,
          update_time: time,
        };
      }),
    )
    .onConflict((on) => on.columns(['tenant_id', 'act']).doNothing())
    .execute();
}
