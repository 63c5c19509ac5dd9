import { dateTime, defineModule, longText, type RecordOf, ref, text } from '../kit';

/** Who changed what, and when. Never changed itself. */
export const auditLog = defineModule({
  name: 'auditLog',
  title: ['操作审计', 'Audit trail'],
  path: '/blade-log/audit',
  without: ['add', 'update', 'remove', 'detail'],
  fields: {
    createTime: dateTime('操作时间', 'Time', { search: 'range' }),
    userName: text('操作人', 'Person', { search: 'like', derived: true }),
    entity: text('对象类型', 'Kind of record', { search: 'equal', derived: true }),
    entityId: ref('')('对象', 'Record', { search: 'equal', derived: true, inTable: false }),
    action: text('操作', 'Action', { search: 'equal', derived: true }),
    reason: longText('原因', 'Reason', { search: 'like', derived: true }),
    address: text('IP 地址', 'Address', { search: 'like', derived: true }),
    requestId: text('请求编号', 'Request no.', { search: 'equal', derived: true, inTable: false }),
  },
});
export type AuditLog = RecordOf<typeof auditLog>;
