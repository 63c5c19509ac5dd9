import { create, type Font } from 'fontkit';
import { loadFonts } from './fonts';

let coverage: Promise<Font> | undefined;
/** Characters of a text that the font of contracts cannot print: a name with a missing glyph must never be signed. */
export async function unprintable(text: string): Promise<string[]> {
  coverage ??= loadFonts().then(([regular]) => create(regular) as Font);
  const font = await coverage;
  return [...new Set(text)].filter((character) => !font.hasGlyphForCodePoint(character.codePointAt(0)!));
}
