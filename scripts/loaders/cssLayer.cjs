/**
 * Puts every stylesheet into a cascade layer by its folder, so that our rules override Fluent's without more
 * specificity, and the order in which chunks arrive decides nothing. `base` holds the rules of the light pages,
 * `fluent` the component library (src/ui/theme/layeredStyles.ts) and other packages, `control` the parts that take a
 * class from the component around them, `shared` the classes that many of them use, `ui` the other components, `feature`
 * the screens. Each sheet states the order, because any of them may be the first.
 */
function layerOf(file) {
  if (file.includes('/node_modules/')) return 'fluent';
  if (file.endsWith('/base.css')) return 'base';
  if (
    /\/src\/ui\/(inputs\/(buttons|choices|ComboInput|fields|PickButton|RadioCards|tick)|layout\/text)\.module\.css$/.test(
      file,
    )
  )
    return 'control';
  if (/\/src\/ui\/(layout\/arrange|table\/cells)\.module\.css$/.test(file)) return 'shared';
  return file.includes('/src/ui/') && file.endsWith('.module.css') ? 'ui' : 'feature';
}

module.exports = function cssLayer(source) {
  const layer = layerOf(this.resourcePath.replaceAll('\\', '/'));
  return `@layer base, fluent, control, shared, ui, feature;\n@layer ${layer} {\n${source}\n}\n`;
};
