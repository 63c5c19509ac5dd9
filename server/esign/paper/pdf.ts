import { formatMoney } from '../../../contract/domain/money';
import {
  BODY,
  bytesOf,
  drawForm,
  drawGrid,
  ensureRoom,
  FLOOR,
  INK,
  PAGE,
  type Pair,
  type Pdf,
  put,
  room,
  SMALL,
  use,
  WIDTH,
} from '../../kernel/paper/kit';
import { basisLine, dueDate, instalments, methodLine, rentDays, termLine } from '../wording/clauses';
import type { Clause, ContractDoc, ContractParty, ContractText } from '../wording/doc';
import { amountInFull, chineseDate, ordinal, percent } from '../wording/figures';
import { contractText } from '../wording/filling';
import { drawObjects } from '../wording/objectsAnnex';
import { lineName } from '../wording/repayment';
import { EVIDENCE_STATEMENT, SIGNED_STATEMENT } from '../wording/statements';
import type { Place, Places } from './appearances';
import { SEAL, SIGNATURE } from './appearances';
import { drawEvidenceLines, drawSeal, openPaper } from './paperKit';
import { checkedPicture } from './signaturePicture';

export type { ContractDoc, ContractParty, ContractSignature, PlanLine } from '../wording/doc';

/** The height that is kept free for the lines of the evidence on their page. */
const EVIDENCE_HEIGHT = 520;

function drawHeading(pdf: Pdf, doc: ContractDoc, text: ContractText): void {
  use(pdf, 'bold', 20).text(doc.title, PAGE.left, PAGE.top + 6, { width: WIDTH, align: 'center', characterSpacing: 2 });
  use(pdf, 'text', SMALL.size, INK.soft);
  pdf.text(`合同编号：${doc.contractNumber}　　制作时间：${doc.madeAt}`, PAGE.left, pdf.y + 4, {
    width: WIDTH,
    align: 'center',
  });
  pdf.y += 10;
  // What is not known of a party has no line.
  const party = (side: string, role: string, { name, idNo, tel, address }: ContractParty, idLabel: string) => {
    const known: Pair[] = [...(idNo ? [[idLabel, idNo] as Pair] : []), ...(tel ? [['联系电话', tel] as Pair] : [])];
    const rows: Pair[][] = [[[`${side}（${role}）`, name]]];
    if (known.length > 0) rows.push(known);
    if (address) rows.push([['住所地', address]]);
    return rows;
  };
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
      ['计息基础', basisLine(doc)],
    ],
    [
      ['期限', termLine(doc)],
      ['租金支付方式', methodLine(doc)],
    ],
    [
      ['起租日', doc.interestDate === null ? '待确定' : chineseDate(doc.interestDate)],
      ['到期日', doc.maturity === null ? '待确定' : chineseDate(doc.maturity)],
    ],
    [['乙方结算账户', `${doc.bankName}　${doc.bankCardMasked}`]],
  ]);
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
  const periods = instalments(doc);
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
    drawRow([lineName(line, periods), dueDate(doc, line), rentDays(doc, line), ...amounts], row, 'text');
  });
  const days = periods === 0 ? '—' : String(doc.plan.reduce((sum, line) => sum + line.days, 0));
  const { rent, principal, amountPayable } = doc.totals;
  drawRow(['合计', '', days, ...[rent, principal, amountPayable].map(formatMoney)], row, 'bold', INK.fill);
}

function placeAt(pdf: Pdf, x: number, y: number, width: number, height: number): Place {
  const { start, count } = pdf.bufferedPageRange();
  return { page: start + count - 1, x, y, width, height };
}

/** Printed as it is read; as the parties sign it here; or without seal and watermark, for a signing service. */
type Print = 'paper' | 'offer' | 'plain';

function drawSignatures(pdf: Pdf, doc: ContractDoc, print: Print): Omit<Places, 'evidence'> {
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
  if (print === 'paper' && !doc.isSpecimen) drawSeal(pdf, doc.provider.name, left + 155, top + 96);

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
  // Elsewhere the date belongs to the signature that fills the box.
  const date = `日期：${signature ? chineseDate(signature.time) : blankDate}`;
  if (print === 'paper') put(pdf, date, right, top + 136, half);
  const places = {
    seal: placeAt(pdf, left + 155 - SEAL.size / 2, top + 96 - SEAL.size / 2, SEAL.size, SEAL.size),
    signature: placeAt(pdf, right, top + 24, SIGNATURE.width, SIGNATURE.height),
  };
  pdf.x = PAGE.left;
  pdf.y = top + height - 20;
  return places;
}

/** The page of evidence; its lines are missing while there is no signature. */
function drawEvidence(pdf: Pdf, doc: ContractDoc): Place {
  pdf.addPage();
  use(pdf, 'bold', 16).text('签署存证', PAGE.left, pdf.y, { width: WIDTH, align: 'center', characterSpacing: 2 });
  pdf.y += 10;
  const place = placeAt(pdf, PAGE.left, pdf.y, WIDTH, EVIDENCE_HEIGHT);
  if (doc.signature) drawEvidenceLines(pdf, doc, doc.signature);
  else pdf.y += EVIDENCE_HEIGHT;
  pdf.y += 14;
  use(pdf, 'bold', BODY.size).text('说明', PAGE.left, pdf.y, { width: WIDTH });
  use(pdf, 'text', SMALL.size, INK.soft);
  // A contract that is printed with its signature was signed before papers were signed electronically.
  (doc.signature ? EVIDENCE_STATEMENT : SIGNED_STATEMENT).forEach((sentence, i) => {
    pdf.y += 4;
    pdf.text(`${i + 1}．${sentence}`, PAGE.left, pdf.y, { width: WIDTH, lineGap: 2 });
  });
  return place;
}

/** Page numbers need the page count, and the watermark must cover everything: both come last. */
function stampPages(pdf: Pdf, doc: ContractDoc, print: Print): void {
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
    const mark = doc.isSpecimen ? '样张 SPECIMEN' : doc.signature || print !== 'paper' ? null : '未完成签署';
    if (mark === null) continue;
    for (const y of [200, 430, 660]) {
      pdf
        .save()
        .rotate(-30, { origin: [PAGE.width / 2, y] })
        .fillOpacity(0.09);
      put(use(pdf, 'bold', 58, INK.seal), mark, 0, y - 40, PAGE.width, 'center');
      pdf.restore();
    }
  }
}

/** `seal`: the number of the form that shows the company's seal. */
interface Offer {
  bytes: Buffer;
  places: Places;
  seal: number;
}

async function drawContract(doc: ContractDoc, print: Print): Promise<Offer> {
  const pdf = await openPaper(doc, [PAGE.width, PAGE.height]);
  const text = contractText(doc);
  drawHeading(pdf, doc, text);
  drawClauses(pdf, text.preamble, text.clauses);
  drawPlan(pdf, doc, text);
  if (doc.objects) drawObjects(pdf, doc.objects);
  const places = drawSignatures(pdf, doc, print);
  const evidence = doc.signature || print === 'offer' ? drawEvidence(pdf, doc) : places.signature;
  stampPages(pdf, doc, print);
  const { size } = SEAL;
  const draw = () => drawSeal(pdf, doc.provider.name, size / 2, size / 2);
  const seal = print === 'offer' ? drawForm(pdf, size, size, draw) : 0;
  return { bytes: await bytesOf(pdf), places: { ...places, evidence }, seal };
}

/**
 * The contract as an A4 PDF. The same document gives the same bytes, so its SHA-256 can be recorded and recomputed.
 * Without `signature` every page carries a watermark; with it a page of evidence follows. Rejects with RangeError when
 * `madeAt` or `signature.time` is no time or `signature.image` is no printable PNG (see checkedPicture), and with
 * NotMoney when an amount is none.
 */
export async function renderContract(doc: ContractDoc): Promise<Buffer> {
  return (await drawContract(doc, 'paper')).bytes;
}

/**
 * The contract that the parties sign: no watermark, and places for the company's seal, the customer's signature and the
 * lines of the evidence, which the signatures add. Rejects as `renderContract` does.
 */
export function renderOffer({ signature: _none, ...doc }: ContractDoc): Promise<Offer> {
  return drawContract(doc, 'offer');
}

/** The contract for a signing service, which adds seal, signature and evidence of its own. Rejects as the others do. */
export async function renderPlain({ signature: _none, ...doc }: ContractDoc): Promise<Buffer> {
  return (await drawContract(doc, 'plain')).bytes;
}
