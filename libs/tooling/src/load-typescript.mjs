// Lets a script of the workspace use a library's TypeScript, which Node 20 does not read.
import { rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { at } from './paths.mjs';

/** Imports a TypeScript file of the workspace, given by its path; it may import packages and files beside it. */
export const loadTypescript = async (file) => {
  const name = `${file.replaceAll(/\W/g, '-')}-${process.pid}-${Math.random().toString(36).slice(2)}.mjs`;
  // Below node_modules, so that packages are found from there.
  const outfile = at('node_modules/.cache/parley', name);
  const { build } = await import('esbuild');
  await build({
    entryPoints: [at(file)],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node22',
    format: 'esm',
    packages: 'external',
    logLevel: 'warning',
  });
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(outfile, { force: true });
  }
};
