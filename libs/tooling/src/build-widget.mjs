// Builds the widget to dist/apps/widget: `widget.js`, the one file that a page names, `push.js`, its service worker, and the files it loads, each named after its
// content. Each file is also written as .gz, so that no server has to compress it.
import { build, transform } from 'esbuild';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { at } from './paths.mjs';

const [, , project, folder = at('dist', project)] = process.argv;
const source = at(project, 'src');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

/** Styles come as minified text: the widget hands them to its shadow root by itself, which strict policies allow. */
const stylesAsText = {
  name: 'styles-as-text',
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { code } = await transform(readFileSync(path, 'utf8'), { loader: 'css', minify: true });
      return { contents: code.trim(), loader: 'text' };
    });
  },
};

const options = {
  bundle: true,
  minify: true,
  platform: 'browser',
  target: ['chrome109', 'firefox115', 'safari16.4'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  logLevel: 'warning',
};
await build({
  ...options,
  entryPoints: [join(source, 'main.ts')],
  outdir: folder,
  format: 'esm',
  splitting: true,
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  plugins: [stylesAsText],
});
const main = readdirSync(folder).find((file) => file.startsWith('main-'));
const { outputFiles } = await build({
  ...options,
  entryPoints: [join(source, 'loader.ts')],
  format: 'iife',
  define: { MAIN_FILE: JSON.stringify(main) },
  write: false,
});
const [{ contents: loader }] = outputFiles;
const hash = createHash('sha256').update(loader).digest('hex').slice(0, 8).toUpperCase();
for (const name of ['widget.js', `widget-${hash}.js`]) writeFileSync(join(folder, name), loader);
// The worker keeps its name, because a file of the page's host loads it.
await build({
  ...options,
  entryPoints: [join(source, 'push-worker.ts')],
  outfile: join(folder, 'push.js'),
  format: 'iife',
});
for (const file of readdirSync(folder))
  writeFileSync(
    join(folder, `${basename(file)}.gz`),
    gzipSync(readFileSync(join(folder, file)), { level: 9 }),
  );
