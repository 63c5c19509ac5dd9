/** The fonts of printed papers, read once. */
import { readFile } from 'node:fs/promises';
import nodeModule from 'node:module';

/** Packages stay outside the bundle, so the font files are resolved at run time. Called through the module object
 *  because the bundler would follow a `createRequire` imported by name and try to bundle the fonts. */
const nearby = nodeModule.createRequire(__filename);

function fontFile(style: string): Promise<Buffer> {
  return readFile(nearby.resolve(`@expo-google-fonts/noto-sans-sc/${style}/NotoSansSC_${style}.ttf`));
}

let fontFiles: Promise<[regular: Buffer, bold: Buffer]> | undefined;
/** 20 MB, read once. Only the bytes are shared: a parsed font remembers which characters it has used, and one paper
 *  must not change the bytes of the next. */
export function loadFonts() {
  fontFiles ??= Promise.all([fontFile('400Regular'), fontFile('700Bold')]);
  return fontFiles;
}
