/** A loan paper in its table, and the reading that is shown of it. */

import { textIn } from '../../../contract/domain/text';
import { isEmpty } from '../../../contract/domain/values';
import { type LoanInformation, loanInformation, readStatuses } from '../../../contract/modules/lease/loanInformation';
import { text as textField } from '../../../contract/schema/fields';
import { problemText } from '../../../contract/schema/messages';
import { checksWithin, fieldsOf, isPaperType, judgeField, prefillOf } from '../../../contract/wire/ocr/judging';
import type { PaperType, ReadField, Reading, ReadingStatus } from '../../../contract/wire/ocr/papers';
import { hiddenFields } from '../../engine/rights/scopes';
import type { Context } from '../../kernel/context';
import type { Found } from '../../kernel/ocr';
import { checksBeside, duplicateOf } from './checks';

/** What was read of a paper; sealed in its row. */
export interface Stored {
  fields: readonly Found[];
  text: string;
  width: number;
  height: number;
}

/** A row of the table: with what its module does not show. */
export interface PaperRow extends LoanInformation {
  attachId: string;
  progress: number;
  /** Sealed. */
  reading: string | null;
  accepted: string | null;
  serialNo: string | null;
}

export function sealed(cx: Pick<Context, 'deps'>, value: unknown): string {
  return cx.deps.secrets.seal(JSON.stringify(value));
}
function opened<T>(cx: Pick<Context, 'deps'>, held: string | null): T | null {
  return held === null ? null : (JSON.parse(cx.deps.secrets.unseal(held)) as T);
}
export function readingIn(cx: Pick<Context, 'deps'>, row: PaperRow): Stored | null {
  return opened<Stored>(cx, row.reading);
}
export function acceptedIn(cx: Pick<Context, 'deps'>, row: PaperRow): Record<string, string> | null {
  return opened<Record<string, string>>(cx, row.accepted);
}

const statusNames = Object.fromEntries(Object.entries(readStatuses).map(([name, code]) => [code, name])) as Record<
  number,
  ReadingStatus
>;

/** The fields of a paper as its form shows them, also those of which nothing was read. */
function shownFields({ language, today }: Context, type: PaperType, found: readonly Found[]): ReadField[] {
  return Object.entries(fieldsOf(type)).map(([key, { label }]) => {
    const { value = '', confidence = 0, box = null } = found.find((one) => one.key === key) ?? {};
    const problem = isEmpty(value) ? undefined : judgeField(type, key, value, today);
    const name = textIn(label, language);
    const message = problem ? problemText(textField(label.zh, label.en), problem, language) : '';
    return { key, label: name, value, confidence, box, valid: problem === undefined, message };
  });
}

/** The reading of a paper, as far as the person may see it; undefined where they may not see the paper. */
export async function readingOf(cx: Context, id: string): Promise<Reading | undefined> {
  const row = (await cx.rows(loanInformation).get(id)) as PaperRow | undefined;
  if (!row) return undefined;
  const hidden = await hiddenFields(cx, loanInformation);
  const isHidden = hidden.has('path');
  const stored = isHidden ? null : readingIn(cx, row);
  const accepted = isHidden ? null : acceptedIn(cx, row);
  const type = isPaperType(row.picType) ? row.picType : undefined;
  const fields = type && !isHidden ? shownFields(cx, type, stored?.fields ?? []) : [];
  const values = accepted ?? Object.fromEntries(fields.flatMap(({ key, value }) => (value ? [[key, value]] : [])));
  const duplicate = isHidden ? null : await duplicateOf(cx, row);
  const checks =
    type && !isHidden
      ? [...checksWithin(type, values, cx.today, cx.language), ...(await checksBeside(cx, row, type, values))]
      : [];
  return {
    id: row.id,
    attachId: row.attachId,
    link: isHidden ? '' : cx.deps.files.link(cx.tenantId, row.attachId, cx.deps.now()),
    name: (!hidden.has('name') && row.name) || '',
    type: row.picType,
    provider: (!hidden.has('provider') && row.provider) || '',
    status: statusNames[row.readStatus ?? readStatuses.manual]!,
    progress: row.readStatus === readStatuses.reading ? row.progress : 100,
    width: stored?.width ?? 0,
    height: stored?.height ?? 0,
    fields,
    checks: duplicate ? [...checks, duplicate.check] : checks,
    prefill: type ? prefillOf(type, values) : {},
    rawText: stored && (await cx.may('loanInformation_text')) ? stored.text : '',
    duplicateOf: duplicate?.seen ?? null,
    requestId: cx.requestId,
    version: row.version,
    customerId: hidden.has('customerId') ? null : row.customerId,
    orderId: hidden.has('orderId') ? null : row.orderId,
    accepted,
  };
}
