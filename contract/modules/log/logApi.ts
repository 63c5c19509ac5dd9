import { choice, integer, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';
import { callerFields, placeFields, serverFields } from './logFields';

/** Values of `type`. */
export const callOutcome = { done: 1, failed: 2 } as const;

/** Calls of the API: all writes, failures and slow calls, and a share of the reads. */
export const logApi = defineModule({
  name: 'log_api',
  title: ['接口日志', 'API log'],
  path: '/blade-log/api',
  without: ['add', 'update', 'remove'],
  keepsNoHistory: true,
  menu: { under: 'log', icon: 'document-text', path: 'api' },
  fields: {
    ...callerFields,
    title: text('接口名称', 'Call', { derived: true, maxLength: 255 }),
    type: choice(
      '结果',
      'Outcome',
      { [callOutcome.done]: ['成功', 'Succeeded'], [callOutcome.failed]: ['失败', 'Failed'] },
      { search: 'equal', derived: true },
    ),
    statusCode: integer('状态码', 'Status', { search: 'equal', derived: true }),
    /** Code of the refusal; '' for a success. */
    reason: text('失败原因', 'Reason', { search: 'equal', derived: true }),
    /** Milliseconds. */
    time: integer('耗时（毫秒）', 'Duration (ms)', { derived: true }),
    ...placeFields,
    ...serverFields,
  },
  sortable: ['time'],
});
export type LogApi = RecordOf<typeof logApi>;
