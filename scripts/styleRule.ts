import { basename, join } from 'node:path';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import type { RuleSetRule } from 'webpack';

/** A module sheet's classes are named after it in the page, as `Pager-current`: readable in the browser's tools and the same in every build. */
const modules = {
  auto: /\.module\.css$/,
  namedExport: false,
  exportLocalsConvention: 'as-is',
  getLocalIdent: ({ resourcePath }: { resourcePath: string }, _template: string, name: string) =>
    `${basename(resourcePath, '.module.css')}-${name}`,
};

/** How the console's stylesheets are read, here and in the pages that tests build of single parts. */
export const styleRule: RuleSetRule = {
  test: /\.css$/,
  use: [
    MiniCssExtractPlugin.loader,
    { loader: 'css-loader', options: { modules } },
    join(process.cwd(), 'scripts/loaders/cssLayer.cjs'),
  ],
  sideEffects: true,
};
