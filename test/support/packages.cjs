/**
 * Packages of very many files, each made into one file: a test file loads all of its modules anew, and the thousand
 * files of the component library cost each test file two seconds of a processor. Made once per version.
 */
const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { basename, join } = require('node:path');

const root = join(__dirname, '../..');
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const names = Object.keys(dependencies).filter((name) => name.startsWith('@fluentui/'));
const folder = join(root, '.cache/test-packages');
const madeFrom = [join(root, 'package-lock.json'), __filename].map((file) => readFileSync(file));
const place = join(folder, createHash('sha256').update(Buffer.concat(madeFrom)).digest('hex').slice(0, 16));
const fileOf = (name) => `${name.replace('/', '+')}.cjs`;

/** For jest's `moduleNameMapper`: these packages themselves, not what lies below their names. */
const moduleNameMapper = Object.fromEntries(names.map((name) => [`^${name}$`, join(place, fileOf(name))]));

/** One file for all of them, because they share parts; the tests and the packages share one React. */
function bundle(outfile) {
  const { build } = require('esbuild');
  const contents = names.map((name, at) => `export * as part${at} from '${name}';\n`).join('');
  return build({
    stdin: { contents, resolveDir: root },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['react', 'react-dom', 'scheduler'],
    logLevel: 'warning',
  });
}

/** Makes the files unless they are there, and removes those of earlier versions. */
async function provide() {
  if (existsSync(place)) return;
  const draft = `${place}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  await bundle(join(draft, 'all.cjs'));
  for (const [at, name] of names.entries())
    writeFileSync(join(draft, fileOf(name)), `module.exports = require('./all.cjs').part${at};\n`);
  // The folder gets its name when it is whole, from the first of several runs that make it at the same time.
  if (existsSync(place)) rmSync(draft, { recursive: true });
  else renameSync(draft, place);
  for (const name of readdirSync(folder))
    if (/^\w+$/.test(name) && name !== basename(place)) rmSync(join(folder, name), { recursive: true, force: true });
}

module.exports = { moduleNameMapper, provide };
