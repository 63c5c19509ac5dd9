/** One entry of this folder, bundled with its stylesheets and alone on a page that a browser can open without a server. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack from 'webpack';
import { styleRule } from '../../scripts/styleRule';

/** The styles stand in the page itself: axe-core fetches those that do not, which a page without a server may not do. */
const html = (styles: string) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Parts</title>
<meta name="viewport" content="width=device-width"><style>${styles}</style>
<div id="root"></div><script src="main.js"></script>`;

export interface LonePage {
  url: string;
  remove(): void;
}

export const lonePage = async (entry: string): Promise<LonePage> => {
  const folder = mkdtempSync(join(tmpdir(), 'leasedesk-page-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  await new Promise<void>((resolve, reject) => {
    webpack(
      {
        mode: 'production',
        performance: { hints: false },
        entry: join(__dirname, entry),
        output: { path: folder },
        plugins: [new MiniCssExtractPlugin()],
        resolve: { extensions: ['.tsx', '.ts', '.js'] },
        module: {
          rules: [
            {
              test: /\.tsx?$/,
              loader: 'ts-loader',
              options: { transpileOnly: true, compilerOptions: { noEmit: false } },
            },
            styleRule,
          ],
        },
      },
      (error, stats) => {
        if (error ?? stats?.hasErrors()) reject(error ?? new Error(stats?.toString('errors-only')));
        else resolve();
      },
    );
  }).catch((error) => {
    remove();
    throw error;
  });
  writeFileSync(join(folder, 'index.html'), html(readFileSync(join(folder, 'main.css'), 'utf8')));
  return { url: pathToFileURL(join(folder, 'index.html')).href, remove };
};
