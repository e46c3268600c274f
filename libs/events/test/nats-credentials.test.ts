import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLink } from '../src/jetstream/link';
import { natsBinary, type OwnNatsServer, startOwnNats } from './support/nats-server';

const describeOwn = natsBinary() ? describe : describe.skip;

describeOwn('a NATS server that asks who connects', () => {
  const stores: string[] = [];
  const servers: OwnNatsServer[] = [];
  const start = async (...flags: string[]): Promise<string> => {
    const store = await mkdtemp(join(tmpdir(), 'parley-nats-'));
    const server = await startOwnNats(store, flags);
    stores.push(store);
    servers.push(server);
    return new URL(server.url).host;
  };
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.kill()));
    await Promise.all(stores.map((store) => rm(store, { recursive: true, force: true })));
  });
  const log = { debug: jest.fn(), info: jest.fn(), warn: jest.fn(), error: jest.fn() };
  const open = async (url: string): Promise<void> => {
    const link = await openLink({ log, url, name: 'test' });
    await link.health();
    await link.close();
  };

  it('is told by the user and password of the URL; an error shows neither', async () => {
    const server = await start('--user', 'parley', '--pass', 'p@ss');
    await open(`nats://parley:p%40ss@${server}`);
    const error = await open(`nats://parley:wrong@${server}`).catch((thrown: unknown) => thrown);
    expect(String(error)).toContain(`Cannot reach NATS at nats://${server}`);
    expect(String(error)).not.toContain('wrong');
  });

  it('is told by the token of the URL', async () => {
    const server = await start('--auth', 'a-token');
    await open(`nats://a-token@${server}`);
    await expect(open(`nats://${server}`)).rejects.toThrow('Cannot reach NATS');
  });
});
