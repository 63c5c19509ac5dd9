import { logUsual } from '../../contract/modules/log/logUsual';
import type { Module } from '../../contract/schema/module';
import { defineLog } from './reading';

export default defineLog(logUsual as unknown as Module, {
  table: 'usual_log',
  long: ['params'],
  sent: ['logId', 'logData'],
});
