/** What calls that answer reports share: the shape of a report, and its file. */
import Type from 'typebox';
import type { ReportFormat, ReportResult } from '../../contract/wire/reports';
import { writeAudit } from '../engine/audit/entries';
import { framed, takePlace } from '../engine/transfer/exportCalls';
import type { Context } from '../kernel/context';
import { flag, list, nullable, oneOf, shape, text, whole } from '../kernel/schemas';
import { bytesOf, fileNameOf, fileTypes, refuseTooLong } from './files';
import type { Made } from './text';

const value = Type.Unsafe<string | number | null>({ type: ['string', 'number', 'null'] });
const texts = Type.Record(Type.String(), Type.String());
/** Of every report, whatever it is made of. */
export const reportShape = {
  name: text(),
  params: texts,
  titles: texts,
  span: nullable(shape({ from: text(), to: text() })),
  asOf: text(),
  by: text(),
  tables: list(
    shape({
      name: text(),
      columns: list(text()),
      rows: list(Type.Record(Type.String(), value)),
      total: whole(),
      totals: Type.Record(Type.String(), value),
      isCounting: Type.Optional(Type.Boolean()),
    }),
  ),
};

export const fileQuery = {
  format: Type.Unsafe<ReportFormat>({ ...oneOf('xlsx', 'pdf'), default: 'xlsx' }),
  framed: flag('分帧，见列表导出', 'In frames, as the export of a list'),
};

/** Refuses a report that is too long for the file, and records in the history who gets it. */
export function recordFile(
  cx: Context,
  subject: Parameters<typeof writeAudit>[1],
  row: Parameters<typeof writeAudit>[2],
  made: Pick<ReportResult, 'tables' | 'params'>,
  format: ReportFormat,
): void {
  refuseTooLong(made, format);
  const conditions = Object.entries(made.params).map(([name, one]) => `${name}=${one}`);
  writeAudit(cx, subject, row, [], {
    action: 'export',
    reason: [format, ...made.tables.map(({ total }) => total), ...conditions].join(' · ').slice(0, 500),
  });
}

async function* partsOf(made: Made, format: ReportFormat, userId: string): AsyncGenerator<Buffer> {
  yield await bytesOf(made, format, { by: userId });
}

/** A report as the file that was asked for. */
export function sendFile(
  answer: unknown,
  { input: { format, framed: isFramed } }: { input: { format: ReportFormat; framed?: unknown } },
) {
  const { made, userId } = answer as { made: Made; userId: string };
  const closed = takePlace(userId);
  const total = Math.max(...made.result.tables.map((table) => table.total));
  const parts = partsOf(made, format, userId);
  return {
    name: fileNameOf(made.result, format),
    contentType: isFramed ? 'application/octet-stream' : fileTypes[format],
    headers: { 'x-total-count': String(total) },
    parts: isFramed ? framed(parts, () => total) : parts,
    closed,
  };
}
