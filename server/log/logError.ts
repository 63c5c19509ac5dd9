import { sql } from 'kysely';
import { shownLogType } from '../../contract/domain/logTypes';
import { errorSource, logError } from '../../contract/modules/log/logError';
import type { Module } from '../../contract/schema/module';
import { literal } from '../kernel/table';
import { defineLog } from './reading';

/** A browser's `error` is found by the word that is shown for it. */
function ofType(sought: string) {
  const shown = sql`case when source = ${errorSource.browser} and exception_name = 'error' then ${shownLogType('error')}
    else exception_name end`;
  return sql<boolean>`${shown} like ${`%${literal(sought)}%`}`;
}

export default defineLog(logError as unknown as Module, {
  table: 'error_log',
  long: ['params', 'stackTrace', 'info'],
  filters: { exceptionName: ofType },
  sent: ['info'],
  showing: (row) => ({
    ...row,
    hasTape: row.hasTape ? 1 : 0,
    ...(row.source === errorSource.browser ? { exceptionName: shownLogType(String(row.exceptionName)) } : {}),
  }),
});
