import { loadFonts } from './fonts';

/** Characters of a text that the font of contracts cannot print: a name with a missing glyph must never be signed. */
export async function unprintable(text: string): Promise<string[]> {
  const [font] = await loadFonts();
  return [...new Set(text)].filter((character) => !font.hasGlyphForCodePoint(character.codePointAt(0)!));
}
