import { loadConfig } from '@parley/config';
import { unavailable } from '@parley/errors';
import { eventually } from '@parley/testing';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createStart, demandEngines, platformTable, reachEngines, StartError } from './index';

/** Listens; on the port that it had before when one is given. */
const listen = async (wanted = 0): Promise<{ server: Server; port: number }> => {
  const server = createServer((socket) => socket.end()).listen(wanted, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as { port: number }).port };
};

const close = async (server: Server): Promise<void> => {
  server.close();
  await once(server, 'close');
};

describe('the engines of a start', () => {
  let home: string;
  let lines: string[];
  const log = {
    warn: (_: unknown, text?: string) => void lines.push(String(text)),
    info: (text: unknown) => void lines.push(String(text)),
  } as never;
  const config = (environment: Record<string, string>) =>
    loadConfig(platformTable, { PARLEY_HOME: home, ...environment });
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'parley-home-'));
    lines = [];
  });
  afterEach(() => rmSync(home, { recursive: true }));

  it('pass when nothing is named or everything named answers', async () => {
    await reachEngines(config({}), log);
    const { server, port } = await listen();
    await reachEngines(config({ NATS_URL: `nats://127.0.0.1:${port}` }), log);
    await close(server);
    expect(lines).toEqual([]);
  });

  it('that are away end a first start with the name and variable of each, and no password', async () => {
    const attempt = reachEngines(
      config({
        NATS_URL: 'nats://127.0.0.1:1',
        MEILI_URL: 'http://127.0.0.1:1',
        S3_ENDPOINT: 'http://127.0.0.1:1',
      }),
      log,
      { variable: 'TICKETS_DATABASE_URL', url: 'postgres://parley:hunter2@127.0.0.1:1/parley' },
    );
    await expect(attempt).rejects.toThrow(StartError);
    const { message } = (await attempt.catch((error: unknown) => error)) as Error;
    for (const name of ['NATS (NATS_URL)', 'PostgreSQL (TICKETS_DATABASE_URL)', 'Meilisearch (MEILI_URL)'])
      expect(message).toContain(name);
    expect(message).toContain('The S3 server (S3_ENDPOINT) cannot be reached at 127.0.0.1:1: ECONNREFUSED');
    expect(message).not.toContain('hunter2');
  });

  it('are not asked for Redis, SMTP and models', async () => {
    const away = {
      REDIS_URL: 'redis://127.0.0.1:1',
      SMTP_URL: 'smtp://127.0.0.1:1',
      AI_BASE_URL: 'http://127.0.0.1:1/v1',
    };
    await reachEngines(config(away), log);
    expect(lines).toEqual([]);
  });

  it('that a start of this home has reached are waited for by later ones', async () => {
    const { server, port } = await listen();
    const environment = { NATS_URL: `nats://127.0.0.1:${port}` };
    const first = await reachEngines(config(environment), log);
    expect(first.waits).toBe(false);
    first.succeeded();
    await close(server);

    let reached = false;
    const second = reachEngines(config(environment), log).then((start) => {
      reached = true;
      return start;
    });
    await eventually(() => expect(lines).toEqual([`Waiting for NATS (NATS_URL) at 127.0.0.1:${port}`]));
    expect(reached).toBe(false);
    const again = await listen(port);
    expect((await second).waits).toBe(true);
    expect(lines[1]).toBe(`NATS (NATS_URL) answers at 127.0.0.1:${port}`);
    await close(again.server);
    await expect(reachEngines(config({ NATS_URL: 'nats://127.0.0.1:1' }), log)).rejects.toThrow(
      'NATS (NATS_URL)',
    );
    await expect(demandEngines(config(environment))).rejects.toThrow('NATS (NATS_URL)');
  });

  it('that were reached before and can be done without are done without', async () => {
    const { server, port } = await listen();
    const environment = { MEILI_URL: `http://127.0.0.1:${port}` };
    (await reachEngines(config(environment), log)).succeeded();
    await close(server);
    await reachEngines(config(environment), log);
    expect(lines).toEqual(['Meilisearch (MEILI_URL) is away; starting without it']);
  });

  it('are waited for by a first start too with WAIT_FOR_ENGINES', async () => {
    const { server, port } = await listen();
    await close(server);
    const start = reachEngines(config({ NATS_URL: `nats://127.0.0.1:${port}`, WAIT_FOR_ENGINES: '1' }), log);
    await eventually(() => expect(lines).toHaveLength(1));
    const again = await listen(port);
    expect((await start).waits).toBe(true);
    await close(again.server);
  });
});

describe('a part of a start that meets an engine that is away', () => {
  const warned: string[] = [];
  const log = { warn: (_: unknown, text?: string) => void warned.push(String(text)) } as never;
  const failing = (times: number, error: Error): (() => Promise<number>) => {
    let calls = 0;
    return () => ((calls += 1) <= times ? Promise.reject(error) : Promise.resolve(calls));
  };
  const start = (waits: boolean) => createStart({ log, waits, succeeded: () => undefined, retryMs: 1 });

  it('runs again until it is back, where the start waits', async () => {
    expect(await start(true).persist(failing(3, unavailable('NATS is away')))).toBe(4);
    expect(warned).toEqual(['The start waits for an engine that is away']);
  });

  it('fails where it does not, and for any other reason', async () => {
    await expect(start(false).persist(failing(1, unavailable('NATS is away')))).rejects.toThrow(
      'NATS is away',
    );
    await expect(start(true).persist(failing(1, new TypeError('x is undefined')))).rejects.toThrow(TypeError);
  });
});
