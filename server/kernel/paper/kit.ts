/** How papers are drawn: measures, colours, and the parts that all of them share. */

export type Pdf = PDFKit.PDFDocument;

/** All measures are points. */
export const PAGE = { width: 595.28, height: 841.89, left: 62, right: 62, top: 64, bottom: 60 };
export const WIDTH = PAGE.width - PAGE.left - PAGE.right;
export const FLOOR = PAGE.height - PAGE.bottom;
export const INK = { text: '#1b1f24', soft: '#5b6470', line: '#aab2bd', fill: '#f2f4f7', seal: '#c8161d' };
export const BODY = { size: 10, lineGap: 2 };
export const SMALL = { size: 9, lineGap: 1 };

/** One unwrapped run of text; it neither breaks the page nor moves the flow. */
export function put(
  pdf: Pdf,
  text: string,
  x: number,
  y: number,
  width: number,
  align: 'left' | 'center' | 'right' = 'left',
) {
  const { x: flowX, y: flowY } = pdf;
  const slack = width - pdf.widthOfString(text);
  const shift = align === 'left' ? 0 : align === 'right' ? slack : slack / 2;
  pdf.text(text, x + shift, y, { lineBreak: false });
  pdf.x = flowX;
  pdf.y = flowY;
}

export function room(pdf: Pdf): number {
  return FLOOR - pdf.y;
}

export function ensureRoom(pdf: Pdf, height: number): void {
  if (room(pdf) < height) pdf.addPage();
}

export function use(pdf: Pdf, font: 'text' | 'bold', size: number, colour: string = INK.text): Pdf {
  return pdf.font(font, size).fillColor(colour);
}

export type Pair = [label: string, value: string];

/** Rows of one or two label/value pairs; a row grows with its longest value and is never split between pages. */
export function drawGrid(pdf: Pdf, rows: Pair[][]): void {
  const label = 92;
  const pad = 5;
  for (const row of rows) {
    const cell = WIDTH / row.length;
    const options = { width: cell - label - 2 * pad, lineGap: SMALL.lineGap };
    pdf.font('text', SMALL.size);
    const height = Math.max(...row.map(([, value]) => pdf.heightOfString(value, options))) + 2 * pad - SMALL.lineGap;
    ensureRoom(pdf, height);
    const top = pdf.y;
    row.forEach(([name, value], i) => {
      const x = PAGE.left + i * cell;
      pdf.rect(x, top, label, height).fill(INK.fill);
      pdf.rect(x, top, cell, height).lineWidth(0.5).stroke(INK.line);
      put(use(pdf, 'text', SMALL.size, INK.soft), name, x + pad, top + pad, label - 2 * pad);
      use(pdf, 'text', SMALL.size).text(value, x + label + pad, top + pad, options);
    });
    pdf.x = PAGE.left;
    pdf.y = top + height;
  }
}

/**
 * Draws a form, which a program shows where it stands for a field, in the fonts of the paper. Answers the number of its
 * object. After it nothing can be drawn on a page.
 */
export function drawForm(pdf: Pdf, width: number, height: number, draw: () => void): number {
  pdf.addPage({ size: [width, height], margin: 0 });
  draw();
  const { page, _root: root } = pdf as unknown as {
    page: Record<'content' | 'resources' | 'dictionary', { id: number; data: object }>;
    _root: { data: { Pages: { data: { Kids: unknown[]; Count: number } } } };
  };
  // It was drawn as a page, which the file does not have: of its own object nothing is left but the number.
  const pages = root.data.Pages.data;
  pages.Kids.pop();
  pages.Count -= 1;
  page.dictionary.data = {};
  Object.assign(page.content.data, {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, width, height],
    Resources: page.resources,
  });
  return page.content.id;
}

export async function bytesOf(pdf: Pdf): Promise<Buffer> {
  pdf.end();
  const chunks: Buffer[] = [];
  for await (const chunk of pdf) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
