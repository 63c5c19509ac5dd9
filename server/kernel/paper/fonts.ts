/** The fonts of printed papers, read once. */
import { readFile } from 'node:fs/promises';
import nodeModule from 'node:module';
import { create, type Font } from 'fontkit';

/** Packages stay outside the bundle, so the font files are resolved at run time. Called through the module object
 *  because the bundler would follow a `createRequire` imported by name and try to bundle the fonts. */
const nearby = nodeModule.createRequire(__filename);

async function fontOf(style: string): Promise<Font> {
  const file = nearby.resolve(`@expo-google-fonts/noto-sans-sc/${style}/NotoSansSC_${style}.ttf`);
  return create(await readFile(file)) as Font;
}

let fonts: Promise<[regular: Font, bold: Font]> | undefined;
/** 20 MB, read and parsed once. */
export function loadFonts() {
  fonts ??= Promise.all([fontOf('400Regular'), fontOf('700Bold')]);
  return fonts;
}

/** Glyphs remember which characters they were drawn for, and one paper must not change the bytes of the next. */
function ownGlyphs(font: Font): Font {
  return Object.create(font, { _glyphs: { value: {} } });
}

/** Gives a paper its two fonts, under the names `text` and `bold`. */
export async function giveFonts(pdf: PDFKit.PDFDocument): Promise<void> {
  const [regular, bold] = await loadFonts();
  // the types of the package know files alone
  const drawn = (font: Font) => ownGlyphs(font) as unknown as Buffer;
  pdf.registerFont('text', drawn(regular)).registerFont('bold', drawn(bold));
}
