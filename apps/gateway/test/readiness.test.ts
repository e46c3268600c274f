import { createFolderStore } from '@parley/files';
import { newId } from '@parley/persistence';
import type { Caller } from '@parley/rpc';
import { type Start, serviceNames } from '@parley/runtime';
import { eventually, freePort } from '@parley/testing';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createReadiness } from '../src/edge';
import { startTestGateway } from './support/gateway';

/** A start that waits for engines that are away. */
const patient = async (): Promise<Start> => ({
  waits: true,
  persist: (part) => part(),
  succeeded: () => undefined,
});

/** What readiness says of the parts of a gateway that lacks nothing. */
const allWell = Object.fromEntries(
  ['database', 'files', 'gateway', ...serviceNames].map((part) => [part, 'ok']),
);

describe('readiness', () => {
  it('is given while Redis, mail and models are away, which it names', async () => {
    const gone = (): Promise<never> => Promise.reject(new Error('gone'));
    const gateway = await startTestGateway({
      redisUrl: 'redis://127.0.0.1:1',
      checks: { 'tickets.mail': gone, 'tickets.ai': gone },
    });
    const ready = await fetch(`${gateway.url}/readyz`);
    expect(ready.status).toBe(200);
    expect(await ready.json()).toMatchObject({
      status: 'ready',
      checks: { redis: 'away', 'tickets.mail': 'away', 'tickets.ai': 'away', database: 'ok' },
    });
    expect(await gateway.api('GET', '/tickets')).toMatchObject({ status: 200 });
    expect(await (await fetch(`${gateway.url}/metrics`)).text()).toMatch(/part_up\{part="redis",[^}]*\} 0/);
    expect(gateway.logLines.filter((line) => line.includes('"part":"redis"'))).toHaveLength(1);
    await gateway.stop();
  });

  it('of a disk that is full is not given', async () => {
    const gateway = await startTestGateway({
      files: createFolderStore({
        directory: join(tmpdir(), `parley-files-${newId()}`),
        minFreeBytes: Infinity,
      }),
      start: patient,
    });
    const ready = await fetch(`${gateway.url}/readyz`);
    expect({ status: ready.status, retryAfter: ready.headers.get('retry-after') }).toEqual({
      status: 503,
      retryAfter: '1',
    });
    expect(await ready.json()).toMatchObject({ checks: { files: 'away' } });
    expect(gateway.logLines.some((line) => line.includes('is full'))).toBe(true);
    await gateway.stop();
  });

  it('comes with the engines of the start: until then the process is alive and requests are 503 with Retry-After', async () => {
    let engineIsBack = (): void => undefined;
    const engine = new Promise<void>((resolve) => (engineIsBack = resolve));
    const port = await freePort();
    const starting = startTestGateway({
      config: { port },
      start: async () => {
        await engine;
        return patient();
      },
    });
    const root = `http://127.0.0.1:${port}`;
    await eventually(async () => expect((await fetch(`${root}/healthz`)).status).toBe(200));
    for (const path of ['/readyz', '/startupz', '/v3/tickets']) {
      const { status, headers } = await fetch(`${root}${path}`);
      expect({ path, status, retryAfter: headers.get('retry-after') }).toEqual({
        path,
        status: 503,
        retryAfter: '1',
      });
    }
    engineIsBack();
    const gateway = await starting;
    for (const path of ['/readyz', '/startupz']) expect((await fetch(`${root}${path}`)).status).toBe(200);
    expect(await gateway.api('GET', '/tickets')).toMatchObject({ status: 200 });
    await gateway.stop();
  });

  it('that was given once keeps the gateway in the balancer (/startupz) while a service is away', async () => {
    let away = true;
    const gateway = await startTestGateway({
      callers: (callers) => ({
        ...callers,
        tickets: {
          ...(callers['tickets'] as Caller),
          health: () => (away ? Promise.reject(new Error('away')) : Promise.resolve()),
        },
      }),
    });
    const startedUp = async (): Promise<number> => (await fetch(`${gateway.url}/startupz`)).status;
    expect(await startedUp()).toBe(503);
    away = false;
    expect(await startedUp()).toBe(200);
    away = true;
    expect(await startedUp()).toBe(200);
    expect((await fetch(`${gateway.url}/readyz`)).status).toBe(503);
    await gateway.stop();
  });

  it('is 503 naming the service that is away', async () => {
    const gateway = await startTestGateway({
      callers: (callers) => ({
        ...callers,
        tickets: { ...(callers['tickets'] as Caller), health: () => Promise.reject(new Error('away')) },
      }),
    });
    const ready = await fetch(`${gateway.url}/readyz`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toEqual({
      status: 'unavailable',
      checks: { ...allWell, tickets: 'away' },
    });
    await gateway.stop();
  });

  it('takes the parts of a service whose replica names none, as of a former version, for as ready as itself', async () => {
    let isThere = true;
    let namesParts = true;
    const read = createReadiness(
      { tickets: () => (isThere ? Promise.resolve() : Promise.reject(new Error('away'))) },
      { warn: () => undefined, info: () => undefined },
      {
        tickets: () =>
          namesParts
            ? Promise.resolve([{ name: 'database', ok: true }])
            : Promise.reject(new Error('not implemented')),
      },
    );
    const all = (state: string): object => ({
      ready: state === 'ok',
      checks: { tickets: state, 'tickets.database': state },
    });
    expect(await read()).toEqual(all('ok'));
    namesParts = false;
    expect(await read()).toEqual(all('ok'));
    isThere = false;
    expect(await read()).toEqual(all('away'));
  });
});
