/** The queries of all reports. */
import type { ReportQuery } from '../query';
import ageing from './ageing';
import cashFlow from './cashFlow';
import customerStatement from './customerStatement';
import dueList from './dueList';
import portfolio from './portfolio';
import signingFunnel from './signingFunnel';

const queries: readonly ReportQuery[] = [portfolio, dueList, ageing, cashFlow, signingFunnel, customerStatement];
export function queryOf(kind: number): ReportQuery | undefined {
  return queries.find(({ spec }) => spec.kind === kind);
}
