// Fails when the lock file is not what `npm install` would write, e.g. after a merge of two changes of packages: `npm ci`,
// which every command installs with, refuses such a lock file.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { at } from './paths.mjs';

const folder = mkdtempSync(join(tmpdir(), 'parley-lock-'));
try {
  for (const file of ['package.json', 'package-lock.json', '.npmrc'])
    copyFileSync(at(file), join(folder, file));
  const flags = ['--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { status } = spawnSync('npm', ['install', ...flags], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const isSame =
    readFileSync(join(folder, 'package-lock.json'), 'utf8') === readFileSync(at('package-lock.json'), 'utf8');
  if (status !== 0) console.error('npm could not read the lock file; the lines above say why.');
  else if (!isSame)
    console.error('package-lock.json is not what `npm install` writes: run it, and commit the file.');
  process.exitCode = status === 0 && isSame ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
