/** Lays a report out on A4 pages, sideways. */
import { instantOf } from '../../contract/domain/calendar';
import { openArchived } from '../kernel/paper/archived';

export interface ReportDocTable {
  title: string;
  columns: { head: string; isFigure: boolean }[];
  rows: string[][];
  foot?: string[];
}
export interface ReportDoc {
  title: string;
  about: string;
  lines: [heading: string, text: string][];
  /** `yyyy-MM-dd HH:mm:ss` */
  asOf: string;
  /** BCP 47 */
  language: string;
  /** Texts of the pages: `{page}` and `{pages}` are filled in. */
  words: { page: string; noRows: string };
  tables: ReportDocTable[];
}

type Pdf = PDFKit.PDFDocument;

/** All measures are points. */
const page = { width: 841.89, height: 595.28, side: 40, top: 44, bottom: 44 };
const width = page.width - 2 * page.side;
const floor = page.height - page.bottom;
const ink = { text: '#1b1f24', soft: '#5b6470', line: '#c3c9d1', fill: '#f2f4f7' };
const pad = 4;
/** The narrowest column of texts, and sizes of letters that are tried until all figures fit. */
const narrowest = 44;
const sizes = [8.5, 8, 7.5, 7, 6.5, 6, 5.5, 5];

function use(pdf: Pdf, font: 'text' | 'bold', size: number, colour = ink.text): Pdf {
  return pdf.font(font, size).fillColor(colour);
}

/** One line of text; it neither breaks the page nor moves the flow. */
function put(pdf: Pdf, text: string, x: number, y: number, room: number, isRight = false): void {
  const { x: flowX, y: flowY } = pdf;
  pdf.text(text, isRight ? x + room - pdf.widthOfString(text) : x, y, { lineBreak: false });
  pdf.x = flowX;
  pdf.y = flowY;
}

/** The text as far as it fits, with an ellipsis where it was cut. */
function fitted(pdf: Pdf, text: string, room: number): string {
  if (pdf.widthOfString(text) <= room) return text;
  const letters = [...text];
  while (letters.length > 0 && pdf.widthOfString(`${letters.join('')}…`) > room) letters.pop();
  return `${letters.join('')}…`;
}

/** Size of letters and widths of the columns: figures are never cut, texts share what is left. */
function measured(pdf: Pdf, { columns, rows, foot }: ReportDocTable): { size: number; widths: number[] } {
  let plan = { size: sizes.at(-1)!, widths: columns.map(() => width / columns.length) };
  for (const size of sizes) {
    const natural = columns.map(({ head }, at) => {
      pdf.font('bold', size);
      const heads = Math.max(pdf.widthOfString(head), pdf.widthOfString(foot?.[at] ?? ''));
      pdf.font('text', size);
      const longest = rows.reduce((most, row) => ((row[at] ?? '').length > most.length ? row[at]! : most), '');
      // The longest text need not be the widest: digits and letters differ, so a little is added.
      return Math.max(heads, 1.06 * pdf.widthOfString(longest)) + 2 * pad;
    });
    const isText = (at: number) => !columns[at]!.isFigure;
    const figures = natural.reduce((sum, one, at) => sum + (isText(at) ? 0 : one), 0);
    const texts = natural.reduce((sum, one, at) => sum + (isText(at) ? one : 0), 0);
    const left = width - figures;
    const share = Math.min(1, texts > 0 ? left / texts : 1);
    const widths = natural.map((one, at) => (isText(at) ? one * share : one));
    plan = { size, widths };
    if (
      left >= texts ||
      (left > 0 && widths.every((one, at) => !isText(at) || one >= Math.min(narrowest, natural[at]!)))
    )
      break;
  }
  const used = plan.widths.reduce((sum, one) => sum + one, 0);
  return used < width ? { ...plan, widths: plan.widths.map((one) => (one * width) / used) } : plan;
}

function drawTable(pdf: Pdf, table: ReportDocTable, { noRows }: ReportDoc['words']): void {
  const { size, widths } = measured(pdf, table);
  const height = size * 1.45 + 2 * pad;
  const line = (cells: readonly string[], font: 'text' | 'bold', fill?: string) => {
    const top = pdf.y;
    if (fill) pdf.rect(page.side, top, width, height).fill(fill);
    use(pdf, font, size);
    let x = page.side;
    table.columns.forEach(({ isFigure }, at) => {
      const room = widths[at]! - 2 * pad;
      const cell = cells[at] ?? '';
      put(pdf, isFigure ? cell : fitted(pdf, cell, room), x + pad, top + pad, room, isFigure);
      x += widths[at]!;
    });
    const bottom = top + height;
    pdf
      .moveTo(page.side, bottom)
      .lineTo(page.side + width, bottom)
      .lineWidth(0.4)
      .stroke(ink.line);
    pdf.y = bottom;
  };
  const head = () =>
    line(
      table.columns.map((column) => column.head),
      'bold',
      ink.fill,
    );
  if (floor - pdf.y < 24 + 3 * height) pdf.addPage();
  use(pdf, 'bold', 11).text(table.title, page.side, pdf.y + 8, { width });
  pdf.y += 3;
  head();
  table.rows.forEach((row, at) => {
    // The totals are never alone under a repeated heading.
    const isLast = at === table.rows.length - 1;
    if (floor - pdf.y < (isLast && table.foot ? 2 : 1) * height) {
      pdf.addPage();
      head();
    }
    line(row, 'text');
  });
  if (table.rows.length === 0) line([noRows], 'text');
  else if (table.foot) line(table.foot, 'bold', ink.fill);
  pdf.y += 8;
}

/** The report as a PDF; the same document gives the same bytes. */
export async function renderReport(doc: ReportDoc): Promise<Buffer> {
  const pdf = await openArchived({
    size: 'A4',
    layout: 'landscape',
    margins: { left: page.side, right: page.side, top: page.top, bottom: page.bottom },
    language: doc.language,
    title: doc.title,
    made: new Date(instantOf(doc.asOf)),
  });
  use(pdf, 'bold', 16).text(doc.title, page.side, page.top, { width });
  use(pdf, 'text', 9, ink.soft).text(doc.about, page.side, pdf.y + 2, { width });
  const facts = doc.lines.map(([heading, text]) => `${heading}: ${text}`).join('    ');
  pdf.text(facts, page.side, pdf.y + 2, { width });
  pdf.y += 6;
  for (const table of doc.tables) drawTable(pdf, table, doc.words);
  const { start, count } = pdf.bufferedPageRange();
  for (let at = 0; at < count; at++) {
    pdf.switchToPage(start + at);
    use(pdf, 'text', 8, ink.soft);
    const number = doc.words.page.replace('{page}', String(at + 1)).replace('{pages}', String(count));
    put(pdf, number, page.side, page.height - 30, width, true);
    if (at > 0) put(pdf, doc.title, page.side, page.height - 30, width);
  }
  pdf.end();
  const chunks: Buffer[] = [];
  for await (const chunk of pdf) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
