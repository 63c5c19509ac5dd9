/**
 * Marks the components of a package as free of side effects and takes the names off that only developers see: those
 * that no page uses then stay out of the build.
 */
module.exports = function pureComponents(source) {
  return source
    .replace(/= (?=React\d*\.(?:createContext|forwardRef|memo)\()/g, '= /* @__PURE__ */ ')
    .replace(/^\w+\.displayName = "\w+";$/gm, '');
};
