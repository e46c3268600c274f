import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const command = resolve(__dirname, 'clients.mjs');

describe('npm run clients where Go is not on the machine', () => {
  const empty = mkdtempSync(join(tmpdir(), 'no-programs-'));
  afterAll(() => rmSync(empty, { recursive: true, force: true }));

  const clients = (part, env = {}) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [command, part], {
      encoding: 'utf8',
      env: { HOME: process.env.HOME, PATH: empty, ...env },
    });
    return { status, said: `${stdout}${stderr}`.trim().split('\n').at(-1) };
  };

  it('skips that client in one line', () => {
    expect(clients('go')).toEqual({
      status: 0,
      said: expect.stringMatching(/^skipped +go: Go is not here \(/),
    });
  });

  it('fails when PARLEY_REQUIRE_CLIENTS names it', () => {
    expect(clients('go', { PARLEY_REQUIRE_CLIENTS: 'typescript,go' })).toEqual({
      status: 1,
      said: expect.stringMatching(/^FAILED +go: Go is not here \(/),
    });
  });

  it('knows its parts', () => {
    expect(clients('rust')).toEqual({
      status: 1,
      said: 'There is no rust; the parts are linters, typescript, generators, python, go, mcp, requests.',
    });
  });
});
