// Before the tests: gets one of each real server, from a URL in the environment or a binary on this machine, and passes the
// addresses to the test processes. Each test file takes a database, a stream prefix or a key prefix of its own.
import { existsSync, mkdtempSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEngines } from './engines.mjs';

const MEMORY = '/dev/shm';
/** Bytes that must be free; a run takes a quarter of them. */
const PLENTY = 8 * 1024 ** 3;

/** In memory where there is plenty: test files create and drop hundreds of databases, each of hundreds of files. */
const folderOfHome = () => {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return Math.min(bavail * bsize, process.availableMemory()) >= PLENTY ? MEMORY : tmpdir();
};

export default async function setup() {
  const home = mkdtempSync(join(folderOfHome(), 'parley-test-'));
  const engines = await startEngines(home);
  globalThis.parleyTestEngines = { ...engines, home };
  const report = join(home, 'engines.json');
  writeFileSync(report, JSON.stringify({ missing: engines.missing }));
  process.env.PARLEY_TEST_ENGINES_FILE = report;
  for (const [name, url] of Object.entries(engines.urls)) process.env[name] = url;
}
