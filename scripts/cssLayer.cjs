/**
 * Puts every stylesheet into a cascade layer by where it lies, so that a rule of ours needs no more specificity than
 * Fluent's to win, and the order in which chunks arrive decides nothing. `base` holds what the light pages share,
 * `fluent` the component library (src/ui/theme/layeredStyles.ts) and other packages, `ui` our components, `feature`
 * the screens. Each sheet states the order, because any of them may be the first.
 */
const { sep } = require('node:path');

const layerOf = (file) => {
  if (file.includes(`${sep}node_modules${sep}`)) return 'fluent';
  if (file.endsWith(`${sep}base.css`)) return 'base';
  return file.includes(`${sep}src${sep}ui${sep}`) ? 'ui' : 'feature';
};

module.exports = function cssLayer(source) {
  return `@layer base, fluent, ui, feature;\n@layer ${layerOf(this.resourcePath)} {\n${source}\n}\n`;
};
