// After the tests: stops the servers that engines-setup started and removes their data.
import { rmSync } from 'node:fs';

export default async function teardown() {
  const engines = globalThis.parleyTestEngines;
  if (!engines) return;
  await engines.stop();
  rmSync(engines.home, { recursive: true, force: true });
}
