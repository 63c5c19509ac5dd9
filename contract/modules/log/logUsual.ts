import { type Label, label } from '../../domain/text';
import { longText, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';
import { callerFields, placeFields, serverFields } from './logFields';

export const logLevels = {
  info: label('信息', 'Info'),
  warn: label('警告', 'Warning'),
} as const satisfies Record<string, Label>;
export type LogLevel = keyof typeof logLevels;

/** Business and administration events: one row for each kind of change that a request has committed, and sign-ins. */
export const logUsual = defineModule({
  name: 'log_usual',
  title: ['通用日志', 'Event log'],
  path: '/blade-log/usual',
  without: ['add', 'update', 'remove'],
  keepsNoHistory: true,
  menu: { under: 'log', icon: 'clipboard-task', path: 'usual' },
  fields: {
    ...callerFields,
    /** An action of the audit trail. */
    event: text('事件', 'Event', { search: 'equal', derived: true, maxLength: 32 }),
    /** The kind of record, as the audit trail names it. */
    entity: text('对象类型', 'Record type', { search: 'equal', derived: true }),
    logLevel: text('级别', 'Level', { search: 'equal', derived: true, maxLength: 10 }),
    /** The first record of the event. */
    logId: text('业务编号', 'Record ID', { search: 'equal', derived: true, inTable: false, maxLength: 100 }),
    logData: longText('日志数据', 'Details', { derived: true, maxLength: 4000 }),
    ...placeFields,
    ...serverFields,
  },
});
export type LogUsual = RecordOf<typeof logUsual>;
