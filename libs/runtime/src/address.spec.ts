import { once } from 'node:events';
import { createServer } from 'node:net';
import { demandFreeAddress, listenError, openHome, StartError } from './index';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

describe('an address to listen on', () => {
  it('is free, and stays so after it was asked for', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    await expect(demandFreeAddress('127.0.0.1', port)).rejects.toThrow(
      `Port ${port} of 127.0.0.1 cannot be used: another program listens there.`,
    );
    server.close();
    await once(server, 'close');
    await demandFreeAddress('127.0.0.1', port);
    await demandFreeAddress('127.0.0.1', port);
  });

  it('that cannot be had is a problem of the settings; any other error stays what it is', () => {
    for (const code of ['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND'])
      expect(listenError(Object.assign(new Error('listen'), { code }), 'host', 80)).toBeInstanceOf(
        StartError,
      );
    const other = new Error('something else');
    expect(listenError(other, 'host', 80)).toBe(other);
  });
});

describe('the folder of all state', () => {
  it('is made when it is missing, and refused by its path when it cannot be', () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-home-'));
    expect(openHome(join(folder, 'a', 'b'))).toBe(join(folder, 'a', 'b'));
    expect(statSync(join(folder, 'a', 'b')).isDirectory()).toBe(true);
    writeFileSync(join(folder, 'file'), '');
    expect(() => openHome(join(folder, 'file', 'home'))).toThrow(
      `The folder ${join(folder, 'file', 'home')} cannot be written (ENOTDIR). Set PARLEY_HOME`,
    );
    rmSync(folder, { recursive: true });
  });
});
