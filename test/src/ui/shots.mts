/**
 * Bundles the gallery and saves its screenshots in artifacts/gallery: `npx tsx test/src/ui/shots.mts [screen …]`.
 * CHROME_PATH may name the browser.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack from 'webpack';
import languages from '../../../scripts/languages.cjs';
import { styleRule } from '../../../scripts/styleRule';
import { launch } from '../../support/browser';

const here = dirname(fileURLToPath(import.meta.url));
const pictures = join(here, '../../../artifacts/gallery');

/** [name, query, width, height] */
const shots: [string, string, number, number][] = [
  ['list', 'screen=list', 1440, 900],
  ['list-dark', 'screen=list&mode=dark', 1440, 900],
  ['list-en', 'screen=list&language=en', 1440, 900],
  ['list-992', 'screen=list', 992, 768],
  ['list-390', 'screen=list', 390, 844],
  ['list-lte', 'screen=list&theme=lte', 1440, 900],
  ['record', 'screen=record', 1440, 1300],
  ['record-dark', 'screen=record&mode=dark', 1440, 1300],
  ['form', 'screen=form', 1440, 1042],
  ['form-dark-en', 'screen=form&mode=dark&language=en', 1440, 1042],
  ['payments', 'screen=payments', 1440, 900],
  ['states', 'screen=states', 1440, 1200],
  ['states-dark-dialog', 'screen=states&mode=dark&open=dialog', 1440, 900],
  ['states-confirm', 'screen=states&open=confirm', 1440, 900],
  ['login', 'screen=login', 1440, 900],
  ['login-dark-en', 'screen=login&mode=dark&language=en&error=Wrong+account+or+password', 1440, 900],
  ['login-390', 'screen=login', 390, 844],
  ['sign', 'screen=sign', 390, 844],
  ['sign-dark', 'screen=sign&mode=dark&language=en', 390, 844],
];

const bundle = (folder: string) =>
  new Promise<void>((resolve, reject) => {
    webpack(
      {
        mode: 'development',
        devtool: false,
        entry: join(here, 'gallery.tsx'),
        output: { path: folder, filename: 'gallery.js' },
        plugins: [
          new MiniCssExtractPlugin({ filename: 'gallery.css' }),
          new webpack.DefinePlugin(
            Object.fromEntries(Object.entries(languages).map(([name, value]) => [name, JSON.stringify(value)])),
          ),
        ],
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
  });

const folder = mkdtempSync(join(tmpdir(), 'gallery-'));
await bundle(folder);
const page = join(folder, 'index.html');
writeFileSync(
  page,
  '<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="stylesheet" href="gallery.css"><body><script src="gallery.js"></script>',
);
mkdirSync(pictures, { recursive: true });

const browser = await launch();
const wanted = process.argv.slice(2);
for (const [name, query, width, height] of shots) {
  if (wanted.length > 0 && !wanted.some((part) => name.startsWith(part))) continue;
  const tab = await browser.newPage();
  tab.on('pageerror', (error) => console.error(name, error.message));
  tab.on('console', (message) => message.type() === 'error' && console.error(name, message.text()));
  await tab.setViewportSize({ width, height });
  await tab.goto(`${pathToFileURL(page)}?${query}`);
  await tab.waitForTimeout(600); // dialogs and toasts are animated
  await tab.screenshot({ path: join(pictures, `${name}.png`) });
  await tab.close();
}
await browser.close();
rmSync(folder, { recursive: true });
