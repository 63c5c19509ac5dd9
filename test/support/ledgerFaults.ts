import { withPatience } from '../../server/job/handlers/checks';
import { ledgerRules } from '../../server/job/handlers/ledgerRules';
import { platform, type Server } from './server';

/** What the nightly rules of the ledger find wrong, asked as the job asks them: each rule with the rows that break it. */
export async function ledgerFaults(server: Server, today = '2026-11-20'): Promise<[string, unknown[]][]> {
  return server.deps.db.withTenant(platform, today, async (trx) => {
    const found: [string, unknown[]][] = [];
    for (const { name, broken } of ledgerRules) {
      const rows = await withPatience({ trx }, broken(platform));
      if (rows.length > 0) found.push([name, rows]);
    }
    return found;
  });
}
