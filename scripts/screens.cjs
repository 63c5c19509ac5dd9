/**
 * The screens of the console: `src/features/<area>/<name>.ts(x)`, or the file of that name in a folder of that name. The
 * build writes their places into the console, the tests and the scripts define them as a global, so that the code of a
 * screen and the texts of its area are found by its name and loaded side by side.
 */
const { readdirSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '../src/features');
/** What lists and forms are made of has no screens; saga and slice belong to the screen beside them. */
const screen = /^(?!crud\/)[a-z]+\/(?:(\w+)\/\1|[a-z]\w*?(?<!Saga|Slice))\.tsx?$/;

/** Place below `src/features`, without its ending, by the name of the file. */
function screens() {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'));
  const places = files.filter((file) => screen.test(file)).map((file) => file.replace(/\.tsx?$/, ''));
  return Object.fromEntries(places.sort().map((place) => [place.split('/').at(-1), place]));
}

const globals = { __screens__: screens() };
Object.assign(globalThis, globals);
module.exports = globals;
