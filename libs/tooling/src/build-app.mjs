// Bundles one app to dist/apps/<name>/main.js, or to the folder that the second argument names. Packages of node_modules
// stay outside the bundle.
import { build } from 'esbuild';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { at } from './paths.mjs';

const [, , project, folder = at('dist', project)] = process.argv;
mkdirSync(folder, { recursive: true });
// Tells Node.js that the bundle is an ES module.
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
await build({
  entryPoints: [at(project, 'src/main.ts')],
  outfile: join(folder, 'main.js'),
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
});
