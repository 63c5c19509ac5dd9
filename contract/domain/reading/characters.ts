/** A text as people mean it: full-width letters and signs as ASCII, without blanks around it and what cannot be seen. */
export function plainCharacters(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim();
}
