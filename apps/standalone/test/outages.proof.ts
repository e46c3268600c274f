import { openDatabase } from '@parley/persistence';
import { serviceDatabaseUrl } from '@parley/runtime';
import { describeWith, eventually, freePort } from '@parley/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, createApi } from './support/api';
import { type Mailbox, openMailbox } from './support/mailbox';
import { type OwnEngine, startOwnNats, startOwnPostgres, startOwnRedis } from './support/own-engines';
import { newAddress, signUp } from './support/people';
import { removeHome, type RunningPlatform, startServices } from './support/platform';
import { type Seen, startTraffic, type Traffic } from './support/traffic';

/** How long each engine stays away, in milliseconds. */
const OUTAGE_MS = 20_000;

/** How long a condition may take to come true on a busy machine, in milliseconds. */
const PATIENCE_MS = 180_000;
/** Longer than the conditions of one test together, in milliseconds. */
const TEST_MS = 600_000;
/** Characters of what the platform printed that a failure shows. */
const SHOWN = 20_000;

const summary = (seen: readonly Seen[]): string[] => [
  ...new Set(seen.map(({ what, status, code }) => `${what} ${status} ${code}`)),
];

describeWith('redis')('an engine that goes away under load and comes back', () => {
  let postgres: OwnEngine;
  let nats: OwnEngine;
  let redis: OwnEngine;
  let mailbox: Mailbox;
  let platform: RunningPlatform;
  let traffic: Traffic;
  let inProject: Api;
  const api = createApi(() => `${platform.origin}/v3`);

  const readiness = async (): Promise<{ status: number; checks: Record<string, string> }> => {
    const response = await fetch(`${platform.origin}/readyz`);
    const { checks } = (await response.json()) as { checks: Record<string, string> };
    return { status: response.status, checks };
  };

  const findPid = (service: string): number => {
    const state = JSON.parse(readFileSync(join(platform.home, 'services.json'), 'utf8')) as Record<
      string,
      { pid: number }
    >;
    return state[service]?.pid ?? 0;
  };

  /** Shows what the platform printed when `work` fails. */
  const explained = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      throw new Error(`${(error as Error).message}\n${platform.output().slice(-SHOWN)}`, { cause: error });
    }
  };

  /** Waits until a whole round of every client has succeeded, and answers nothing but successes from then on. */
  const recovered = async (): Promise<void> => {
    await explained(() =>
      eventually(async () => {
        traffic.take();
        await sleep(1_500);
        const seen = traffic.take();
        expect(new Set(seen.map(({ what }) => what)).size).toBe(7);
        expect(summary(seen.filter(({ status }) => status !== 200))).toEqual([]);
        expect((await readiness()).status).toBe(200);
      }, PATIENCE_MS),
    );
  };

  /** Takes an engine away under load; answers all that the clients saw meanwhile. */
  const outage = async (engine: OwnEngine, meanwhile: () => Promise<void>): Promise<Seen[]> => {
    await recovered();
    traffic.take();
    await engine.away();
    const over = sleep(OUTAGE_MS);
    try {
      await explained(meanwhile);
      await over;
    } finally {
      await engine.back();
    }
    const seen = traffic.take();
    expect(seen.length).toBeGreaterThan(5);
    expect(seen.filter(({ status, retryAfter }) => status === 503 && !Number(retryAfter))).toEqual([]);
    return seen;
  };

  const unexpected = (seen: readonly Seen[], ...allowed: number[]): string[] =>
    summary(seen.filter(({ status }) => ![200, 503, 504, ...allowed].includes(status)));

  /** How often a client found nobody listening: once per kill of the gateway, more when it ends by itself. */
  const mostDowntimes = (seen: readonly Seen[]): number =>
    Math.max(
      ...[...new Set(seen.map(({ client }) => client))].map((name) => {
        const states = seen.filter(({ client }) => client === name).map(({ status }) => status === 0);
        return states.filter((isDown, index) => isDown && !states[index - 1]).length;
      }),
    );

  /** Kills the gateway and waits until it answers again, which it does whatever is away. */
  const killGateway = async (): Promise<void> => {
    await platform.kill('gateway');
    await eventually(readiness, PATIENCE_MS);
  };

  beforeAll(async () => {
    [postgres, nats, redis] = await Promise.all([
      startOwnPostgres(),
      startOwnNats(),
      startOwnRedis({ isAway: true }),
    ]);
    const smtp = await freePort();
    platform = await startServices({
      DATABASE_URL: postgres.url,
      NATS_URL: nats.url,
      REDIS_URL: redis.url,
      SMTP_URL: `smtp://127.0.0.1:${smtp}`,
      AI_BASE_URL: `http://127.0.0.1:${await freePort()}/v1`,
      RATE_LIMIT_PER_MINUTE: '1000000',
    });
    mailbox = await openMailbox(smtp);
  }, TEST_MS);
  afterAll(async () => {
    void traffic?.stop();
    await platform?.stop();
    await mailbox?.close();
    await Promise.all([postgres, nats, redis].map((engine) => engine.stop()));
    removeHome(platform.home);
  });

  it(
    'was not demanded at the start when it is Redis, SMTP or a model: /readyz and a metric name it',
    async () => {
      const { status, checks } = await readiness();
      expect({ status, redis: checks['redis'], database: checks['database'] }).toEqual({
        status: 200,
        redis: 'away',
        database: 'ok',
      });
      const metrics = await (await fetch(`${platform.origin}/metrics`)).text();
      expect(metrics).toMatch(/^part_up\{part="redis",[^}]*\} 0$/m);
      const { ops } = JSON.parse(readFileSync(join(platform.home, 'services.json'), 'utf8')).tickets as {
        ops: number;
      };
      const tickets = await (await fetch(`http://127.0.0.1:${ops}/metrics`)).text();
      expect(tickets).toMatch(/^part_up\{part="ai",[^}]*\} 0$/m);
      await redis.back();
      await eventually(async () => expect((await readiness()).checks['redis']).toBe('ok'));
      // The mail with the code was queued until the server was there.
      ({ api: inProject } = await signUp(api, mailbox));
      traffic = startTraffic(inProject);
      await recovered();
    },
    TEST_MS,
  );

  it(
    'lets requests be 503 and 504 alone when it is PostgreSQL, and processes that die meanwhile wait for it',
    async () => {
      const seen = await outage(postgres, async () => {
        await sleep(2_000);
        for (const service of ['tickets', 'workspace']) await platform.kill(service);
        await killGateway();
        await eventually(async () => {
          const { status, checks } = await readiness();
          expect({ status, database: checks['database'] }).toEqual({ status: 503, database: 'away' });
          expect(platform.output()).toContain('Waiting for PostgreSQL (DATABASE_URL)');
        }, PATIENCE_MS);
      });
      // 0: the gateway itself was killed, and refuses connections until its supervisor has started it again.
      expect(unexpected(seen, 0)).toEqual([]);
      expect(mostDowntimes(seen)).toBeLessThanOrEqual(1);
      expect(seen.some(({ status }) => status === 503)).toBe(true);
      await recovered();
      expect(platform.output()).not.toContain('cannot start');
    },
    TEST_MS,
  );

  it(
    'lets requests succeed when it is NATS, and a service that dies meanwhile waits for it',
    async () => {
      const seen = await outage(nats, async () => {
        await sleep(2_000);
        await platform.kill('contacts');
        await eventually(
          () => expect(platform.output()).toContain('Waiting for NATS (NATS_URL)'),
          PATIENCE_MS,
        );
      });
      expect(unexpected(seen)).toEqual([]);
      expect(seen.some(({ what, status }) => what === 'POST /tickets' && status === 200)).toBe(true);
      await recovered();
    },
    TEST_MS,
  );

  it(
    'lets requests succeed when it is Redis, and a gateway starts without it',
    async () => {
      const seen = await outage(redis, async () => {
        await sleep(2_000);
        await killGateway();
      });
      expect(unexpected(seen, 0)).toEqual([]);
      expect(mostDowntimes(seen)).toBeLessThanOrEqual(1);
      await recovered();
      await eventually(async () => expect((await readiness()).checks['redis']).toBe('ok'));
    },
    TEST_MS,
  );

  it(
    'lets mails wait when it is SMTP',
    async () => {
      const port = Number(new URL(mailbox.url).port);
      await mailbox.close();
      const email = newAddress('waiting');
      const signedUp = await api.call('POST', '/users', { email, name: 'Ada', challengeToken: 'solved' });
      expect(signedUp.status).toBe(200);
      mailbox = await openMailbox(port);
      await eventually(() => {
        expect(mailbox.mails().map(({ to }) => to)).toContain(email);
      }, TEST_MS);
    },
    TEST_MS,
  );

  it('loses nothing that was acknowledged and does nothing twice', async () => {
    await traffic.stop();
    expect(traffic.created().length).toBeGreaterThan(20);
    const titles: string[] = [];
    for (let skip = 0; ; skip += 1_000) {
      const { body } = await inProject.call('GET', `/tickets?limit=1000&skip=${skip}&sort=bugId`);
      titles.push(...body.tickets.map(({ title }: { title: string }) => title));
      if (body.tickets.length < 1_000) break;
    }
    expect([...titles].sort()).toEqual(traffic.created().sort());
  });

  it(
    'leaves no claim of an idempotency key behind: the repeat to a gateway that was killed is answered, and not 409',
    async () => {
      const db = openDatabase({
        url: serviceDatabaseUrl(postgres.url, 'gateway'),
        applicationName: 'outages test',
      });
      const create = (): Promise<number> =>
        inProject
          .call('POST', '/tickets', { title: 'Claimed' }, { 'idempotency-key': 'claimed' })
          .then(({ status }) => status);
      const tickets = findPid('tickets');
      process.kill(tickets, 'SIGSTOP');
      try {
        const first = create().catch(() => 'cut');
        await eventually(async () => {
          const claims = await db.query(
            'SELECT 1 FROM idempotency_keys WHERE answer IS NULL AND lease_until > now()',
          );
          expect(claims).toHaveLength(1);
        });
        await platform.kill('gateway');
        expect(await first).toBe('cut');
      } finally {
        process.kill(tickets, 'SIGCONT');
        await db.close();
      }
      await eventually(async () => expect((await readiness()).status).toBe(200), PATIENCE_MS);
      expect(await create()).toBe(200);
      const { body } = await inProject.call('GET', '/tickets?title=Claimed');
      expect(body.count).toBe(1);
    },
    TEST_MS,
  );
});
