/** What the three logs have in common as modules: rows that nothing but time changes, their long texts in the detail. */

import { sql } from 'kysely';
import { dateTime } from '../../contract/domain/calendar';
import type { Module, Row } from '../../contract/schema/module';
import { schemasOf, titlesOf } from '../engine/callSchemas';
import { defineServerModule, presentAll, type ServerModule } from '../engine/serverModule';
import type { Call } from '../kernel/call';
import type { Context } from '../kernel/context';
import { isStoredId, timeOf } from '../kernel/ids';
import type { Tables } from '../kernel/tables';

export interface LogReading {
  table: keyof Tables;
  /** Fields that a list leaves out, as clients of the family expect. */
  long: readonly string[];
  showing?(row: Row, cx: Context): Row;
  filters?: ServerModule['filters'];
  /** Fields beside the parameters with what the person of the row has sent. */
  sent?: readonly string[];
  calls?: Call[];
}

/** What belongs to a request is logged within so many ms before and after its id was made. */
const [before, after] = [1000, 10 * 60 * 1000];
/** A request's id tells its time, so that the index of times finds its rows: each further index would cost every row. */
function ofRequest(requestId: string) {
  if (!isStoredId(requestId)) return sql<boolean>`false`;
  const [from, to] = [dateTime(timeOf(requestId) - before), dateTime(timeOf(requestId) + after)];
  return sql<boolean>`request_id = ${requestId} and create_time between ${from} and ${to}`;
}

export function defineLog(
  module: Module,
  { table, long, showing, filters, sent = [], calls = [] }: LogReading,
): ServerModule {
  const list: Call = {
    method: 'GET',
    path: module.url('list'),
    title: titlesOf(module).list,
    describes: { query: schemasOf(module).conditions },
    answer: schemasOf(module).page,
    permission: module.permission('list'),
    async handle(cx, { params }) {
      const page = await cx.rows(module).page(params);
      const records = await presentAll(served, cx, page.records);
      return { ...page, records: records.map((row) => without(row, long)) };
    },
  };
  const served: ServerModule = defineServerModule(module, {
    table,
    list: `${table}_list`,
    defaultSort: [
      ['create_time', 'desc'],
      ['id', 'desc'],
    ],
    filters: { requestId: ofRequest, ...filters },
    sent: { by: 'user_id', fields: ['params', ...sent] },
    ...(showing ? { showing: showing as never } : {}),
    calls: [list, ...calls],
  });
  return served;
}

function without(row: Row, names: readonly string[]): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name))) as Row;
}
