/** How contracts are drawn: measures, colours, and the parts that pages and appearances of signatures share. */
import PDFDocument from 'pdfkit';
import type { ContractDoc, ContractSignature } from './templates';

export type Pdf = PDFKit.PDFDocument;

/** All measures are points. */
export const PAGE = { width: 595.28, height: 841.89, left: 62, right: 62, top: 64, bottom: 60 };
export const WIDTH = PAGE.width - PAGE.left - PAGE.right;
export const FLOOR = PAGE.height - PAGE.bottom;
export const INK = { text: '#1b1f24', soft: '#5b6470', line: '#aab2bd', fill: '#f2f4f7', seal: '#c8161d' };
export const BODY = { size: 10, lineGap: 2 };
export const SMALL = { size: 9, lineGap: 1 };

/** Contract times are Shanghai wall-clock times, whatever zone the server runs in. */
export function instant(time: string): Date {
  const date = new Date(`${time.replace(' ', 'T')}+08:00`);
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(time) || Number.isNaN(date.getTime()))
    throw new RangeError(`not a yyyy-MM-dd HH:mm:ss time: ${time}`);
  return date;
}

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

/** The provider's round seal: name along the upper arc, star, purpose below. Drawn, so that it needs no picture. */
export function drawSeal(pdf: Pdf, name: string, centreX: number, centreY: number): void {
  const radius = 50;
  const margin = 4;
  const letters = [...name];
  const step = Math.min(22, 265 / letters.length); // degrees; the lower quarter stays free
  // a long name gets smaller letters rather than overlapping ones: their base line is an arc of radius - margin - size
  const turn = (step * Math.PI) / 180;
  const size = Math.min(12, (turn * (radius - margin)) / (1.05 + turn));

  pdf.save().fillOpacity(0.82).strokeOpacity(0.82);
  pdf.circle(centreX, centreY, radius).lineWidth(2.2).stroke(INK.seal);
  for (let i = 0; i < 10; i++) {
    const reach = i % 2 === 0 ? 13 : 5;
    const angle = (i * Math.PI) / 5 - Math.PI / 2;
    const [x, y] = [centreX + reach * Math.cos(angle), centreY + reach * Math.sin(angle)];
    if (i === 0) pdf.moveTo(x, y);
    else pdf.lineTo(x, y);
  }
  pdf.closePath().fill(INK.seal);
  use(pdf, 'bold', size, INK.seal);
  letters.forEach((letter, i) => {
    pdf.save().rotate((i - (letters.length - 1) / 2) * step, { origin: [centreX, centreY] });
    put(pdf, letter, centreX - size, centreY - radius + margin, 2 * size, 'center');
    pdf.restore();
  });
  put(use(pdf, 'bold', 8, INK.seal), '电子合同专用章', centreX - radius, centreY + 22, 2 * radius, 'center');
  pdf.restore();
}

export function openPaper(doc: ContractDoc, regular: Buffer, bold: Buffer, size: [number, number]): Pdf {
  const { left, right, top, bottom } = PAGE;
  const pdf = new PDFDocument({
    size,
    margins: { left, right, top, bottom },
    pdfVersion: '1.7',
    lang: 'zh-CN',
    displayTitle: true,
    bufferPages: true,
    font: '', // no built-in Latin font in the file
    // the file's ID is derived from these
    info: {
      Title: doc.title,
      Author: doc.provider.name,
      Subject: doc.contractNumber,
      Keywords: doc.signature ? '已签署' : '未完成签署',
      Producer: 'LeaseDesk',
      Creator: 'LeaseDesk',
      CreationDate: instant(doc.madeAt),
      ...(doc.signature && { ModDate: instant(doc.signature.time) }),
    },
  });
  pdf.registerFont('text', regular).registerFont('bold', bold);
  return pdf;
}

export async function bytesOf(pdf: Pdf): Promise<Buffer> {
  pdf.end();
  const chunks: Buffer[] = [];
  for await (const chunk of pdf) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

export function drawEvidenceLines(pdf: Pdf, doc: ContractDoc, { name, time, evidence }: ContractSignature): void {
  drawGrid(pdf, [
    [['合同', `${doc.title}　${doc.contractNumber}`]],
    [
      ['签署人', name],
      ['签署时间', time],
    ],
    ...evidence.map(({ label, value }): Pair[] => [[label, value]]),
  ]);
}
