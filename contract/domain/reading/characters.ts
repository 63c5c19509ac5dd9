/**
 * A text as people mean it: full-width letters and signs as ASCII, without blanks around it and what cannot be seen. The number of a
 * note, as in `100①` and `100²`, stays: it is no digit of what it stands behind.
 */
export function plainCharacters(text: string): string {
  return text
    .replace(/[^\p{No}]+/gu, (part) => part.normalize('NFKC'))
    .replace(/\p{Cf}/gu, '')
    .trim();
}
