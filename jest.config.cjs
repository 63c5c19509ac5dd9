/** Three kinds of test, told apart by folder: pure ones and saga flows (no database), the server on a real
 *  PostgreSQL, the console in a real browser. `scripts/test.mjs` runs all of them; each can be run alone. */
const languages = require('./scripts/languages.cjs');
const screens = require('./scripts/screens.cjs');
const packages = require('./test/support/packages.cjs');

/** A whole stage runs its files in groups, see test/support/groups.cjs. */
const isGrouped = process.env.TEST_GROUPS === '1';
function matching(project) {
  return [isGrouped ? `<rootDir>/.cache/groups/${project}/*.test.cjs` : `<rootDir>/test/${project}/**/*.test.ts`];
}

const swc = [
  '@swc/jest',
  {
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic' } },
    },
    module: { type: 'commonjs' },
  },
];
const common = {
  rootDir: __dirname,
  globals: { ...languages, ...screens },
  // compiled sources are kept with the checkout that they belong to
  cacheDirectory: '<rootDir>/.cache/jest',
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.cache/webpack/', '<rootDir>/.cache/jest/'],
  globalSetup: '<rootDir>/test/support/startPackages.cjs',
  testEnvironment: 'node',
  setupFilesAfterEnv: ['<rootDir>/test/support/patience.cjs'],
  transform: {
    '^.+\\.tsx?$': swc,
    'node_modules/(jose|cookie|typebox|saxen|bpmn-moddle|moddle|moddle-xml|min-dash)/.+\\.m?js$': swc,
  },
  transformIgnorePatterns: ['/node_modules/(?!(jose|cookie|typebox|saxen|bpmn-moddle|moddle|moddle-xml|min-dash)/)'],
  moduleNameMapper: {
    ...packages.moduleNameMapper,
    '^fast-check$': '<rootDir>/test/support/fastCheck.cjs',
    '\\.module\\.css$': '<rootDir>/test/support/classNames.cjs',
    '\\.css$': '<rootDir>/test/support/empty.cjs',
  },
};
module.exports = {
  testSequencer: '<rootDir>/test/support/slowFirst.cjs',
  projects: [
    { ...common, displayName: 'unit', testMatch: ['<rootDir>/test/{contract,src,house}/**/*.test.ts?(x)'] },
    {
      ...common,
      displayName: 'server',
      testMatch: matching('server'),
      globalSetup: '<rootDir>/test/support/startPostgres.cjs',
      globalTeardown: '<rootDir>/test/support/stopPostgres.cjs',
    },
    {
      ...common,
      displayName: 'browser',
      testMatch: matching('browser'),
      globalSetup: '<rootDir>/test/support/startInstallations.cjs',
    },
  ],
};
