/** Share of the font's size that a sign is wide at the most, in the fonts of the product. */
function shareOf(sign: string): number {
  if (/[ijl.,:;'|!’]/.test(sign)) return 0.32;
  if (/[ftr\s()/-]/.test(sign)) return 0.42;
  if (/[mwMW]/.test(sign)) return 0.92;
  if (/[A-Z]/.test(sign)) return 0.7;
  return sign < '\u2000' ? 0.58 : 1;
}

/** px that a text takes at the most, for widths that are needed before anything is drawn. */
export function textWidth(text: string, size: number): number {
  let shares = 0;
  for (const sign of text) shares += shareOf(sign);
  return Math.ceil(shares * size);
}
