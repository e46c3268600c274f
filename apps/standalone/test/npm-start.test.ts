import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { removeHome, startByNpm } from './support/platform';

it('SIGTERM to the process of npm stops the platform: exit code 0, nobody listens, no database is left', async () => {
  const platform = await startByNpm({ HOME: process.env['HOME'] ?? '' });
  try {
    expect(await platform.stop()).toBe(0);
    await expect(fetch(`${platform.origin}/healthz`)).rejects.toThrow();
    expect(existsSync(join(platform.home, 'postgres', 'postmaster.pid'))).toBe(false);
  } finally {
    removeHome(platform.home);
  }
});
