/** Greatest width of a character in the product's fonts, as a share of the font size. */
function shareOf(sign: string): number {
  if (/[ijl.,:;'|!’]/.test(sign)) return 0.32;
  if (/[ftr\s()/-]/.test(sign)) return 0.42;
  if (/[mwMW]/.test(sign)) return 0.92;
  if (/[A-Z]/.test(sign)) return 0.7;
  return sign < '\u2000' ? 0.58 : 1;
}

/** Greatest width of a text in px, for widths that are needed before rendering. */
export function textWidth(text: string, size: number): number {
  let shares = 0;
  for (const sign of text) shares += shareOf(sign);
  return Math.ceil(shares * size);
}
