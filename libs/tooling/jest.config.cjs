// One Jest run over every project that has tests; each is a Jest project named as in Nx.
const { existsSync, readdirSync } = require('node:fs');
const { availableParallelism } = require('node:os');
const { resolve } = require('node:path');
const { paths } = require('../../tsconfig.base.json').compilerOptions;

const root = resolve(__dirname, '../..');

/** Packages that ship ES modules only and so must be compiled for Jest's CommonJS registry. */
const esModulesOnly = [
  'jose',
  'preact',
  'preact-render-to-string',
  'p-retry',
  'p-queue',
  'p-timeout',
  'eventemitter3',
  'is-network-error',
  'meilisearch',
  '@prisma/schema-engine-wasm',
  'file-type',
  'strtok3',
  'token-types',
  'uint8array-extras',
  '@tokenizer/inflate',
  '@borewit/text-codec',
  '@exodus/bytes',
  'temporal-polyfill',
  'temporal-utils',
  'temporal-spec',
  'htmlparser2',
  'domhandler',
  'domutils',
  'domelementtype',
  'dom-serializer',
  'entities',
  'email-reply-parser',
];

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

// Its only entry is for `import`, which Jest's resolver does not ask for.
moduleNameMapper['^file-type$'] = resolve(root, 'node_modules/file-type/source/index.js');

// Proofs take minutes each: `npm run proofs` runs them, `npm test` everything else.
const testMatch =
  process.env.PARLEY_PROOFS === '1'
    ? ['<rootDir>/test/**/*.proof.ts']
    : ['<rootDir>/src/**/*.spec.ts', '<rootDir>/test/**/*.test.ts', '<rootDir>/src/**/*.spec.mjs'];

const projects = ['libs', 'apps'].flatMap((group) =>
  readdirSync(resolve(root, group))
    .map((name) => ({ name, dir: resolve(root, group, name) }))
    .filter(({ dir }) => existsSync(resolve(dir, 'project.json'))),
);

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
  projects: projects.map(({ name, dir }) => ({
    displayName: name,
    rootDir: dir,
    roots: [dir],
    testMatch,
    testEnvironment: 'node',
    moduleNameMapper,
    moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json', 'node'],
    transform: {
      '\\.(ts|mjs|js)$': compile({ syntax: 'typescript' }),
      '\\.tsx$': compile({ syntax: 'typescript', tsx: true }),
    },
    transformIgnorePatterns: [`/node_modules/(?!(${esModulesOnly.join('|')})/)`],
  })),
};
