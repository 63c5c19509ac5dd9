/** Calls of the business reports: a report or list as of a day, and the same as a file. */
import Type from 'typebox';
import { textIn } from '../../../contract/domain/text';
import { totalsLater } from '../../../contract/schema/paging';
import { periodOf } from '../../../contract/schema/report';
import { mostInFile, mostShown } from '../../../contract/wire/reports';
import {
  type BusinessResult,
  businessNames,
  businessPageSize,
  businessUrl,
  isBusinessList,
} from '../../../contract/wire/reports/business';
import { businessPage } from '../../../contract/wire/reports/business/page';
import { mayCountLater } from '../../engine/callSchemas';
import { type Call, defineCall, type Params } from '../../kernel/call';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { oneOf, optional, shape, text, whole } from '../../kernel/schemas';
import { fileQuery, recordFile, reportShape, sendFile } from '../fileCall';
import { makeTables, type Part, readParams, textsOf, titlesOf } from '../making';
import type { ReportQuery } from '../query';
import { madeOf } from '../text';
import { listQueries } from './lists';
import { reportQueries } from './queries';

const queries: Readonly<Record<string, ReportQuery>> = { ...reportQueries, ...listQueries };
const parameterNames = [...new Set(Object.values(queries).flatMap(({ spec }) => Object.keys(spec.parameters)))];
const parameters = Object.fromEntries(parameterNames.map((name) => [name, optional(Type.String())]));
const which = { report: oneOf(...businessNames) };
const notParameters = ['report', 'format', 'framed', 'current', 'size', ...Object.keys(totalsLater)];

/** Today, where an address names no day. */
function withDefaults(cx: Context, given: Params): Params {
  const named = Object.fromEntries(Object.entries(given).filter(([name]) => !notParameters.includes(name)));
  return { ...named, asOf: named.asOf || cx.today };
}

async function makeBusiness(cx: Context, report: string, given: Params, part: Part): Promise<BusinessResult> {
  const query = queries[report] ?? refuse('notFound');
  const { spec } = query;
  const read = await readParams(cx, spec, withDefaults(cx, given));
  if (String(read.asOf) > cx.today) refuse('report.future');
  const tables = await makeTables(cx, query, read, part);
  const [from, to] = 'period' in spec.parameters ? periodOf(read, String(read.asOf)) : ['', ''];
  return {
    report: report as BusinessResult['report'],
    name: `${textIn(spec.title, cx.language)} ${read.asOf}`,
    params: textsOf(read),
    titles: await titlesOf(cx, spec, read),
    span: from ? { from, to } : null,
    asOf: cx.time,
    by: cx.actor,
    tables,
    current: Math.floor(part.from / part.most) + 1,
    size: part.most,
  };
}

const makeCall = defineCall({
  method: 'GET',
  path: businessUrl('report'),
  isDear: true,
  title: ['业务报表', 'A business report, or the list that a figure of it opens, as of a day'],
  query: {
    ...which,
    current: Type.Integer({ minimum: 1, default: 1 }),
    size: Type.Integer({ minimum: 1, maximum: mostShown, default: businessPageSize }),
    ...mayCountLater,
  },
  describes: { query: parameters },
  answer: shape({ report: text(), ...reportShape, current: whole(), size: whole() }),
  permission: businessPage,
  handle(cx, { input: { report, current, size, totals }, params }) {
    const part: Part = isBusinessList(report)
      ? { most: size, from: (current - 1) * size, isPage: true, mayCountLater: totals !== undefined && current === 1 }
      : { most: mostShown, from: 0 };
    return makeBusiness(cx, report, params, part);
  },
});

const fileCall = defineCall({
  method: 'GET',
  path: businessUrl('file'),
  isDear: true,
  title: ['下载业务报表', 'A business report as a file'],
  query: { ...which, ...fileQuery },
  describes: { query: parameters },
  answer: 'file',
  permission: 'report_file',
  async handle(cx, { input: { report, format }, params }) {
    if (!(await cx.may(businessPage))) refuse('forbidden', { permission: businessPage });
    const result = await makeBusiness(cx, report, params, { most: mostInFile[format], from: 0 });
    recordFile(cx, { name: 'report' }, { id: '0', name: result.name }, result, format);
    const { spec } = queries[report]!;
    return {
      made: await madeOf(cx, spec, { ...result, id: report, kind: spec.kind }),
      userId: cx.principal!.userId,
    };
  },
  send: sendFile,
});

export const businessCalls: Call[] = [makeCall, fileCall];
