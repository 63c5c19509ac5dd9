/** The reports that the product ships, and what the server answers for one. */
import type { ReportSpec } from '../../schema/report';
import { ageing } from './ageing';
import { cashFlow } from './cashFlow';
import { customerStatement } from './customerStatement';
import { dueList } from './dueList';
import { portfolio } from './portfolio';
import { signingFunnel } from './signingFunnel';

export const reports: readonly ReportSpec[] = [portfolio, dueList, ageing, cashFlow, signingFunnel, customerStatement];
export function reportOf(kind: unknown): ReportSpec | undefined {
  return reports.find((one) => one.kind === Number(kind));
}

/** Rows of a table that a page shows; a file has all of them, up to a limit of its own. */
export const mostShown = 500;
export const mostInFile = { xlsx: 20_000, pdf: 2_000 } as const;
export type ReportFormat = keyof typeof mostInFile;

/** A value as the wire has it: amounts and rates are decimal texts. */
export type ReportValue = string | number | null;
export interface TableResult {
  /** Its name in the declaration. */
  name: string;
  /** Columns that the person may see, in the order of the declaration. */
  columns: string[];
  rows: Record<string, ReportValue>[];
  /** Rows in all, also those beyond the limit. */
  total: number;
  /** Over all rows. */
  totals: Record<string, ReportValue>;
  /** The rows of a first page came before `total` and `totals`, which hold what is shown, and nothing. */
  isCounting?: boolean;
}
export interface ReportResult {
  id: string;
  name: string;
  kind: number;
  /** The parameters it was made with, as an address holds them. */
  params: Record<string, string>;
  /** Titles of the records that parameters point to, by the parameter's name. */
  titles: Record<string, string>;
  /** First and last day, where it has a period. */
  span: { from: string; to: string } | null;
  /** `yyyy-MM-dd HH:mm:ss` */
  asOf: string;
  by: string;
  tables: TableResult[];
}

/** A report that was sent. */
export interface SentReport {
  id: string;
  reportId: string;
  name: string;
  fileName: string;
  size: number;
  /** Opens the file for an hour. */
  link: string;
  time: string;
  by: string;
}

/** The address of a report's preview below its menu, as `search`; the parameters are plain texts. */
export const previewPage = 'preview';
/** Reports are named this way in addresses of the family: `_u=blade-{name}`. */
export const nameMark = 'blade-';
