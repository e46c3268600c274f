// `npm test`: sets up, then runs every test. Arguments go to Jest.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled } from './setup.mjs';
import { at, root } from './paths.mjs';

ensureInstalled();
ensureBuilt();
const folder = mkdtempSync(join(tmpdir(), 'parley-closing-'));
const closing = join(folder, 'closing-lines');
const { status } = spawnSync(
  process.execPath,
  [at('node_modules/jest/bin/jest.js'), '-c', at('libs/tooling/jest.config.cjs'), ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit', env: { ...process.env, PARLEY_TEST_CLOSING_FILE: closing } },
);
console.log(existsSync(closing) ? readFileSync(closing, 'utf8') : '0 passed, 1 failed, 0 skipped');
rmSync(folder, { recursive: true, force: true });
process.exit(status ?? 1);
