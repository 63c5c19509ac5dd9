/** Faults and notes of a portfolio's check as people read them. */
import { sql } from 'kysely';
import { countIn, filledIn, type Language, type Text, textIn } from '../../../contract/domain/text';
import type { Problem } from '../../../contract/domain/values';
import { customer } from '../../../contract/modules/lease/customer';
import { headingOf } from '../../../contract/schema/columns';
import type { Field, Fields } from '../../../contract/schema/fields';
import { problemText } from '../../../contract/schema/messages';
import type { ShownFault } from '../../../contract/wire/portfolio/answers';
import { type Fault, faultTexts } from '../../../contract/wire/portfolio/faults';
import { portfolioSheets, sheetTitles } from '../../../contract/wire/portfolio/sheets';
import { hidesAny, narrowsRows, withinScope } from '../../engine/rights/scopes';
import { named } from '../../engine/transfer/notes';
import { offeredBy } from '../../engine/transfer/template';
import type { Context } from '../../kernel/context';

const wholeBook: Text = ['整个文件', 'Whole file'];

interface StoredFault extends Required<Omit<Fault, 'values'>> {
  seq: number;
  level: number;
  words: NonNullable<Fault['values']>;
}

/** Faults as the person may read them. A workbook can ask whose any phone number is: names of hidden customers are not told. */
async function withSeenNames(cx: Context, faults: readonly StoredFault[]): Promise<StoredFault[]> {
  const naming = (one: StoredFault) => ['idTaken', 'customerUsed', 'telTaken'].includes(one.code);
  const ids = faults.flatMap((one) => (naming(one) && one.words.customerId ? [String(one.words.customerId)] : []));
  const isClosed = (await hidesAny(cx, customer, 'realName')) || !(await cx.may(customer.name));
  const { rows } = await sql<{ id: string }>`
    select id from lease_customer
    where tenant_id = ${cx.tenantId} and id = any(${isClosed ? [] : ids}::bigint[]) and ${await withinScope(cx, customer)}`.execute(
    cx.trx,
  );
  const seen = new Set(rows.map(({ id }) => id));
  const isOpen = !isClosed && !(await narrowsRows(cx, customer));
  return faults.map((one) =>
    !naming(one) || isOpen || seen.has(String(one.words.customerId))
      ? one
      : { ...one, words: { ...one.words, name: '***' } },
  );
}

function shownWords(words: StoredFault['words'], language: Language): Record<string, unknown> {
  const shown = (name: string, value: StoredFault['words'][string]) => {
    if (typeof value === 'object') return named(value, language);
    return name === 'count' ? countIn(Number(value), language) : value;
  };
  return Object.fromEntries(Object.entries(words).map(([name, value]) => [name, shown(name, value)]));
}

/** What a cell may hold; '' where that is not a list. */
function offered(field: Field, language: Language): string {
  return named(offeredBy(field, new Map(), language) ?? [], language);
}

export function shownFault(
  { seq, level, sheet, row, field, code, words }: StoredFault,
  language: Language,
): ShownFault {
  const held = sheet === '' ? undefined : (portfolioSheets[sheet] as Fields)[field];
  return {
    ...{ seq, level, row },
    sheet: textIn(sheet === '' ? wholeBook : sheetTitles[sheet], language),
    column: held ? headingOf(held, language) : '',
    text:
      code === 'problem' && held
        ? problemText(held, String(words.problem) as Problem, language)
        : filledIn(textIn(faultTexts[code], language), {
            ...(held ? { name: textIn(held.label, language), values: offered(held, language) } : {}),
            ...shownWords(words, language),
          }),
  };
}

/** Notes about whole sheets, because they tell how to read the rest; then faults and notes of rows, in the order of the workbook. */
export async function faultsOf(
  cx: Context,
  importId: string,
  { level, most, from }: { level: number; most: number; from: number },
) {
  const own = sql`tenant_id = ${cx.tenantId} and import_id = ${importId} and (${level} = 0 or level = ${level})`;
  const { rows } = await sql<StoredFault & { total: number }>`
    select seq, level, sheet, row_no as row, field, code, words, (count(*) over ())::int as total
    from lease_portfolio_fault where ${own} order by row_no > 0 or level = 1, level, seq limit ${most} offset ${from}`.execute(
    cx.trx,
  );
  return {
    records: (await withSeenNames(cx, rows)).map((one) => shownFault(one, cx.language)),
    total: rows[0]?.total ?? 0,
  };
}
