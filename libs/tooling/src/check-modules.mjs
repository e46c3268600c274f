// Fails when folders of one app import each other in a circle: a folder of `src` is a module, and a circle cannot be read or moved in
// parts (ADR 23).
import { cruise } from 'dependency-cruiser';
import { root } from './paths.mjs';

const { output } = await cruise(['apps'], {
  baseDir: root,
  includeOnly: { path: '^apps/[^/]+/src/' },
  exclude: { path: '/generated/|[.]spec[.]ts$' },
  tsPreCompilationDeps: true,
  metrics: true,
});

const isModule = (name) => /^apps\/[^/]+\/src\/[^/]+$/.test(name);
for (const { name, dependencies } of output.folders.filter(({ name }) => isModule(name))) {
  const circle = dependencies.find(({ circular }) => circular)?.cycle;
  if (!circle) continue;
  const way = [name, ...circle.map((folder) => folder.name)].map((folder) => folder.split('/').at(-1));
  console.error(`${name} imports itself in a circle: ${way.join(' → ')}.`);
  process.exitCode = 1;
}
