/** The figures that a customer's statement prints. */
import { cents } from '../../../contract/domain/money';
import { textOf } from '../pdfText';
import type { Client } from '../server';

export interface StatementFigures {
  opening: bigint;
  due: bigint;
  paid: bigint;
  closing: bigint;
}

/** In cents, of a customer whose orders have one direction. */
export async function statementFigures(
  client: Client,
  query: { id: string; from: string; to: string },
): Promise<StatementFigures> {
  const { status, raw } = await client.get('/blade-customer/customer/statement', query);
  if (status !== 200) throw new Error(`no statement: ${status}`);
  const text = textOf(raw);
  const after = (word: string) =>
    (text.split(word)[1]?.match(/-?[\d,]+\.\d\d/g) ?? []).map((figure) => cents(figure.replaceAll(',', '')));
  const [opening] = after('期初余额');
  const [due, paid, closing] = after('期末余额');
  if (opening === undefined || due === undefined || paid === undefined || closing === undefined)
    throw new Error(`no balances in: ${text}`);
  return { opening, due, paid, closing };
}
