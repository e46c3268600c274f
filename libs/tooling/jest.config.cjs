// One Jest run over every project that has tests. They are one Jest project too, so that each file is compiled once.
const { availableParallelism } = require('node:os');
const { resolve } = require('node:path');
const { paths } = require('../../tsconfig.base.json').compilerOptions;

const root = resolve(__dirname, '../..');

/** Compiles one kind of source file; pages are typed functions in JSX. */
const compile = (parser) => [
  require.resolve('@swc/jest'),
  {
    jsc: {
      parser,
      target: 'es2022',
      ...(parser.tsx && { transform: { react: { runtime: 'automatic', importSource: 'preact' } } }),
    },
    module: { type: 'commonjs' },
    sourceMaps: 'inline',
  },
];

const moduleNameMapper = Object.fromEntries(
  Object.entries(paths).map(([alias, [target]]) => [
    `^${alias.replace('*', '(.*)')}$`,
    resolve(root, target.replace('*', '$1')),
  ]),
);

// Proofs take minutes each: `npm run proofs` runs them, `npm test` everything else.
const kinds =
  process.env.PARLEY_PROOFS === '1'
    ? ['test/**/*.proof.ts']
    : ['src/**/*.spec.{ts,mjs}', 'test/**/*.test.ts'];

/** @type {import('jest').Config} */
module.exports = {
  rootDir: root,
  // A guard against hanging, also on a machine that is three times slower.
  testTimeout: 180_000,
  // Tests wait for leases, timers and browsers, so there is one more than there are cores.
  maxWorkers: availableParallelism() + 1,
  // A failed set-up leaves child processes behind; the run must end all the same.
  forceExit: true,
  testSequencer: resolve(__dirname, 'src/longest-first.cjs'),
  reporters: ['default', resolve(__dirname, 'src/closing-line-reporter.cjs')],
  globalSetup: resolve(__dirname, 'src/engines-setup.mjs'),
  globalTeardown: resolve(__dirname, 'src/engines-teardown.mjs'),
  roots: ['libs', 'apps', 'packages'].map((folder) => resolve(root, folder)),
  testMatch: kinds.map((kind) => `<rootDir>/{apps,libs,packages}/*/${kind}`),
  testEnvironment: resolve(__dirname, 'src/jest/environment.cjs'),
  runtime: resolve(__dirname, 'src/jest/runtime.cjs'),
  moduleNameMapper,
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json', 'node'],
  transform: {
    '\\.(ts|mjs|js)$': compile({ syntax: 'typescript' }),
    '\\.tsx$': compile({ syntax: 'typescript', tsx: true }),
  },
  // Node.js loads packages, but for this one: it ships ES modules, and each test file needs its own (`runtime.cjs`).
  transformIgnorePatterns: ['/node_modules/(?!@prisma/schema-engine-wasm)'],
};
