// `npm test`: sets up, then runs every test. Arguments go to Jest.
import { spawnSync } from 'node:child_process';
import { checkNode, ensureBuilt, ensureInstalled } from './setup.mjs';
import { at, root } from './paths.mjs';

checkNode();
ensureInstalled();
ensureBuilt();
const { status } = spawnSync(
  process.execPath,
  [at('node_modules/jest/bin/jest.js'), '-c', at('libs/tooling/jest.config.cjs'), ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit' },
);
process.exit(status ?? 1);
