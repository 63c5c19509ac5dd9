/** One entry of this folder, bundled with its stylesheets and alone on a page that a browser can open without a server. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

/** The styles stand in the page itself: axe-core fetches those that do not, which a page without a server may not do. */
function html(styles: string) {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Parts</title>
<meta name="viewport" content="width=device-width"><style>${styles}</style>
<div id="root"></div><script src="main.js"></script>`;
}

const cssLayer: (
  this: { resourcePath: string },
  source: string,
) => string = require('../../scripts/loaders/cssLayer.cjs');
const sheetText = 'sheet';

/** Stylesheets as webpack reads them (scripts/styleRule.ts): each in its layer, the classes of a module sheet named after it. */
const styleSheets: Plugin = {
  name: 'style sheets',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^sheet:/ }, ({ path }) => ({ path: path.slice('sheet:'.length), namespace: sheetText }));
    onLoad({ filter: /\.css$/, namespace: 'file' }, ({ path }) => {
      const source = readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
      if (!path.endsWith('.module.css'))
        return { contents: cssLayer.call({ resourcePath: path }, source), loader: 'css' };
      const names = [...source.matchAll(/\.([a-zA-Z][\w-]*)(?=[^{};]*\{)/g)].map(([, name]) => name!);
      const own = (name: string) => `${basename(path, '.module.css')}-${name}`;
      const styles = JSON.stringify(Object.fromEntries(names.map((name) => [name, own(name)])));
      return { contents: `import ${JSON.stringify(`sheet:${path}`)};\nexport default ${styles};`, loader: 'js' };
    });
    onLoad({ filter: /./, namespace: sheetText }, ({ path }) => {
      const own = basename(path, '.module.css');
      const source = readFileSync(path, 'utf8')
        .replace(/\/\*[\s\S]*?\*\//g, '')
        .replace(/:global\(\.([\w-]+)\)/g, ':is(\\$1)')
        .replace(/\.([a-zA-Z][\w-]*)(?=[^{};]*\{)/g, `.${own}-$1`)
        .replace(/:is\(\\([\w-]+)\)/g, '.$1');
      return { contents: cssLayer.call({ resourcePath: path }, source), loader: 'css' };
    });
  },
};

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
    plugins: [styleSheets],
  }).catch((error) => {
    remove();
    throw error;
  });
  writeFileSync(join(folder, 'index.html'), html(readFileSync(join(folder, 'main.css'), 'utf8') + styles));
  return { url: pathToFileURL(join(folder, 'index.html')).href, remove };
}
