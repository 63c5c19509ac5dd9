/** What the signatures of a contract show at their places. */
import { BODY, bytesOf, PAGE, put, use } from '../../kernel/paper/kit';
import type { ContractDoc, ContractSignature } from '../wording/doc';
import { chineseDate } from '../wording/figures';
import { drawEvidenceLines, openPaper } from './paperKit';
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

/**
 * What the customer's signature shows, a page for each: the picture or the name with the time it was made at, and the
 * lines of the evidence. Both are in one file, so that they share their fonts.
 */
export async function renderSigned(
  doc: ContractDoc,
  signature: ContractSignature,
  sizes: Record<'signature' | 'evidence', [width: number, height: number]>,
): Promise<Buffer> {
  const pdf = await openPaper(doc, sizes.signature);
  const [width] = sizes.signature;
  if (signature.image) pdf.image(checkedPicture(signature.image), 0, 0, { fit: [150, 56], valign: 'bottom' });
  else put(use(pdf, 'text', 24), signature.name, 0, 22, width);
  put(use(pdf, 'text', BODY.size), `日期：${chineseDate(signature.time)}`, 0, SIGNATURE.date, width);
  pdf.addPage({ size: sizes.evidence, margin: 0 });
  const { left } = PAGE;
  pdf.translate(-left, 0);
  pdf.x = left;
  pdf.y = 0;
  drawEvidenceLines(pdf, doc, signature);
  return bytesOf(pdf);
}
