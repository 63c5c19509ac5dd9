/** How contracts are drawn: the parts that pages and appearances of signatures share. */
import { openArchived } from '../../kernel/paper/archived';
import { drawGrid, INK, PAGE, type Pair, type Pdf, put, use } from '../../kernel/paper/kit';
import type { ContractDoc, ContractSignature } from '../wording/doc';

/** Contract times are Shanghai wall-clock times, whatever zone the server runs in. */
export function instant(time: string): Date {
  const date = new Date(`${time.replace(' ', 'T')}+08:00`);
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(time) || Number.isNaN(date.getTime()))
    throw new RangeError(`not a yyyy-MM-dd HH:mm:ss time: ${time}`);
  return date;
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

export function openPaper(doc: ContractDoc, size: [number, number]): Promise<Pdf> {
  const { left, right, top, bottom } = PAGE;
  return openArchived({
    size,
    margins: { left, right, top, bottom },
    language: 'zh-CN',
    title: doc.title,
    author: doc.provider.name,
    subject: doc.contractNumber,
    keywords: doc.signature ? '已签署' : '未完成签署',
    made: instant(doc.madeAt),
    ...(doc.signature && { changed: instant(doc.signature.time) }),
  });
}

/** The lines of the evidence, as rows of labels and values. */
function evidenceRows(doc: ContractDoc, { name, time, evidence }: ContractSignature): Pair[][] {
  return [
    [['合同', `${doc.title}　${doc.contractNumber}`]],
    [
      ['签署人', name],
      ['签署时间', time],
    ],
    ...evidence.map(({ label, value }): Pair[] => [[label, value]]),
  ];
}

export function drawEvidenceLines(pdf: Pdf, doc: ContractDoc, signature: ContractSignature): void {
  drawGrid(pdf, evidenceRows(doc, signature));
}
/** The same lines as a text, for programs that read the form of the file. */
export function evidenceText(doc: ContractDoc, signature: ContractSignature): string {
  return evidenceRows(doc, signature)
    .flat()
    .map(([label, value]) => `${label}：${value}`)
    .join('\n');
}
