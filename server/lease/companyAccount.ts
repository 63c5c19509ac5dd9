import { accountNumberIn } from '../../contract/domain/reading/accounts';
import { bankStatement } from '../../contract/modules/lease/bankStatement';
import { type CompanyAccount, companyAccount } from '../../contract/modules/lease/companyAccount';
import { maskOf } from '../../contract/schema/mask';
import { approvedWrite, decidedChanges } from '../engine/saving/approvedWrite';
import { defineServerModule } from '../engine/serverModule';
import type { Context } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { reckonGaps } from './bankStatement/chain';

/** What the chain of statements begins with. */
const beginning = ['account', 'openedFrom', 'opening'] as const satisfies readonly (keyof CompanyAccount)[];

/** What makes it an account of the company's, and of which days: all but remarks. */
const deciding = [
  'bankName',
  'account',
  'accountName',
  'openedFrom',
  'opening',
  'state',
] as const satisfies readonly (keyof CompanyAccount)[];

async function hasStatements(cx: Context, account: string): Promise<boolean> {
  return cx.rows(bankStatement).has({ account });
}

export default defineServerModule(companyAccount, {
  table: 'lease_company_account',
  unique: [['account']],
  taken: { account: 'bank.accountTaken' },

  async saving(next, cx, before) {
    const account = accountNumberIn(next.account!);
    // A statement that comes in at the same moment belongs to the account as it is or as it will be, not to both.
    await cx.exclusive('bank.import');
    const isOther = before && beginning.some((name) => before[name] !== (name === 'account' ? account : next[name]));
    if (isOther && (await hasStatements(cx, before.account!))) refuse('bank.accountInUse');
    return { account };
  },
  // Who adds an account of their own could import statements of it: two people say which accounts are the company's.
  async waiting({ id, before, next, input }, cx) {
    if (before) await cx.approvals.refusePending(companyAccount, [id]);
    const changes = decidedChanges(companyAccount, deciding, { before, next });
    if (changes.length === 0) return false;
    const row = (next ?? before)!;
    return cx.approvals.hold({
      act: 'accountChange',
      module: companyAccount,
      row,
      name: `${row.bankName} ${maskOf(companyAccount.fields.account, row.account)}`,
      input,
      amount: null,
      changes,
    });
  },
  approved: { accountChange: approvedWrite(companyAccount) },

  // Statements of older versions came in before their account was registered.
  async saved({ account }, cx) {
    await reckonGaps(cx, account!);
  },
  async removing(doomed, cx) {
    await cx.exclusive('bank.import');
    for (const { account } of doomed) if (await hasStatements(cx, account!)) refuse('bank.accountHasStatements');
  },
});
