import { openDatabase } from '@parley/persistence';
import { describeWith, eventually } from '@parley/testing';
import { createApi } from './support/api';
import { importReaders, IN_FLIGHT, PEOPLE, startCampaign } from './support/campaign';
import { type Mailbox, openMailbox } from './support/mailbox';
import { signUp } from './support/people';
import { findDatabase, removeHome, type RunningPlatform, startServices } from './support/platform';

const PATIENCE_MS = 500_000;
const TEST_MS = 900_000;
/** Who has a part in a campaign. */
const killed = ['gateway', 'workspace', 'contacts', 'engagement'] as const;
/** Mails that arrive between two kills: less than all of them have arrived by the last one. */
const BETWEEN = PEOPLE / 8;
/** Others send what a killed process has taken up after 60 s. */
const PASSED = '60 seconds';

describeWith('nats')('a campaign on one process per service', () => {
  let mailbox: Mailbox;
  let platform: RunningPlatform;
  const api = createApi(() => `${platform.origin}/v3`);

  beforeAll(async () => {
    mailbox = await openMailbox();
    platform = await startServices({
      SMTP_URL: mailbox.url,
      RATE_LIMIT_PER_MINUTE: '1000000',
    });
  }, TEST_MS);
  afterAll(async () => {
    await platform.stop();
    await mailbox.close();
    removeHome(platform.home);
  });

  /** As if so much time had passed for what the killed process had taken up. */
  const passTime = async (): Promise<void> => {
    const db = openDatabase({
      url: await findDatabase(platform, 'engagement'),
      applicationName: 'test leases',
      maxConnections: 1,
    });
    const rows = await db.query(
      `UPDATE email_delivery SET lease_until = lease_until - interval '${PASSED}'
        WHERE status = 'pending' AND lease_until IS NOT NULL RETURNING id`,
    );
    await db.query(
      `UPDATE job SET taken_until = taken_until - interval '${PASSED}' WHERE status = 'taken' AND name LIKE 'campaign %'`,
    );
    await db.close();
    expect(rows.length).toBeGreaterThan(0);
  };

  it(
    `of ${PEOPLE} leaves nobody out when ${killed.join(', ')} are killed with kill -9 one after the other`,
    async () => {
      const { api: admin } = await signUp(api, mailbox);
      await importReaders(admin);
      mailbox.hold(BETWEEN);
      const campaign = await startCampaign(admin, mailbox, PATIENCE_MS);
      let wanted = BETWEEN;
      for (const service of killed) {
        await eventually(() => expect(campaign.arrived()).toBeGreaterThanOrEqual(wanted), PATIENCE_MS);
        expect(campaign.arrived()).toBeLessThan(PEOPLE);
        await platform.kill(service);
        if (service === 'engagement') await passTime();
        await eventually(async () => {
          expect((await fetch(`${platform.origin}/readyz`)).status).toBe(200);
        }, PATIENCE_MS);
        wanted = campaign.arrived() + BETWEEN;
        mailbox.release();
        mailbox.hold(BETWEEN);
      }
      mailbox.release();
      await campaign.reachesAll(IN_FLIGHT);
    },
    TEST_MS,
  );
});
