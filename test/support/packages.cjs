/**
 * Packages of very many files, made into one file for each half of the product: a test file loads all of its modules
 * anew, and the thousand files of the component library cost each test file two seconds of a processor, the fifteen
 * hundred below the server half a second. Made once per version.
 */
const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { basename, join } = require('node:path');

const root = join(__dirname, '../..');
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
/** What goes into one file together, because it shares parts. The tests and the packages share what is `external`. */
const halves = {
  console: {
    names: Object.keys(dependencies).filter((name) => name.startsWith('@fluentui/')),
    load: (name, at) => `export * as part${at} from '${name}';`,
    external: ['react', 'react-dom', 'scheduler'],
  },
  server: {
    names: [
      ...Object.keys(dependencies).filter((name) => /^(@fastify\/.*|fastify|jose|kysely|pg|typebox)$/.test(name)),
      'ajv/dist/2020',
      'typebox/compile',
      'typebox/format',
    ],
    load: (name, at) => `Object.defineProperty(exports, 'part${at}', { get: () => require('${name}') });`,
    external: ['pg-native'],
  },
};
const folder = join(root, '.cache/test-packages');
const madeFrom = [join(root, 'package-lock.json'), __filename].map((file) => readFileSync(file));
const place = join(folder, createHash('sha256').update(Buffer.concat(madeFrom)).digest('hex').slice(0, 16));
const fileOf = (name) => `${name.replaceAll('/', '+')}.cjs`;

/** For jest's `moduleNameMapper`: these packages themselves, not what lies below their names. */
const moduleNameMapper = Object.fromEntries(
  Object.values(halves).flatMap(({ names }) => names.map((name) => [`^${name}$`, join(place, fileOf(name))])),
);

/** One file for the whole half, and a short one for each package that takes its part from there. */
async function bundle(half, draft) {
  const { build } = require('esbuild');
  const { names, load, external } = halves[half];
  await build({
    stdin: { contents: names.map(load).join('\n'), resolveDir: root },
    outfile: join(draft, `${half}.cjs`),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external,
    logLevel: 'warning',
  });
  for (const [at, name] of names.entries())
    writeFileSync(join(draft, fileOf(name)), `module.exports = require('./${half}.cjs').part${at};\n`);
}

/** Makes the files unless they are there, and removes those of earlier versions. */
async function provide() {
  if (existsSync(place)) return;
  const draft = `${place}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  await Promise.all(Object.keys(halves).map((half) => bundle(half, draft)));
  // The folder gets its name when it is whole, from the first of several runs that make it at the same time.
  if (existsSync(place)) rmSync(draft, { recursive: true });
  else renameSync(draft, place);
  for (const name of readdirSync(folder))
    if (/^\w+$/.test(name) && name !== basename(place)) rmSync(join(folder, name), { recursive: true, force: true });
}

module.exports = { moduleNameMapper, provide };
