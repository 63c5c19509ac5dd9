import { sql } from 'kysely';
import { supplier } from '../../contract/modules/lease/supplier';
import { defineServerModule } from '../engine/serverModule';

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
});
