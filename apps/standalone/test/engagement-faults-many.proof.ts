import { databaseNameOf, withDatabaseName } from '@parley/persistence';
import { serviceNames } from '@parley/runtime';
import { createTestDatabase, describeWith, eventually, type TestDatabase } from '@parley/testing';
import { createApi } from './support/api';
import { importReaders, IN_FLIGHT, PEOPLE, startCampaign } from './support/campaign';
import { type Mailbox, openMailbox } from './support/mailbox';
import { type NatsServer, startNats } from './support/nats';
import { signUp } from './support/people';
import { removeHome, type RunningPlatform, startServices } from './support/platform';

const PATIENCE_MS = 500_000;
const TEST_MS = 900_000;
/** Who has a part in a campaign. The one that sends comes last: its leases take 60 s. */
const killed = ['gateway', 'workspace', 'contacts', 'engagement'] as const;

describeWith('nats')('a campaign on one process per service', () => {
  let mailbox: Mailbox;
  let base: TestDatabase;
  let nats: NatsServer;
  let platform: RunningPlatform;
  const api = createApi(() => `${platform.origin}/v3`);

  beforeAll(async () => {
    [mailbox, base, nats] = await Promise.all([openMailbox(), createTestDatabase('campaign'), startNats()]);
    platform = await startServices({
      DATABASE_URL: base.url,
      NATS_URL: nats.url,
      SMTP_URL: mailbox.url,
      RATE_LIMIT_PER_MINUTE: '1000000',
    });
  }, TEST_MS);
  afterAll(async () => {
    await platform.stop();
    await Promise.all([mailbox.close(), nats.stop()]);
    for (const service of [...serviceNames, 'gateway']) {
      const name = databaseNameOf(withDatabaseName(base.url, `${databaseNameOf(base.url)}_${service}`));
      await base.db.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
    }
    await base.drop();
    removeHome(platform.home);
  });

  it(
    `of ${PEOPLE} leaves nobody out when ${killed.join(', ')} are killed with kill -9 one after the other`,
    async () => {
      const { api: admin } = await signUp(api, mailbox);
      await importReaders(admin);
      const campaign = await startCampaign(admin, mailbox, PATIENCE_MS);
      for (const service of killed) {
        await campaign.goesOn(PEOPLE / 8);
        await platform.kill(service);
        await eventually(async () => {
          expect((await fetch(`${platform.origin}/readyz`)).status).toBe(200);
        }, PATIENCE_MS);
      }
      await campaign.reachesAll(IN_FLIGHT);
    },
    TEST_MS,
  );
});
