// `npm run bench`: measures the platform beside two hand-written references. Arguments go to the benchmark.
import { spawnSync } from 'node:child_process';
import { ensureBuilt, ensureInstalled } from './setup.mjs';
import { at, root } from './paths.mjs';

ensureInstalled();
ensureBuilt();
const { status } = spawnSync(process.execPath, [at('dist/apps/bench/main.js'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
process.exit(status ?? 1);
