// Bundles one app to dist/apps/<name>/main.js and beside it thread.js, which its threads run. Packages of node_modules stay
// outside the bundles.
import { build } from 'esbuild';
import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { at } from './paths.mjs';

const [, , project] = process.argv;
const folder = at('dist', project);
mkdirSync(folder, { recursive: true });
// Makes Node.js load the bundle as an ES module.
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');

/** The tasks of the app's threads: the work of libraries and of its services. */
const works = globSync(
  [
    'libs/*/src/**/*.work.ts',
    project === 'apps/standalone' ? 'apps/*/src/**/*.work.ts' : `${project}/src/**/*.work.ts`,
  ],
  {
    cwd: at('.'),
  },
).sort();
const thread = [
  ...works.map((file) => `import './${file}';`),
  "export { answer as default } from './libs/threads/src/answer';",
];

const common = {
  bundle: true,
  platform: 'node',
  target: 'node22',
  format: 'esm',
  packages: 'external',
  // The alias paths of the workspace are source, not packages.
  plugins: [
    {
      name: 'workspace-paths',
      setup({ onResolve }) {
        onResolve({ filter: /^@parley\// }, ({ path, kind }) => {
          if (kind === 'entry-point') return undefined;
          const [, name, ...rest] = path.split('/');
          if (name.startsWith('app-')) return { path: at('apps', name.slice(4), 'src/service.ts') };
          if (name === 'client') return { path: at('packages/client/src/index.ts') };
          if (rest.length === 0) return { path: at('libs', name, 'src/index.ts') };
          return { path: at('libs', name, 'src', `${rest.join('/')}.ts`) };
        });
      },
    },
  ],
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
  banner: {
    js: "import { createRequire as parleyCreateRequire } from 'node:module'; const require = parleyCreateRequire(import.meta.url);",
  },
};
await build({ ...common, entryPoints: [at(project, 'src/main.ts')], outfile: join(folder, 'main.js') });
/** Leaves out modules and packages of which a thread uses nothing: those that talk to engines take memory and time to load. */
const leaveUnused = {
  name: 'leave-unused',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /./ }, async ({ path, pluginData, ...rest }) => {
      if (pluginData === 'resolved') return undefined;
      const found = await resolve(path, { ...rest, pluginData: 'resolved' });
      return { ...found, sideEffects: found.path.endsWith('.work.ts') };
    });
  },
};
await build({
  ...common,
  plugins: [leaveUnused, ...common.plugins],
  stdin: { contents: thread.join('\n'), resolveDir: at('.') },
  outfile: join(folder, 'thread.js'),
});
