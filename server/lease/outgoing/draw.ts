/** Lays a paper for a customer out on A4 pages. */
import { instantOf } from '../../../contract/domain/calendar';
import { openArchived } from '../../kernel/paper/archived';
import {
  BODY,
  bytesOf,
  drawGrid,
  ensureRoom,
  INK,
  PAGE,
  type Pdf,
  put,
  room,
  SMALL,
  use,
  WIDTH,
} from '../../kernel/paper/kit';
import type { PaperDoc, PaperTable } from './doc';

const lineHeight = 17;
const pad = 5;

/** The text as far as it fits, with an ellipsis where it was cut. */
function fitted(pdf: Pdf, text: string, width: number): string {
  if (pdf.widthOfString(text) <= width) return text;
  const letters = [...text];
  while (letters.length > 0 && pdf.widthOfString(`${letters.join('')}…`) > width) letters.pop();
  return `${letters.join('')}…`;
}

function drawTable(pdf: Pdf, { title, columns, rows, foot }: PaperTable): void {
  const whole = columns.reduce((sum, { share }) => sum + share, 0);
  const widths = columns.map(({ share }) => (share / whole) * WIDTH);
  const line = (cells: readonly string[], font: 'text' | 'bold', fill?: string) => {
    const top = pdf.y;
    if (fill) pdf.rect(PAGE.left, top, WIDTH, lineHeight).fill(fill);
    use(pdf, font, SMALL.size);
    let x = PAGE.left;
    columns.forEach(({ isFigure }, at) => {
      const width = widths[at]!;
      const cell = fitted(pdf, cells[at] ?? '', width - 2 * pad);
      put(pdf, cell, x + pad, top + 3, width - 2 * pad, isFigure ? 'right' : 'left');
      x += width;
    });
    pdf
      .moveTo(PAGE.left, top + lineHeight)
      .lineTo(PAGE.left + WIDTH, top + lineHeight)
      .lineWidth(0.5)
      .stroke(INK.line);
    pdf.x = PAGE.left;
    pdf.y = top + lineHeight;
  };
  const head = () =>
    line(
      columns.map((one) => one.head),
      'bold',
      INK.fill,
    );
  ensureRoom(pdf, 24 + 3 * lineHeight);
  pdf.y += 12;
  use(pdf, 'bold', 11).text(title, PAGE.left, pdf.y, { width: WIDTH });
  pdf.y += 3;
  head();
  rows.forEach((row, at) => {
    // The totals are never alone under a repeated heading.
    const isLast = at === rows.length - 1;
    if (room(pdf) < (isLast && foot ? 2 : 1) * lineHeight) {
      pdf.addPage();
      head();
    }
    line(row, 'text');
  });
  if (foot) line(foot, 'bold', INK.fill);
}

/** The paper as a PDF; the same document gives the same bytes. */
export async function renderPaper(doc: PaperDoc): Promise<Buffer> {
  const { left, right, top, bottom } = PAGE;
  const pdf = await openArchived({
    size: 'A4',
    margins: { left, right, top, bottom },
    language: doc.language,
    title: doc.title,
    author: doc.company,
    made: new Date(instantOf(doc.madeAt)),
  });
  use(pdf, 'text', SMALL.size, INK.soft).text(doc.company, left, top - 20, { width: WIDTH });
  doc.marks.forEach((mark, at) => {
    put(use(pdf, 'bold', 12, INK.seal), mark, left, top - 22 + 16 * at, WIDTH, 'right');
  });
  use(pdf, 'bold', 20).text(doc.title, left, top + 6, { width: WIDTH, align: 'center' });
  use(pdf, 'text', SMALL.size, INK.soft).text(doc.heading, left, pdf.y + 4, { width: WIDTH, align: 'center' });
  pdf.y += 10;
  drawGrid(pdf, doc.facts);
  for (const text of doc.paragraphs) {
    pdf.y += 12;
    use(pdf, 'text', BODY.size).text(text, left, pdf.y, { width: WIDTH, lineGap: 4 });
  }
  for (const table of doc.tables) drawTable(pdf, table);
  ensureRoom(pdf, 40 + 16 * doc.closing.length);
  pdf.y += 26;
  for (const text of doc.closing) {
    put(use(pdf, 'text', BODY.size), text, left, pdf.y, WIDTH, 'right');
    pdf.y += 16;
  }
  const { start, count } = pdf.bufferedPageRange();
  for (let at = 0; at < count; at++) {
    pdf.switchToPage(start + at);
    // The foot lies below the margin, where text would begin a page of its own.
    pdf.page.margins.bottom = 0;
    const number = doc.pageText.replace('{page}', String(at + 1)).replace('{pages}', String(count));
    put(use(pdf, 'text', 8, INK.soft), number, left, PAGE.height - 36, WIDTH, 'right');
  }
  return bytesOf(pdf);
}
