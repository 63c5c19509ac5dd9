import { logError } from '../../contract/modules/log/logError';
import type { Module } from '../../contract/schema/module';
import { defineLog } from './reading';

export default defineLog(logError as unknown as Module, {
  table: 'error_log',
  long: ['params', 'stackTrace', 'info'],
  showing: (row) => ({ ...row, hasTape: row.hasTape ? 1 : 0 }),
});
