import { eventually } from '@parley/testing';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, createApi, ok } from './support/api';
import { type Mailbox, openMailbox } from './support/mailbox';
import { startAsking } from './support/ask-every';
import { type Attack, readDemo } from './support/neighbours/attack';
import { signUp } from './support/people';
import { hasServices, removeHome, type RunningPlatform, startPlatform } from './support/platform';

const folder = join(__dirname, 'support/neighbours');

/** What each file of the folder has. */
const attacks = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && file !== 'attack.ts')
  .flatMap((file): Attack[] => (jest.requireActual(join(folder, file)) as { attacks: Attack[] }).attacks);

/** How long a neighbour waited, in milliseconds, the shortest first; `held` is the latest that a process of the platform was. */
const toRow = (name: string, waits: readonly number[], held: string): Record<string, number | string> => {
  const at = (share: number): number =>
    Math.round(waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? 0);
  return { name, asked: waits.length, median: at(0.5), p99: at(0.99), max: at(1), held };
};

/** Where the platform's processes have their metrics. */
const metricsPages = ({ origin, home }: RunningPlatform): string[] => {
  const own = `${origin}/metrics`;
  if (!hasServices) return [own];
  const state = JSON.parse(readFileSync(join(home, 'services.json'), 'utf8')) as Record<
    string,
    { ops: number }
  >;
  return Object.entries(state).map(([service, { ops }]) =>
    service === 'gateway' ? own : `http://127.0.0.1:${ops}/metrics`,
  );
};

/** The process whose event loop was latest since the last call, and its milliseconds. */
const readHeld = async (platform: RunningPlatform): Promise<string> => {
  const pages = await Promise.all(metricsPages(platform).map(async (page) => (await fetch(page)).text()));
  const late = pages
    .flatMap((page) => [
      ...page.matchAll(/^nodejs_eventloop_lag_max_seconds\{.*service="(\w+)".*\} (\S+)$/gm),
    ])
    .map(([, service, seconds]) => ({ service, ms: Math.round(Number(seconds) * 1000) }))
    .sort((a, b) => b.ms - a.ms);
  return `${late[0]?.ms} ${late[0]?.service}`;
};

describe(`a neighbour of another project, who asks every 10 ms, ${hasServices ? 'one process per service' : 'one process'}`, () => {
  const rows: Record<string, number | string>[] = [];
  let mailbox: Mailbox;
  let platform: RunningPlatform;
  let neighbour: Api;

  /** Asks until `work` is done; each question must be answered. */
  const askDuring = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    const stopAsking = await startAsking(`${platform.origin}/v3/tickets?limit=1`, neighbour.credentials);
    await readHeld(platform);
    const { statuses, waits } = await work().then(stopAsking);
    const held = await readHeld(platform);
    expect(new Set(statuses)).toEqual(new Set([200]));
    rows.push(
      toRow(
        name,
        waits.sort((a, b) => a - b),
        held,
      ),
    );
  };

  beforeAll(async () => {
    mailbox = await openMailbox();
    platform = await startPlatform({
      SMTP_URL: mailbox.url,
      RATE_LIMIT_PER_MINUTE: '1000000',
      OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8',
    });
    ({ api: neighbour } = await signUp(
      createApi(() => `${platform.origin}/v3`),
      mailbox,
    ));
    await eventually(() => readDemo(platform), 120_000);
    for (let n = 0; n < 100; n += 1) ok(await neighbour.call('GET', '/tickets?limit=1'));
    await askDuring('nothing', () => sleep(5_000));
  }, 600_000);
  afterAll(async () => {
    const lines = rows.map((row) => Object.values(row).join('\t'));
    process.stdout.write(`name\tasked\tmedian ms\tp99\tmax\tlatest event loop\n${lines.join('\n')}\n`);
    await platform.stop();
    removeHome(platform.home);
    await mailbox.close();
  });

  it.each(attacks.map((attack) => [attack.name, attack] as const))(
    'is answered: %s',
    async (name, { run }) => {
      await askDuring(name, () => run(platform));
      expect((await fetch(`${platform.origin}/readyz`)).status).toBe(200);
    },
    600_000,
  );
});
