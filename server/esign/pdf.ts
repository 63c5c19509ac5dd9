import { create, type Font } from 'fontkit';
import PDFDocument from 'pdfkit';
import { formatMoney } from '../../contract/domain/money';
import { loadFonts } from '../kernel/paper/fonts';

import { checkedPicture } from './signaturePicture';
import {
  amountInFull,
  type Clause,
  type ContractDoc,
  type ContractParty,
  type ContractSignature,
  type ContractText,
  chineseDate,
  contractText,
  dueDate,
  EVIDENCE_STATEMENT,
  ordinal,
  percent,
  rentDays,
} from './templates';

export type { ContractDoc, ContractParty, ContractSignature, ContractType, PlanLine } from './templates';

type Pdf = PDFKit.PDFDocument;

/** All measures are points. */
const PAGE = { width: 595.28, height: 841.89, left: 62, right: 62, top: 64, bottom: 60 };
const WIDTH = PAGE.width - PAGE.left - PAGE.right;
const FLOOR = PAGE.height - PAGE.bottom;
const INK = { text: '#1b1f24', soft: '#5b6470', line: '#aab2bd', fill: '#f2f4f7', seal: '#c8161d' };
const BODY = { size: 10, lineGap: 2 };
const SMALL = { size: 9, lineGap: 1 };

let coverage: Promise<Font> | undefined;
/** Characters of a text that the font cannot print: a name with a missing glyph must never be signed. */
export async function unprintable(text: string): Promise<string[]> {
  coverage ??= loadFonts().then(([regular]) => create(regular) as Font);
  const font = await coverage;
  return [...new Set(text)].filter((character) => !font.hasGlyphForCodePoint(character.codePointAt(0)!));
}

/** Contract times are Shanghai wall-clock times, whatever zone the server runs in. */
function instant(time: string): Date {
  const date = new Date(`${time.replace(' ', 'T')}+08:00`);
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(time) || Number.isNaN(date.getTime()))
    throw new RangeError(`not a yyyy-MM-dd HH:mm:ss time: ${time}`);
  return date;
}

/** One unwrapped run of text; it neither breaks the page nor moves the flow. */
function put(pdf: Pdf, text: string, x: number, y: number, width: number, align: 'left' | 'center' | 'right' = 'left') {
  const { x: flowX, y: flowY } = pdf;
  const slack = width - pdf.widthOfString(text);
  const shift = align === 'left' ? 0 : align === 'right' ? slack : slack / 2;
  pdf.text(text, x + shift, y, { lineBreak: false });
  pdf.x = flowX;
  pdf.y = flowY;
}

function room(pdf: Pdf): number {
  return FLOOR - pdf.y;
}

function ensureRoom(pdf: Pdf, height: number): void {
  if (room(pdf) < height) pdf.addPage();
}

function use(pdf: Pdf, font: 'text' | 'bold', size: number, colour: string = INK.text): Pdf {
  return pdf.font(font, size).fillColor(colour);
}

function drawHeading(pdf: Pdf, doc: ContractDoc, text: ContractText): void {
  use(pdf, 'bold', 20).text(doc.title, PAGE.left, PAGE.top + 6, { width: WIDTH, align: 'center', characterSpacing: 2 });
  use(pdf, 'text', SMALL.size, INK.soft);
  pdf.text(`合同编号：${doc.contractNumber}　　制作时间：${doc.madeAt}`, PAGE.left, pdf.y + 4, {
    width: WIDTH,
    align: 'center',
  });
  pdf.y += 10;
  const party = (side: string, role: string, { name, idNo, tel }: ContractParty, idLabel: string): Pair[][] => [
    [[`${side}（${role}）`, name]],
    [
      [idLabel, idNo || '—'],
      ['联系电话', tel || '—'],
    ],
  ];
  drawGrid(pdf, [
    ...party('甲方', text.roles.provider, doc.provider, '统一社会信用代码'),
    ...party('乙方', text.roles.customer, doc.customer, '证件号码'),
  ]);
  pdf.y += 8;
  drawGrid(pdf, [
    [['产品名称', doc.productName]],
    [['本金', amountInFull(doc.totalAmount)]],
    [
      ['租金折算年化利率', percent(doc.yearRate)],
      ['计息基础', `${doc.basis}天为一年`],
    ],
    [
      ['期限', `${doc.deadline}日`],
      ['租金支付方式', doc.getType === 0 ? `按月（共${doc.plan.length}期）` : '到期一次'],
    ],
    [
      ['起租日', doc.interestDate === null ? '待确定' : chineseDate(doc.interestDate)],
      ['到期日', doc.maturity === null ? '待确定' : chineseDate(doc.maturity)],
    ],
    [['乙方结算账户', `${doc.bankName}　${doc.bankCardMasked}`]],
  ]);
}

type Pair = [label: string, value: string];

/** Rows of one or two label/value pairs; a row grows with its longest value and is never split between pages. */
function drawGrid(pdf: Pdf, rows: Pair[][]): void {
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

function drawClauses(pdf: Pdf, preamble: string, clauses: Clause[]): void {
  const number = 30;
  pdf.y += 14;
  use(pdf, 'text', BODY.size).text(preamble, PAGE.left, pdf.y, {
    width: WIDTH,
    indent: 2 * BODY.size,
    lineGap: BODY.lineGap,
  });
  const line = pdf.currentLineHeight() + BODY.lineGap;
  clauses.forEach(({ title, items }, i) => {
    // a clause title stays with two lines of its first item
    ensureRoom(pdf, 9 + 3 * line);
    pdf.y += 9;
    use(pdf, 'bold', BODY.size).text(`${ordinal(i + 1)}　${title}`, PAGE.left, pdf.y, { width: WIDTH });
    items.forEach((item, k) => {
      pdf.y += 3;
      ensureRoom(pdf, 2 * line);
      put(use(pdf, 'text', BODY.size), `${i + 1}.${k + 1}`, PAGE.left, pdf.y, number);
      pdf.text(item, PAGE.left + number, pdf.y, { width: WIDTH - number, lineGap: BODY.lineGap });
    });
  });
  pdf.x = PAGE.left;
}

const COLUMNS = [
  { title: '期次', width: 52, align: 'center' },
  { title: '付款日', width: 92, align: 'center' },
  { title: '计租天数', width: 53, align: 'right' },
  { title: '租金', width: 84, align: 'right' },
  { title: '本金', width: 95, align: 'right' },
  { title: '应付金额', width: 95.28, align: 'right' },
] as const;

function drawPlan(pdf: Pdf, doc: ContractDoc, { annexTitle, annexNote }: ContractText): void {
  const head = 20;
  const row = 17;
  const count = doc.plan.length;
  const note = { width: WIDTH, lineGap: SMALL.lineGap };
  const intro = 40 + pdf.font('text', SMALL.size).heightOfString(annexNote, note);
  const table = head + (count + 1) * row;
  // whole on one page when it fits on one; a longer plan may start here if a few of its lines do
  const fitsOnePage = intro + table <= FLOOR - PAGE.top;
  ensureRoom(pdf, fitsOnePage ? intro + table : intro + head + 6 * row);

  if (pdf.y > PAGE.top) pdf.y += 18;
  use(pdf, 'bold', 12).text(`附件一　${annexTitle}`, PAGE.left, pdf.y, { width: WIDTH });
  pdf.y += 2;
  use(pdf, 'text', SMALL.size, INK.soft).text(annexNote, PAGE.left, pdf.y, note);
  pdf.y += 4;

  const drawRow = (cells: string[], height: number, font: 'text' | 'bold', fill?: string): void => {
    const top = pdf.y;
    if (fill) pdf.rect(PAGE.left, top, WIDTH, height).fill(fill);
    use(pdf, font, SMALL.size);
    let x = PAGE.left;
    COLUMNS.forEach(({ width, align }, i) => {
      put(pdf, cells[i] ?? '', x + 6, top + (height - pdf.currentLineHeight()) / 2, width - 12, align);
      x += width;
    });
    pdf
      .moveTo(PAGE.left, top + height)
      .lineTo(PAGE.left + WIDTH, top + height)
      .lineWidth(0.5)
      .stroke(INK.line);
    pdf.y = top + height;
  };
  const drawHead = (): void =>
    drawRow(
      COLUMNS.map(({ title }) => title),
      head,
      'bold',
      INK.fill,
    );

  drawHead();
  doc.plan.forEach((line, i) => {
    const isLast = i === count - 1;
    // the totals are never alone under a repeated header
    if (room(pdf) < (isLast ? 2 : 1) * row) {
      pdf.addPage();
      drawHead();
    }
    const amounts = [line.rent, line.principal, line.amountPayable].map(formatMoney);
    drawRow([`${line.currentPeriods}/${count}`, dueDate(doc, line), rentDays(doc, line), ...amounts], row, 'text');
  });
  const days = doc.plan.reduce((sum, line) => sum + line.days, 0);
  const { rent, principal, amountPayable } = doc.totals;
  drawRow(['合计', '', String(days), ...[rent, principal, amountPayable].map(formatMoney)], row, 'bold', INK.fill);
}

/** The provider's round seal: name along the upper arc, star, purpose below. Drawn, so that it needs no picture. */
function drawSeal(pdf: Pdf, name: string, centreX: number, centreY: number): void {
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

function drawSignatures(pdf: Pdf, doc: ContractDoc): void {
  const height = 178;
  if (room(pdf) < height) {
    pdf.addPage();
    // names the contract, since the page has nothing else of it
    put(
      use(pdf, 'text', SMALL.size, INK.soft),
      `（本页为《${doc.title}》的签署页）`,
      PAGE.left,
      pdf.y,
      WIDTH,
      'center',
    );
    pdf.y += 6;
  }
  pdf.y += 20;
  const top = pdf.y;
  const half = WIDTH / 2;
  const [left, right] = [PAGE.left, PAGE.left + half + 10];
  const { signature } = doc;
  const nameBox = { width: half - 20, height: 32, ellipsis: true };

  put(use(pdf, 'bold', BODY.size), '甲方（盖章）', left, top, half);
  put(pdf, '乙方（签字）', right, top, half);
  use(pdf, 'text', BODY.size).text(`名称：${doc.provider.name}`, left, top + 20, nameBox);
  put(pdf, `日期：${chineseDate(doc.madeAt)}`, left, top + 136, half);
  drawSeal(pdf, doc.provider.name, left + 155, top + 96);

  if (signature?.image)
    pdf.image(checkedPicture(signature.image), right, top + 24, { fit: [150, 56], valign: 'bottom' });
  else if (signature) put(use(pdf, 'text', 24), signature.name, right, top + 46, half);
  pdf
    .moveTo(right, top + 84)
    .lineTo(right + 170, top + 84)
    .lineWidth(0.6)
    .stroke(INK.soft);
  use(pdf, 'text', BODY.size).text(`姓名：${doc.customer.name}`, right, top + 92, nameBox);
  const blankDate = '　　　　年　　月　　日';
  put(pdf, `日期：${signature ? chineseDate(signature.time) : blankDate}`, right, top + 136, half);
  pdf.x = PAGE.left;
  pdf.y = top + height - 20;
}

function drawEvidence(pdf: Pdf, doc: ContractDoc, { name, time, evidence }: ContractSignature): void {
  pdf.addPage();
  use(pdf, 'bold', 16).text('签署存证', PAGE.left, pdf.y, { width: WIDTH, align: 'center', characterSpacing: 2 });
  pdf.y += 10;
  drawGrid(pdf, [
    [['合同', `${doc.title}　${doc.contractNumber}`]],
    [
      ['签署人', name],
      ['签署时间', time],
    ],
    ...evidence.map(({ label, value }): Pair[] => [[label, value]]),
  ]);
  pdf.y += 14;
  use(pdf, 'bold', BODY.size).text('说明', PAGE.left, pdf.y, { width: WIDTH });
  use(pdf, 'text', SMALL.size, INK.soft);
  EVIDENCE_STATEMENT.forEach((sentence, i) => {
    pdf.y += 4;
    pdf.text(`${i + 1}．${sentence}`, PAGE.left, pdf.y, { width: WIDTH, lineGap: 2 });
  });
}

/** Page numbers need the page count, and the watermark must cover everything: both come last. */
function stampPages(pdf: Pdf, doc: ContractDoc): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let i = 0; i < count; i++) {
    pdf.switchToPage(start + i);
    use(pdf, 'text', 8, INK.soft);
    put(pdf, `第 ${i + 1} / ${count} 页`, PAGE.left, PAGE.height - 40, WIDTH, 'center');
    if (i > 0) {
      put(pdf, doc.title, PAGE.left, 34, WIDTH);
      put(pdf, doc.contractNumber, PAGE.left, 34, WIDTH, 'right');
      pdf
        .moveTo(PAGE.left, 50)
        .lineTo(PAGE.left + WIDTH, 50)
        .lineWidth(0.4)
        .stroke(INK.line);
    }
    if (doc.signature) continue;
    for (const y of [200, 430, 660]) {
      pdf
        .save()
        .rotate(-30, { origin: [PAGE.width / 2, y] })
        .fillOpacity(0.09);
      put(use(pdf, 'bold', 58, INK.seal), '未完成签署', 0, y - 40, PAGE.width, 'center');
      pdf.restore();
    }
  }
}

/**
 * The contract as an A4 PDF. The same document gives the same bytes, so its SHA-256 can be recorded and recomputed.
 * Without `signature` every page carries a watermark; with it a page of evidence follows. Rejects with RangeError when
 * `madeAt` or `signature.time` is no time or `signature.image` is no printable PNG (see checkedPicture), and with
 * NotMoney when an amount is none.
 */
export async function renderContract(doc: ContractDoc): Promise<Buffer> {
  const [regular, bold] = await loadFonts();
  const { left, right, top, bottom } = PAGE;
  const pdf = new PDFDocument({
    size: 'A4',
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

  const text = contractText(doc);
  drawHeading(pdf, doc, text);
  drawClauses(pdf, text.preamble, text.clauses);
  drawPlan(pdf, doc, text);
  drawSignatures(pdf, doc);
  if (doc.signature) drawEvidence(pdf, doc, doc.signature);
  stampPages(pdf, doc);
  pdf.end();

  const chunks: Buffer[] = [];
  for await (const chunk of pdf) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
