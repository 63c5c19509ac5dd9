/** One entry of this folder, bundled with its stylesheets and alone on a page that a browser can open without a server. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/** The styles stand in the page itself: axe-core fetches those that do not, which a page without a server may not do. */
const html = (styles: string) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Parts</title>
<meta name="viewport" content="width=device-width"><style>${styles}</style>
<div id="root"></div><script src="main.js"></script>`;

export interface LonePage {
  url: string;
  remove(): void;
}

/** `styles` come after those of the entry. Rejects when the entry cannot be bundled. */
export async function lonePage(entry: string, styles = ''): Promise<LonePage> {
  const folder = mkdtempSync(join(tmpdir(), 'leasedesk-page-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  await build({
    entryPoints: { main: join(__dirname, entry) },
    outdir: folder,
    bundle: true,
    minify: true,
    target: 'es2022',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.woff2': 'dataurl', '.svg': 'dataurl', '.png': 'dataurl' },
    logLevel: 'silent',
  }).catch((error) => {
    remove();
    throw error;
  });
  writeFileSync(join(folder, 'index.html'), html(readFileSync(join(folder, 'main.css'), 'utf8') + styles));
  return { url: pathToFileURL(join(folder, 'index.html')).href, remove };
}
