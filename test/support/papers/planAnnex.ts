/** The annex of a printed contract, and its amounts, as a person reads them from the file. */
import { textOf, textOfPages } from '../pdfText';

export interface AnnexRow {
  /** `3/12`, or the name of a charge. */
  name: string;
  /** A date, or the rule for it. */
  date: string;
  /** `—` where they are not known. */
  days: string;
  rent: string;
  principal: string;
  amountPayable: string;
}
export interface Annex {
  rows: AnnexRow[];
  totals: { days: string; rent: string; principal: string; amountPayable: string };
}

const columns = ['期次', '付款日', '计租天数', '租金', '本金', '应付金额'];
const totalTitle = '合计';

function plain(amount: string): string {
  return amount.replaceAll(',', '');
}

/** Cell by cell; heads that pages repeat, and what is put at their edges at last, are left out. */
export function planAnnexOf(file: Buffer): Annex {
  const cells = textOfPages(file).flatMap((page) => {
    const lines = page.split('\n').filter((line) => line !== '');
    const edge = lines.findIndex((line) => /^第 \d+ \/ \d+ 页$/.test(line));
    return edge < 0 ? lines : lines.slice(0, edge);
  });
  const head = cells.findIndex((_, i) => columns.every((title, k) => cells[i + k] === title));
  if (head < 0) throw new Error('the contract has no annex');
  const rows: AnnexRow[] = [];
  let at = head;
  while (cells[at] !== totalTitle) {
    const [name, date, days, rent, principal, amountPayable] = cells.slice(at, at + columns.length) as string[];
    if (amountPayable === undefined) throw new Error('the annex has no total');
    if (name !== columns[0])
      rows.push({
        ...{ name: name!, date: date!, days: days! },
        ...{ rent: plain(rent!), principal: plain(principal!), amountPayable: plain(amountPayable) },
      });
    at += columns.length;
  }
  const [days, rent, principal, amountPayable] = cells.slice(at + 1, at + columns.length - 1) as string[];
  return {
    rows,
    totals: { days: days!, rent: plain(rent!), principal: plain(principal!), amountPayable: plain(amountPayable!) },
  };
}

/** Every amount that stands in words and in digits: `人民币壹佰元整（¥100.00）`. */
export function amountsInFull(file: Buffer): { words: string; digits: string }[] {
  return [...textOf(file).matchAll(/人民币([^（]{1,60})（¥([\d,.]+)）/g)].map(([, words, digits]) => ({
    words: words!,
    digits: plain(digits!),
  }));
}
