/**
 * Writes a design token's variable where Fluent's styles read it, as Griffel has done in most of them. Otherwise one
 * `tokens.strokeWidthThin` brings the object of all 467 tokens to the first page. Layers of depth are left: their
 * variables have a default.
 */
module.exports = function fluentTokens(source) {
  return source.replace(/\btokens\.(?!zIndex)(\w+)/g, "'var(--$1)'");
};
