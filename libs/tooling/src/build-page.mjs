// Builds pages to dist/apps/<name>: of each its HTML, its script with the packages in it, and its style. The script of
// `index.html` is `main.ts` and is named after the project; that of any other page is named after the page.
import { build } from 'esbuild';
import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { at } from './paths.mjs';

const [, , project, folder = at('dist', project)] = process.argv;
const name = basename(project);
const source = at(project, 'src');
mkdirSync(folder, { recursive: true });
const files = readdirSync(source);
const pages = files.filter((file) => file.endsWith('.html'));
await build({
  entryPoints: pages.map((page) =>
    page === 'index.html'
      ? { in: join(source, 'main.ts'), out: name }
      : { in: join(source, `${basename(page, '.html')}.ts`), out: basename(page, '.html') },
  ),
  outdir: folder,
  bundle: true,
  minify: true,
  platform: 'browser',
  target: 'es2022',
  logLevel: 'warning',
});
for (const file of [...pages, ...files.filter((one) => one.endsWith('.css'))])
  cpSync(join(source, file), join(folder, file));
