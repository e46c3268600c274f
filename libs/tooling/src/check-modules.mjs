// Fails when folders of one app import each other in a circle, or import a private file of another: a folder of `src` is a module, and
// its `index.ts` is the only file for others (ADR 23).
import { cruise } from 'dependency-cruiser';
import { root } from './paths.mjs';

const { output } = await cruise(['apps'], {
  baseDir: root,
  includeOnly: { path: '^apps/[^/]+/src/' },
  exclude: { path: '/generated/|[.]spec[.]ts$' },
  tsPreCompilationDeps: true,
  metrics: true,
});

const fail = (message) => {
  console.error(message);
  process.exitCode = 1;
};

const isModule = (name) => /^apps\/[^/]+\/src\/[^/]+$/.test(name);
for (const { name, dependencies } of output.folders.filter(({ name }) => isModule(name))) {
  const circle = dependencies.find(({ circular }) => circular)?.cycle;
  if (!circle) continue;
  const way = [name, ...circle.map((folder) => folder.name)].map((folder) => folder.split('/').at(-1));
  fail(`${name} imports itself in a circle: ${way.join(' → ')}.`);
}

/** The module of a file; undefined for one directly in `src`. */
const toModule = (file) => /^apps\/[^/]+\/src\/[^/]+(?=\/)/.exec(file)?.[0];
for (const { source, dependencies } of output.modules)
  for (const { resolved } of dependencies) {
    const module = toModule(resolved);
    if (module === undefined || module === toModule(source) || resolved === `${module}/index.ts`) continue;
    fail(
      `${source} imports ${resolved}, which is private. Import ${module}, and add what is missing to its index.ts.`,
    );
  }
