// After the tests: stops the servers that engines-setup started, and the platforms that test files shared, and removes
// their data.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const isAlive = (pid) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** The platforms of the workers, as `apps/standalone/test/support/shared-platform.ts` wrote them down. */
const stopSharedPlatforms = async (folder) => {
  const files = readdirSync(folder).filter((name) => /^platform-\d+\.json$/.test(name));
  const stop = async (file) => {
    const { pids, home } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    for (const pid of pids) {
      if (isAlive(pid)) process.kill(pid, 'SIGTERM');
      while (isAlive(pid)) await sleep(50);
    }
    rmSync(home, { recursive: true, force: true });
  };
  await Promise.all(files.map(stop));
};

export default async function teardown() {
  const engines = globalThis.parleyTestEngines;
  if (!engines) return;
  await stopSharedPlatforms(engines.home);
  await engines.stop();
  rmSync(engines.home, { recursive: true, force: true });
}
