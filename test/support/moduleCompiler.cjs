/**
 * How the modules of tests are compiled. jest gives each test file modules and a global object of its own, so that no file
 * can disturb another. That costs twice: the same sources are compiled anew for each file, 0.6 s of a processor for the
 * thousand modules below a test of the server, and each look at a global such as `Object` takes 110 ns instead of 2. So
 * machine code is kept from one test file to the next, and a module gets what the language brings as parameters.
 * `scripts/test.mjs` has node load this file before jest, in its workers too; without it the tests are the same and slower.
 */
const vm = require('node:vm');

/** What no test puts anything else in the place of: fake timers replace `Date` and `setTimeout`. */
const builtIns =
  'Array ArrayBuffer BigInt Boolean Buffer DataView Error Int32Array Intl JSON Map Math Number Object Promise Proxy RangeError Reflect RegExp Set String Symbol SyntaxError TextDecoder TextEncoder TypeError URL URLSearchParams Uint32Array Uint8Array WeakMap WeakRef WeakSet decodeURIComponent encodeURIComponent isFinite isNaN parseFloat parseInt process'.split(
    ' ',
  );
/** Those of each global object. */
const known = new WeakMap();
function builtInsOf(context) {
  const values = known.get(context) ?? vm.runInContext(`[${builtIns}]`, context);
  known.set(context, values);
  return values;
}

const compileAlone = vm.compileFunction;
/** By file name: the script as it was compiled first, and what later ones are made of. */
const compiled = new Map();

vm.compileFunction = (source, names, options) => {
  const { filename, parsingContext } = options;
  if (!parsingContext) return compileAlone(source, names, options); // not jest's
  // A function within, because a module may declare one of these names itself.
  const head = `(function (${builtIns}) { return function (${names}) {`;
  const text = `${head}${source}\n}})`;
  const before = compiled.get(filename)?.text === text ? compiled.get(filename) : undefined;
  // Taken at the second use: by then functions that were called have their code too.
  if (before) before.code ??= before.script.createCachedData();
  const script = new vm.Script(text, { filename, columnOffset: -head.length, cachedData: before?.code });
  if (!before) compiled.set(filename, { text, script });
  return script.runInContext(parsingContext)(...builtInsOf(parsingContext));
};
