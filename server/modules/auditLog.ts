import { auditLog } from '../../contract/modules/auditLog';
import { verifyAudit } from '../auditSeal';
import { serve } from '../serve';

export default serve(auditLog, {
  table: 'audit_log',
  list: 'audit_log_list',
  showing: (row) => row,
  calls: [
    {
      method: 'GET',
      path: auditLog.url('verify'),
      permission: auditLog.permission('list'),
      /** Whether the history is as it was written: `{isWhole, rows, seals, brokenAt}`; the time of the first broken seal. */
      handle: verifyAudit,
    },
  ],
});
