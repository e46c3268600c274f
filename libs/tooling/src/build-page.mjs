// Builds a page to dist/apps/<name>: its script with the packages in it, its HTML and its style.
import { build } from 'esbuild';
import { cpSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { at } from './paths.mjs';

const [, , project, folder = at('dist', project)] = process.argv;
const name = basename(project);
mkdirSync(folder, { recursive: true });
await build({
  entryPoints: [at(project, 'src/main.ts')],
  outfile: join(folder, `${name}.js`),
  bundle: true,
  minify: true,
  platform: 'browser',
  target: 'es2022',
  logLevel: 'warning',
});
for (const file of ['index.html', `${name}.css`]) cpSync(at(project, 'src', file), join(folder, file));
