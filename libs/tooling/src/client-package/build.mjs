// Builds `packages/client/dist`: ES modules and CommonJS for Node.js 20 and browsers, each with its declarations, and the types of
// the widget.
import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { at } from '../paths.mjs';

const dist = at('packages/client/dist');
rmSync(dist, { recursive: true, force: true });
for (const [format, type] of [
  ['esm', 'module'],
  ['cjs', 'commonjs'],
]) {
  const outdir = `${dist}/${format}`;
  mkdirSync(outdir, { recursive: true });
  writeFileSync(`${outdir}/package.json`, `${JSON.stringify({ type })}\n`);
  await build({
    entryPoints: [at('packages/client/src/index.ts'), at('packages/client/src/realtime.ts')],
    outdir,
    format,
    bundle: true,
    platform: 'neutral',
    target: 'es2022',
    logLevel: 'warning',
  });
  const options = [
    '--noEmit',
    'false',
    '--emitDeclarationOnly',
    '--declaration',
    '--rootDir',
    'src',
    '--outDir',
    outdir,
  ];
  execFileSync(
    process.execPath,
    [at('node_modules/typescript/bin/tsc'), '-p', at('packages/client/tsconfig.build.json'), ...options],
    { cwd: at('packages/client'), stdio: 'inherit' },
  );
  // Node.js's own resolution of declarations needs the ends of file names.
  for (const file of globSync(`${outdir}/**/*.d.ts`))
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/(from '\.[^']+)'/g, "$1.js'"));
}
copyFileSync(at('apps/widget/index.d.ts'), `${dist}/widget.d.ts`);
