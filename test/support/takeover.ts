/** A server whose tenant takes over the portfolio of an older system: its products, and two people who may do it. */
import { type OldSystem, oldProducts, portfolioBook, takeoverDate } from './portfolio';
import { leaseOf, ok, startServer } from './server';
import { decidingRights } from './workflow';

export const importPath = '/blade-portfolio/import';
const permissions = [
  'portfolioImport',
  'portfolioImport_upload',
  'portfolioImport_decide',
  'portfolioImport_post',
  'portfolioImport_delete',
  'order',
  'order_terminate',
  'customer',
  'receipt',
  'paymentPlan',
  'approval',
  'work_todo',
  'work_todo_handle',
  'work_claim',
  'work_claim_sign',
  ...decidingRights,
];
const written = ['lease_customer', 'lease_order', 'lease_payment_plan', 'lease_receipt', 'lease_payment_txn'];

export async function startTakeover() {
  const server = await startServer({ now: '2026-11-02 09:00:00' });
  const lease = leaseOf(server);
  for (const product of oldProducts) await lease.product({ ...product, amountPer: '1.00' });
  for (const account of ['clerk', 'boss']) await server.addUser({ account, permissions });
  const [clerk, boss] = [await server.as('clerk'), await server.as('boss')];
  return {
    server,
    clerk,
    boss,
    /** The import of a workbook, once it is checked. */
    async uploaded(old: OldSystem, name = '存量.xlsx') {
      const file = await portfolioBook(old.sheets);
      const { id } = ok(await clerk.upload(`${importPath}/upload`, file, { name, query: { takeoverDate } }));
      await server.drain();
      return { id, row: ok(await clerk.get(`${importPath}/detail`, { id })) };
    },
    /** Rows of each table that a posting writes. */
    async counted(): Promise<string> {
      const counts = await Promise.all(written.map((table) => server.sql(`select count(*)::int as n from ${table}`)));
      return counts.map(([one]) => one.n).join(' ');
    },
  };
}
