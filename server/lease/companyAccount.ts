import { bankStatement } from '../../contract/modules/lease/bankStatement';
import { type CompanyAccount, companyAccount } from '../../contract/modules/lease/companyAccount';
import { defineServerModule } from '../engine/serverModule';
import type { Context } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { reckonGaps } from './bankStatement/chain';

/** What the chain of statements begins with. */
const beginning = ['account', 'openedFrom', 'opening'] as const satisfies readonly (keyof CompanyAccount)[];

function digitsOf(account: string): string {
  return account.replace(/[\s-]/g, '');
}
async function hasStatements(cx: Context, account: string): Promise<boolean> {
  return cx.rows(bankStatement).has({ account });
}

export default defineServerModule(companyAccount, {
  table: 'lease_company_account',
  unique: [['account']],
  taken: { account: 'bank.accountTaken' },

  async saving(next, cx, before) {
    const account = digitsOf(next.account!);
    // A statement that comes in at the same moment belongs to the account as it is or as it will be, not to both.
    await cx.exclusive('bank.import');
    const isOther = before && beginning.some((name) => before[name] !== (name === 'account' ? account : next[name]));
    if (isOther && (await hasStatements(cx, before.account!))) refuse('bank.accountInUse');
    return { account };
  },
  // Statements of older versions came in before their account was registered.
  async saved({ account }, cx) {
    await reckonGaps(cx, account!);
  },
  async removing(doomed, cx) {
    await cx.exclusive('bank.import');
    for (const { account } of doomed) if (await hasStatements(cx, account!)) refuse('bank.accountHasStatements');
  },
});
