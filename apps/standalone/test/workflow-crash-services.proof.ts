import { describeWith } from '@parley/testing';
import { createApi } from './support/api';
import { type Customer, openCustomer } from './support/customer';
import { expectRunsToSurvive } from './support/killed-runs';
import { type Mailbox, openMailbox } from './support/mailbox';
import { type OwnEngine, startOwnNats } from './support/own-engines';
import { removeHome, type RunningPlatform, startServices } from './support/platform';

const SEED = Number(process.env['TEST_SEED'] ?? 20_261_123);
/** Kills, in the order of the seed; each process dies at least once. */
const KILLS = Number(process.env['TEST_KILLS'] ?? 7);
const PARTS = ['s2s', 'tickets', 'gateway', 'contacts', 'NATS', 'workspace', 's2s'];

describeWith('nats')('runs of random workflows while processes are killed with kill -9', () => {
  let nats: OwnEngine;
  let mailbox: Mailbox;
  let platform: RunningPlatform;
  let customer: Customer;

  beforeAll(async () => {
    nats = await startOwnNats();
    mailbox = await openMailbox();
    platform = await startServices({
      NATS_URL: nats.url,
      SMTP_URL: mailbox.url,
      PARLEY_DEMO: '0',
      RATE_LIMIT_PER_MINUTE: '100000',
    });
    customer = await openCustomer(
      createApi(() => `${platform.origin}/v3`),
      mailbox,
    );
  }, 240_000);
  afterAll(async () => {
    await platform.stop();
    await nats.stop();
    await mailbox.close();
    removeHome(platform.home);
  });

  it(`take every step once and in order (seed ${SEED})`, async () => {
    let count = SEED;
    const kill = async (): Promise<void> => {
      const part = PARTS[(count += 1) % PARTS.length] ?? 's2s';
      if (part !== 'NATS') return platform.kill(part);
      await nats.away();
      await nats.back();
    };
    await expectRunsToSurvive(customer, { seed: SEED, workflows: 3, runs: 3, kills: KILLS, kill });
  }, 400_000);
});
