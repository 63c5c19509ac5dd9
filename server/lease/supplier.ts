import { sql } from 'kysely';
import { isEmpty } from '../../contract/domain/values';
import { supplier } from '../../contract/modules/lease/supplier';
import { approvedWrite, decidedChanges } from '../engine/saving/approvedWrite';
import { defineServerModule } from '../engine/serverModule';

/** Whom a bank pays, and where. */
const deciding = ['supplierName', 'bankName', 'bankCardCode'];

export default defineServerModule(supplier, {
  table: 'lease_supplier',
  unique: [['creditCode']],
  taken: { creditCode: 'supplier.creditCodeTaken' },
  inUse: { asset: 'supplier.inUse' },
  offers: { inUse: { where: () => sql<boolean>`status = 1`, refuse: 'supplier.disabled' } },
  savesAlone: true,

  async saving({ creditCode }) {
    return { creditCode: creditCode || null };
  },
  // A changed account redirects money. A first account replaces none, and its first payment takes two people.
  async waiting({ id, before, next, input }, cx) {
    if (!before || !next) return false;
    await cx.approvals.refusePending(supplier, [id]);
    const changes = decidedChanges(supplier, deciding, { before, next });
    if (changes.length === 0 || isEmpty(before.bankCardCode)) return false;
    return cx.approvals.hold({
      act: 'supplierAccount',
      module: supplier,
      row: before,
      name: before.supplierName,
      input,
      amount: null,
      changes,
    });
  },
  approved: { supplierAccount: approvedWrite(supplier) },
});
