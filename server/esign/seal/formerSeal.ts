/**
 * Files that former versions sealed: their evidence is a note on a page, and a customer's signature that replaces it
 * changes more than a form. Such signatures are still verified; none is made any more.
 */
export const formerEvidence = '/LeaseDeskEvidence ';

export function isFormerSeal(file: Buffer): boolean {
  return file.includes(formerEvidence);
}
