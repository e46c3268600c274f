import { eventually, freePort } from '@parley/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, createApi, ok } from './support/api';
import { importReaders, IN_FLIGHT, PEOPLE, startCampaign } from './support/campaign';
import { type Gate, openGate } from './support/gate';
import { type Mailbox, openMailbox } from './support/mailbox';
import { signUp } from './support/people';
import { removeHome, type RunningPlatform, startStandalone, temporaryHome } from './support/platform';

/** Milliseconds that the mail server is away: longer than the 5 s after which a mail is tried again. */
const AWAY_MS = 60_000;
/** A mail server that was away for long leaves attempts of 1 min and 5 min. */
const PATIENCE_MS = 500_000;
const TEST_MS = 900_000;
const GUESTS = 40;
const KILLS = 3;

describe('engagement in one process that is killed with kill -9, or loses its mail server', () => {
  let mailbox: Mailbox;
  let gate: Gate;
  let platform: RunningPlatform;
  let settings: Record<string, string>;
  let admin: Api;
  let projectId: string;
  const api = createApi(() => `${platform.origin}/v3`);

  beforeAll(async () => {
    mailbox = await openMailbox();
    gate = await openGate(mailbox.url);
    settings = {
      PARLEY_HOME: temporaryHome(),
      PORT: String(await freePort()),
      SMTP_URL: gate.url.replace('http:', 'smtp:'),
      PARLEY_DEMO: '0',
      RATE_LIMIT_PER_MINUTE: '1000000',
      SIGNUP_LIMIT_PER_HOUR: '1000',
    };
    platform = await startStandalone(settings);
  }, TEST_MS);
  afterAll(async () => {
    await platform.stop();
    await gate.away();
    await mailbox.close();
    removeHome(platform.home);
  });
  beforeEach(async () => {
    ({ api: admin, projectId } = await signUp(api, mailbox));
  });

  const restart = async (): Promise<void> => {
    await platform.kill();
    platform = await startStandalone(settings);
  };

  it(
    `a campaign of ${PEOPLE} leaves nobody out, and at most ${IN_FLIGHT} mails a kill arrive twice, with the same Message-ID and Date`,
    async () => {
      await importReaders(admin);
      const campaign = await startCampaign(admin, mailbox, PATIENCE_MS);
      for (let kill = 0; kill < KILLS; kill += 1) {
        await campaign.goesOn(PEOPLE / 5);
        await restart();
      }
      await campaign.reachesAll(KILLS * IN_FLIGHT);
    },
    TEST_MS,
  );

  it(
    `a mail server that is away for ${AWAY_MS} ms in the middle costs nobody a mail`,
    async () => {
      await importReaders(admin);
      const campaign = await startCampaign(admin, mailbox, PATIENCE_MS);
      await campaign.goesOn(PEOPLE / 4);
      await gate.away();
      await sleep(AWAY_MS);
      await gate.back();
      await campaign.reachesAll(IN_FLIGHT);
    },
    TEST_MS,
  );

  it(
    `reports of ${GUESTS} widgets: whoever was told success is counted, and each once`,
    async () => {
      const { apiToken } = ok(await admin.call('GET', `/projects/${projectId}`));
      const fields = { name: 'Banner', status: 'live', message: 'Back at noon.' };
      const { id } = ok(await admin.call('POST', '/engagement/banners', fields));
      const guests = await Promise.all(
        Array.from({ length: GUESTS }, async () => {
          const { svcId, svcHash } = ok(
            await api.call('POST', '/shared/sessions', {}, { 'api-token': apiToken }),
          );
          return { 'api-token': apiToken, 'svc-id': svcId, 'svc-hash': svcHash };
        }),
      );
      let successes = 0;
      /** Asks until it is told success, as a widget does. */
      const report = (headers: Record<string, string>, event: string): Promise<void> =>
        eventually(async () => {
          const answer = await api.call('POST', `/shared/engagements/${id}/events`, { event }, headers);
          expect(answer).toMatchObject({ status: 200, body: { success: true } });
          successes += 1;
        }, PATIENCE_MS);
      const all = Promise.all(
        guests.map(async (headers, index) => {
          await sleep(index * 10);
          for (const event of ['seen', 'clicked']) await report(headers, event);
        }),
      );
      await eventually(() => expect(successes).toBeGreaterThan(GUESTS / 2));
      await restart();
      await all;
      const each = { unique: GUESTS, total: GUESTS };
      expect(ok(await admin.call('GET', `/engagements/${id}/statistics`))).toMatchObject({
        ...{ sent: GUESTS, seen: each, clicked: each, dismissed: { unique: 0, total: 0 } },
      });
      expect(ok(await admin.call('GET', `/engagements/${id}/recipients?limit=200`)).total).toBe(GUESTS);
    },
    TEST_MS,
  );
});
