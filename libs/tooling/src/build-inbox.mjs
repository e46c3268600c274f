// Builds the inbox to dist/apps/inbox: `index.html`, and the scripts and the style that it loads, each named after its content and also
// as .gz, so that no server has to compress it.
import { build } from 'esbuild';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { at } from './paths.mjs';

const [, , project, folder = at('dist', project)] = process.argv;
const source = at(project, 'src');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
/** Texts as a string of JSON: browsers parse it in a third of the time of an object in JavaScript. */
const texts = {
  name: 'texts',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.json$/ }, ({ path }) => {
      const json = JSON.stringify(JSON.parse(readFileSync(path, 'utf8')));
      return { contents: `export default JSON.parse(${JSON.stringify(json)})`, loader: 'js' };
    }),
};
/**
 * Parts that are loaded later import all of the first page, which is there by then. So its modules are shared by the same parts, and
 * become one file: without it there were 17, some of 100 bytes, and to request one costs as much as to draw a row.
 */
const onePage = {
  name: 'one page',
  setup: ({ onResolve, onLoad, resolve }) => {
    const later = new Set();
    onResolve({ filter: /^\./ }, async ({ path, kind, resolveDir, pluginData }) => {
      if (kind !== 'dynamic-import' || pluginData === 'known' || path.endsWith('.json')) return undefined;
      const found = await resolve(path, { kind, resolveDir, pluginData: 'known' });
      later.add(found.path);
      return found;
    });
    onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
      if (!later.has(path)) return undefined;
      const contents = `${readFileSync(path, 'utf8')}\nimport ${JSON.stringify(at(project, 'src/app.tsx'))};`;
      return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' };
    });
  },
};
const { metafile } = await build({
  entryPoints: ['main.tsx', 'style.css', 'push-worker.ts', 'preview.ts'].map((name) => join(source, name)),
  outdir: folder,
  bundle: true,
  minify: true,
  splitting: true,
  format: 'esm',
  platform: 'browser',
  target: ['chrome109', 'firefox115', 'safari16.4'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
  plugins: [texts, onePage],
});
const builtFrom = (name) =>
  basename(Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint?.endsWith(name))[0]);
// The parts that the first script imports are requested with it, and not after it was read.
const preloads = [];
const addImports = (output) => {
  for (const { path, kind } of metafile.outputs[output].imports)
    if (kind === 'import-statement' && !preloads.includes(path)) {
      preloads.push(path);
      addImports(path);
    }
};
const main = Object.keys(metafile.outputs).find((name) => basename(name) === builtFrom('main.tsx'));
addImports(main);
// Chromium then compiles the first page beside the main thread while it loads, and not function by function when they are called.
for (const path of [main, ...preloads])
  writeFileSync(path, `//# allFunctionsCalledOnLoad\n${readFileSync(path, 'utf8')}`);
const links = preloads.map((path) => `<link rel="modulepreload" href="/inbox/assets/${basename(path)}" />`);
const page = readFileSync(join(source, 'index.html'), 'utf8')
  .replace('<!-- PRELOADS -->', links.join(''))
  .replace('STYLE', builtFrom('style.css'))
  .replace('WORKER', builtFrom('push-worker.ts'))
  .replace('MAIN', builtFrom('main.tsx'));
writeFileSync(join(folder, 'index.html'), page);
const preview = readFileSync(join(source, 'preview.html'), 'utf8');
writeFileSync(join(folder, 'preview.html'), preview.replace('PREVIEW', builtFrom('preview.ts')));
for (const file of readdirSync(folder))
  writeFileSync(join(folder, `${file}.gz`), gzipSync(readFileSync(join(folder, file)), { level: 9 }));
