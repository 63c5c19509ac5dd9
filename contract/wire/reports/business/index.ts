/** Reports as of any day, and the lists that their figures open. */
import { addDays } from '../../../domain/calendar';
import { periodOf, type ReportSpec } from '../../../schema/report';
import type { ReportResult } from '..';
import { ageing } from './ageing';
import { cashFlow } from './cashFlow';
import { due } from './due';
import { investment } from './investment';
import { bookingList, investmentList, openList, orderList, plannedList } from './lists';
import { maturities } from './maturities';
import { principal } from './principal';
import { yields } from './yields';

export const businessReports = { ageing, cashFlow, principal, due, maturities, yields, investment } as const;
export const businessLists = { openList, plannedList, bookingList, orderList, investmentList } as const;
export type BusinessReport = keyof typeof businessReports;
export type BusinessList = keyof typeof businessLists;

const all: Readonly<Record<string, ReportSpec>> = { ...businessReports, ...businessLists };
export const businessNames = Object.keys(all) as (BusinessReport | BusinessList)[];
export function businessSpec(name: string): ReportSpec | undefined {
  return Object.hasOwn(all, name) ? all[name] : undefined;
}
export function isBusinessList(name: string): name is BusinessList {
  return Object.hasOwn(businessLists, name);
}

/** Where the calls of the reports are. */
export function businessUrl(call: string): string {
  return `/blade-report/figures/${call}`;
}
/** Where a list is below the page of the reports. */
export function listPlace(name: string): string {
  return `list/${name}`;
}
/** Rows of a page of a list. */
export const businessPageSize = 50;

/** The parameters that lists are asked with: those of the report, and the ends of its spans. */
export function askedWith(params: Readonly<Record<string, string>>): Record<string, string> {
  const { asOf, days, period } = params;
  const span = asOf && period ? periodOf({ ...params, period: Number(period) }, asOf) : undefined;
  return {
    ...params,
    ...(span ? { firstMonth: span[0].slice(0, 7), lastMonth: span[1].slice(0, 7) } : {}),
    ...(asOf && days ? { firstDay: asOf, lastDay: addDays(asOf, Number(days)) } : {}),
  };
}

export interface BusinessResult extends Omit<ReportResult, 'id' | 'kind'> {
  /** Which report or list. */
  report: BusinessReport | BusinessList;
  current: number;
  size: number;
}
