/**
 * Keeps the machine code of modules from one test file to the next. jest gives each test file modules of its own, so
 * that no file can disturb another, and compiles the same sources for each of them anew; the thousand modules below a
 * test of the server cost 0.6 s of a processor each time. `scripts/test.mjs` has node load this file before jest, in its
 * workers too; without it the tests are the same and slower.
 */
const vm = require('node:vm');

const compileAlone = vm.compileFunction;
/** By file name: the script as it was compiled first, and what later ones are made of. */
const compiled = new Map();

vm.compileFunction = (source, names, options) => {
  const { filename, parsingContext } = options;
  if (!parsingContext) return compileAlone(source, names, options); // not jest's
  const head = `(function (${names.join(', ')}) {`;
  const text = `${head}${source}\n})`;
  const known = compiled.get(filename)?.text === text ? compiled.get(filename) : undefined;
  // Taken at the second use: by then functions that were called have their code too.
  if (known) known.code ??= known.script.createCachedData();
  const script = new vm.Script(text, { filename, columnOffset: -head.length, cachedData: known?.code });
  if (!known) compiled.set(filename, { text, script });
  return script.runInContext(parsingContext);
};
