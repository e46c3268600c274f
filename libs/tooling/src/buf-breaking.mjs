// Compares proto/ with the branch it will be merged into and fails on a change that breaks the wire or the JSON.
import { execFileSync, spawnSync } from 'node:child_process';
import { at, root } from './paths.mjs';

const against = process.env.PARLEY_BREAKING_BASE ?? 'main';
const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });
const base = [against, `origin/${against}`].find(
  (ref) => git('rev-parse', '--verify', '--quiet', ref).status === 0,
);
if (!base || git('ls-tree', base, 'proto/').stdout === '') {
  console.log(`Nothing to compare with: no proto/ on ${against}.`);
  process.exit(0);
}
const commit = git('rev-parse', base).stdout.trim();
try {
  execFileSync(
    at('node_modules/.bin/buf'),
    ['breaking', 'proto', '--against', `.git#ref=${commit},subdir=proto`],
    {
      cwd: root,
      stdio: 'inherit',
    },
  );
} catch {
  process.exit(1);
}
