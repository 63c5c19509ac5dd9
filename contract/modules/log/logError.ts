import { choice, flag, integer, longText, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';
import { callerFields, placeFields, serverFields } from './logFields';

/** Values of `source`. */
export const errorSource = { server: 1, browser: 2 } as const;

/** Unexpected errors of the server, and errors that people have uploaded from their browser. */
export const logError = defineModule({
  name: 'log_error',
  title: ['错误日志', 'Error log'],
  path: '/blade-log/error',
  without: ['add', 'update', 'remove'],
  keepsNoHistory: true,
  menu: { under: 'log', icon: 'error-circle', path: 'error' },
  fields: {
    ...callerFields,
    source: choice(
      '来源',
      'Source',
      { [errorSource.server]: ['服务器', 'Server'], [errorSource.browser]: ['浏览器', 'Browser'] },
      { search: 'equal', derived: true },
    ),
    exceptionName: text('异常名', 'Exception', { search: 'like', derived: true, maxLength: 255 }),
    message: longText('错误信息', 'Message', { search: 'like', derived: true, maxLength: 2000 }),
    methodClass: text('所在函数', 'Function', { derived: true, inTable: false, maxLength: 255 }),
    fileName: text('所在文件', 'File', { derived: true, inTable: false, maxLength: 1000 }),
    lineNumber: integer('行号', 'Line', { derived: true, inTable: false }),
    stackTrace: longText('堆栈', 'Stack trace', { derived: true, inTable: false, maxLength: 20_000 }),
    /** What a browser tells about the place, e.g. the component. */
    info: longText('补充信息', 'Further information', { derived: true, inTable: false, maxLength: 2000 }),
    /** A recording of the session is attached. */
    hasTape: flag('会话录像', 'Recording', { derived: true }),
    ...placeFields,
    ...serverFields,
  },
});
export type LogError = RecordOf<typeof logError>;
