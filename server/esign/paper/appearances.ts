/** What the signatures of a contract show at their places. */
import { BODY, bytesOf, PAGE, type Pdf, put, use } from '../../kernel/paper/kit';
import type { ContractDoc, ContractSignature } from '../wording/doc';
import { chineseDate } from '../wording/figures';
import { drawEvidenceLines, drawSeal, openPaper } from './paperKit';
import { checkedPicture } from './signaturePicture';

/** Where the signatures and the evidence of an offered contract go: page from 0, box in points from the top left. */
export interface Place {
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
}
export interface Places {
  seal: Place;
  signature: Place;
  evidence: Place;
}

/** The lower part of the customer's column: the time stands where a pen would write the date. */
export const SIGNATURE = { width: 200, height: 128, date: 112 };
export const SEAL = { size: 112 };

/** One page of this size, whose content a signature shows at its place. */
async function drawAppearance(doc: ContractDoc, { width, height }: Place, draw: (pdf: Pdf) => void): Promise<Buffer> {
  const pdf = await openPaper(doc, [width, height]);
  draw(pdf);
  return bytesOf(pdf);
}

export function renderSeal(doc: ContractDoc, place: Place): Promise<Buffer> {
  return drawAppearance(doc, place, (pdf) => drawSeal(pdf, doc.provider.name, place.width / 2, place.height / 2));
}

/** The customer's signature as it is seen: the picture or the name, and when it was made. */
export function renderSignature(doc: ContractDoc, signature: ContractSignature, place: Place): Promise<Buffer> {
  return drawAppearance(doc, place, (pdf) => {
    if (signature.image) pdf.image(checkedPicture(signature.image), 0, 0, { fit: [150, 56], valign: 'bottom' });
    else put(use(pdf, 'text', 24), signature.name, 0, 22, place.width);
    put(use(pdf, 'text', BODY.size), `日期：${chineseDate(signature.time)}`, 0, SIGNATURE.date, place.width);
  });
}

export function renderEvidence(doc: ContractDoc, signature: ContractSignature, place: Place): Promise<Buffer> {
  return drawAppearance(doc, place, (pdf) => {
    const { left } = PAGE;
    pdf.translate(-left, 0);
    pdf.x = left;
    pdf.y = 0;
    drawEvidenceLines(pdf, doc, signature);
  });
}
