import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join, resolve } from 'node:path';
import { freePort } from '@parley/testing';
import { removeHome, temporaryHome } from './support/platform';

const root = resolve(__dirname, '../../..');

/** Runs a start that fails; answers its exit code and all that it wrote. */
const failedStart = (env: Record<string, string>): { status: number | null; written: string } => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'dist/apps/standalone/main.js')],
    {
      cwd: root,
      env: { PATH: process.env['PATH'], HOST: '127.0.0.1', ...env },
      encoding: 'utf8',
      timeout: 60_000,
    },
  );
  return { status, written: stdout + stderr };
};

describe('a start that cannot succeed says what is missing in one line, starts nothing and ends with code 78', () => {
  let home: string;
  let occupied: Server;
  let port: string;
  beforeAll(async () => {
    home = temporaryHome();
    occupied = createServer().listen(0, '127.0.0.1');
    await once(occupied, 'listening');
    port = String((occupied.address() as { port: number }).port);
  });
  afterAll(() => {
    occupied.close();
    removeHome(home);
  });
  // The embedded database is the first thing that a start makes there.
  afterEach(() => expect(existsSync(join(home, 'postgres'))).toBe(false));

  it('when the port is taken', () => {
    expect(failedStart({ PARLEY_HOME: home, PORT: port })).toEqual({
      status: 78,
      written: `Parley cannot start: Port ${port} of 127.0.0.1 cannot be used: another program listens there. Stop it, or set PORT to a free one.\n`,
    });
  });

  it('when the machine does not have the address', async () => {
    const free = String(await freePort());
    expect(failedStart({ PARLEY_HOME: home, PORT: free, HOST: '203.0.113.7' })).toEqual({
      status: 78,
      written: `Parley cannot start: Port ${free} of 203.0.113.7 cannot be used: this machine has no such address. Set HOST to one that it has, or to 0.0.0.0 for all.\n`,
    });
  });

  it('when its folder cannot be written', async () => {
    const file = join(home, 'a-file');
    writeFileSync(file, '');
    expect(failedStart({ PARLEY_HOME: join(file, 'home'), PORT: String(await freePort()) })).toEqual({
      status: 78,
      written: `Parley cannot start: The folder ${file}/home cannot be written (ENOTDIR). Set PARLEY_HOME to one that this user may write to.\n`,
    });
  });

  it.each(['MAIL_TLS_CERT', 'MAIL_TLS_KEY'])('when %s is set alone', (name) => {
    expect(failedStart({ PARLEY_HOME: home, [name]: '/tls/file.pem' })).toEqual({
      status: 78,
      written: 'Parley cannot start: MAIL_TLS_CERT and MAIL_TLS_KEY are only good together\n',
    });
  });

  it('when settings are wrong, each of them by its name, secrets unseen', () => {
    const { status, written } = failedStart({
      PARLEY_HOME: home,
      PORT: 'abc',
      LOG_LEVEL: 'loud',
      DATABASE_URL: 'mysql://me:hunter2@db/parley',
    });
    expect(status).toBe(78);
    expect(written).toContain('3 settings cannot be used:');
    expect(written).toContain('PORT is "abc"; expected an integer from 0 to 65535');
    expect(written).toContain('LOG_LEVEL is "loud"; expected one of trace, debug');
    expect(written).toContain('DATABASE_URL is ***; expected a URL (postgres:// or postgresql://)');
    expect(written).not.toContain('hunter2');
  });
});
