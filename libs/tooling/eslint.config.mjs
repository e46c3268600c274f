// Lint rules of the workspace. Layer rules carry the sentence a reader needs when one fires.
import nx from '@nx/eslint-plugin';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

const only = (message, patterns) => [
  'error',
  { patterns: patterns.map((group) => ({ group: [group], message })) },
];

const guardedClient = 'Requests to addresses that users name go through @parley/outbound.';

const errorOnce = {
  selector: "CallExpression[callee.property.name='once'][arguments.0.value='error']",
  message: 'What fails once may fail twice, and the second error would end the process: use on().',
};

const typesAlone = {
  selector:
    "ExportNamedDeclaration[source][exportKind='value']:not(:has(ExportSpecifier[exportKind='value']))",
  message: 'One of types alone would load its file at run time, and make circles there: export type { … }.',
};

/** Limits of tests that are no longer than the usual ones, which guard against hanging only. */
const shortLimits = [
  '[callee.name=/^(before|after)(All|Each)$/][arguments.1.value<=180000]',
  '[callee.name=/^(it|test)$/][arguments.2.value<=180000]',
  '[callee.callee.object.name=/^(it|test)$/][arguments.2.value<=180000]',
  "[callee.name='eventually'][arguments.1.value<=60000]",
].map((limit) => ({
  selector: `CallExpression${limit}`,
  message: 'A slow machine needs longer. The limits of jest.config.cjs and of eventually are enough.',
}));

/** How a statement over tables begins; locks and functions of the database are none. */
const statement = String.raw`/^\s*(SELECT (?!pg_)|INSERT INTO |UPDATE |DELETE FROM |WITH )/`;
const statements = [
  `TemplateLiteral > TemplateElement:first-child[value.raw=${statement}]`,
  `Literal[value=${statement}]`,
].map((selector) => ({
  selector,
  message: 'Statements are in *.store.ts, or in *.sql.ts where they are only text: name the question there.',
}));

/** Services meet through protos only; nothing but the composition knows more than one of them. */
const depConstraints = [
  { sourceTag: 'type:lib', onlyDependOnLibsWithTags: ['type:lib'] },
  { sourceTag: 'type:service', onlyDependOnLibsWithTags: ['type:lib'] },
  // The gateway's tools for AI models ask its own API, within the process, by the client that other programs use.
  { sourceTag: 'type:edge', onlyDependOnLibsWithTags: ['type:lib', 'type:package'] },
  {
    sourceTag: 'type:composition',
    onlyDependOnLibsWithTags: ['type:lib', 'type:service', 'type:edge', 'type:package'],
  },
  { sourceTag: 'type:bench', onlyDependOnLibsWithTags: ['type:lib', 'type:package'] },
  // A published package stands on its own.
  { sourceTag: 'type:package', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'type:ui', onlyDependOnLibsWithTags: ['type:ui'] },
  { sourceTag: 'type:page', onlyDependOnLibsWithTags: ['type:package', 'type:ui'] },
];

/** The test fixtures open databases, and the tests of the database library use the fixtures. */
const ignoredCircularDependencies = [['persistence', 'testing']];

export default tseslint.config(
  { ignores: ['**/generated/**', '**/dist/**', '**/*.mjs', '**/*.cjs'] },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    plugins: { '@nx': nx },
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@nx/enforce-module-boundaries': ['error', { depConstraints, ignoredCircularDependencies }],
      // Types of a package that has none must come along wherever the file is compiled.
      '@typescript-eslint/triple-slash-reference': ['error', { path: 'always' }],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { arguments: false } }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      // One of types alone would load its file at run time, and make circles there.
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'no-console': 'error',
      'no-restricted-exports': [
        'error',
        { restrictDefaultExports: { direct: true, named: true, defaultFrom: true } },
      ],
      'no-restricted-syntax': ['error', errorOnce, typesAlone],
      'max-lines': ['error', { max: 400, skipBlankLines: false, skipComments: false }],
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only config.ts reads the environment.' },
        {
          object: 'Intl',
          property: 'Segmenter',
          message:
            'It may take the square of a text: wordSegments and sentenceSegments of @parley/text do not.',
        },
        {
          object: 'jest',
          property: 'mock',
          message: 'Our own modules are never mocked: pass a fake that passes the same suite.',
        },
      ],
    },
  },
  {
    files: [
      '**/config.ts',
      'libs/config/**/*.ts',
      'libs/testing/**/*.ts',
      'libs/telemetry/src/tracing.ts',
      'libs/text/src/segments.ts',
      '**/test/**/*.ts',
      '**/*.spec.ts',
    ],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    files: ['**/test/**/*.ts', '**/*.spec.ts'],
    rules: { 'no-restricted-syntax': ['error', errorOnce, typesAlone, ...shortLimits] },
  },
  {
    files: ['apps/*/src/**/*.{ts,tsx}', 'libs/*/src/**/*.{ts,tsx}'],
    ignores: ['**/*.spec.ts'],
    rules: { 'max-lines-per-function': ['error', { max: 80 }] },
  },
  {
    // The benchmark queries the database of the measured platform.
    files: ['apps/*/src/**/*.ts'],
    ignores: ['**/*.{store,sql,statement,spec}.ts', 'apps/{bench,standalone}/**'],
    rules: { 'no-restricted-syntax': ['error', errorOnce, typesAlone, ...statements] },
  },
  {
    // User input is read in time proportional to its length.
    files: ['apps/*/src/**/*.{ts,tsx}', 'libs/*/src/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': 'error',
      'regexp/no-super-linear-move': 'error',
    },
  },
  {
    files: ['apps/*/src/**/*.store.ts', 'apps/*/src/service.ts', 'apps/*/src/deps.ts', 'apps/*/src/db.ts'],
    rules: { '@typescript-eslint/no-restricted-imports': 'off' },
  },
  {
    files: ['apps/*/src/**/*.{ts,tsx}'],
    ignores: [
      'apps/*/src/**/*.store.ts',
      'apps/*/src/service.ts',
      'apps/*/src/deps.ts',
      'apps/*/src/db.ts',
      '**/*.spec.ts',
    ],
    rules: {
      '@typescript-eslint/no-restricted-imports': only(
        'Only *.store.ts files and the composition know Prisma.',
        ['**/generated/prisma/**', '@prisma/*'],
      ),
    },
  },
  {
    files: [
      'apps/*/src/**/*.rpc.ts',
      'apps/*/src/rpc/*.ts',
      'apps/*/src/events/**/*.ts',
      'apps/tickets/src/consumers/**/*.ts',
      'apps/*/src/jobs/**/*.ts',
    ],
    ignores: ['**/*.spec.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': only(
        'RPC maps, event handlers and jobs call use cases, never stores.',
        ['**/*.store', '**/generated/prisma/**'],
      ),
    },
  },
  {
    // ADR 10; the benchmark talks to the platform it measures, the operator names the model endpoint, and a page asks its
    // own host.
    files: ['apps/*/src/**/*.{ts,tsx}', 'libs/*/src/**/*.{ts,tsx}'],
    ignores: [
      'libs/outbound/**',
      'libs/ai/**',
      'libs/testing/**',
      'apps/bench/**',
      'apps/demo/**',
      'apps/widget/**',
      '**/*.spec.ts',
    ],
    rules: {
      'no-restricted-globals': ['error', { name: 'fetch', message: guardedClient }],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            ...['node:http', 'node:https', 'http', 'https'].map((name) => ({
              name,
              importNames: ['request', 'get', 'default'],
              message: guardedClient,
            })),
            { name: 'undici', message: guardedClient },
          ],
        },
      ],
    },
  },
  {
    // Authors of pages with the widget read call errors there.
    files: ['apps/widget/src/**/*.{ts,tsx}'],
    rules: { 'no-console': ['error', { allow: ['error'] }] },
  },
  {
    // System tests read documents as a client does: by field name, untyped.
    files: ['apps/standalone/test/support/api.ts'],
    rules: { '@typescript-eslint/no-explicit-any': 'off' },
  },
  {
    files: ['apps/standalone/src/**/*.ts'],
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        { allow: ['@parley/app-*'], depConstraints, ignoredCircularDependencies },
      ],
    },
  },
);
