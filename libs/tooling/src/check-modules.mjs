// Fails when folders of one app import each other in a circle: a folder of `src` is a module, and a circle cannot be read or moved in
// parts. Those of `known-circles.json` were there before the rule; the list only shrinks.
import { readFileSync } from 'node:fs';
import { cruise } from 'dependency-cruiser';
import { at, root } from './paths.mjs';

const known = JSON.parse(readFileSync(at('libs/tooling/src/known-circles.json'), 'utf8'));

const { output } = await cruise(['apps'], {
  baseDir: root,
  includeOnly: { path: '^apps/[^/]+/src/' },
  exclude: { path: '/generated/|[.]spec[.]ts$' },
  tsPreCompilationDeps: true,
  metrics: true,
});

const found = {};
const problems = [];
for (const { name, dependencies } of output.folders) {
  const [, app, module] = /^apps\/([^/]+)\/src\/([^/]+)$/.exec(name) ?? [];
  const circle = dependencies.find(({ circular }) => circular)?.cycle;
  if (!module || !circle) continue;
  (found[app] ??= []).push(module);
  if (known[app]?.includes(module)) continue;
  const way = [name, ...circle.map((folder) => folder.name)].map((folder) => folder.split('/').at(-1));
  problems.push(`${name} imports itself in a circle: ${way.join(' → ')}.`);
}
for (const [app, modules] of Object.entries(known))
  for (const module of modules)
    if (!found[app]?.includes(module))
      problems.push(`apps/${app}/src/${module} is in no circle any more: take it out of known-circles.json.`);

for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
