import { freePort } from '@parley/testing';
import { createApi } from './support/api';
import { type Customer, openCustomer } from './support/customer';
import { expectRunsToSurvive } from './support/killed-runs';
import { type Mailbox, openMailbox } from './support/mailbox';
import { removeHome, type RunningPlatform, startStandalone, temporaryHome } from './support/platform';

/** One seed by `TEST_SEED`, else these; more of them by `TEST_SEEDS`. */
const FIRST = Number(process.env['TEST_SEED'] ?? 20_261_123);
const COUNT = Number(process.env['TEST_SEEDS'] ?? (process.env['TEST_SEED'] ? 1 : 2));
const SEEDS = Array.from({ length: COUNT }, (_, index) => FIRST + index);

describe('runs of random workflows while the one process is killed with kill -9', () => {
  let mailbox: Mailbox;
  let platform: RunningPlatform;
  let customer: Customer;
  let settings: Record<string, string>;

  beforeAll(async () => {
    mailbox = await openMailbox();
    settings = {
      PARLEY_HOME: temporaryHome(),
      PORT: String(await freePort()),
      SMTP_URL: mailbox.url,
      PARLEY_DEMO: '0',
      RATE_LIMIT_PER_MINUTE: '100000',
    };
    platform = await startStandalone(settings);
    customer = await openCustomer(
      createApi(() => `${platform.origin}/v3`),
      mailbox,
    );
  });
  afterAll(async () => {
    await platform.stop();
    await mailbox.close();
    removeHome(platform.home);
  });

  it.each(SEEDS)(
    'take every step once and in order (seed %d)',
    async (seed) => {
      const kill = async (): Promise<void> => {
        await platform.kill();
        platform = await startStandalone(settings);
      };
      await expectRunsToSurvive(customer, { seed, workflows: 4, runs: 3, kills: 4, kill });
    },
    300_000,
  );
});
