/** A report as a file. */
import { mostInFile, type ReportFormat, type ReportResult } from '../../contract/wire/reports';
import { refuse } from '../kernel/errors';
import { type Asking, openThread } from '../kernel/paper/thread';
import { contentTypes } from '../kernel/sheets/sheet';
import type { ReportDoc } from './pdf';
import { docOf, type Made, workbookOf } from './text';

/** `renderReport` of pdf.ts in a thread, one report after the other. */
const printReport = openThread<ReportDoc>(__dirname, 'reportPrinter');

export const fileTypes: Readonly<Record<ReportFormat, string>> = { xlsx: contentTypes.xlsx, pdf: 'application/pdf' };

/** Refuses a report with more rows than a file of the format holds. */
export function refuseTooLong({ tables }: Pick<ReportResult, 'tables'>, format: ReportFormat): void {
  const count = Math.max(...tables.map(({ total }) => total));
  const limit = mostInFile[format];
  if (count > limit) refuse('report.tooManyRows', { count, limit, format: format === 'pdf' ? 'PDF' : 'Excel' });
}

export async function bytesOf(made: Made, format: ReportFormat, asking: Asking): Promise<Buffer> {
  return format === 'pdf' ? Buffer.from(await printReport(docOf(made), asking)) : workbookOf(made);
}

/** `业务台账_2026-11-20.xlsx` */
export function fileNameOf({ name, asOf }: Pick<ReportResult, 'name' | 'asOf'>, format: ReportFormat): string {
  return `${name.replace(/[\\/:*?"<>|]/g, ' ')}_${asOf.slice(0, 10)}.${format}`;
}
