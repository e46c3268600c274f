import { eventually, freePort } from '@parley/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, createApi, ok } from './support/api';
import type { Document } from './support/engagement';
import { type Mailbox, openMailbox } from './support/mailbox';
import { signUp } from './support/people';
import { removeHome, type RunningPlatform, startStandalone, temporaryHome } from './support/platform';

const GUESTS = 60;
const KILLS = 4;
const PATIENCE_MS = 300_000;
const TEST_MS = 900_000;
const ANSWERS = [{ nps: 9 }, { why: 'Speed' }, { face: 4 }];

describe('surveys in one process that is killed with kill -9', () => {
  let mailbox: Mailbox;
  let platform: RunningPlatform;
  let settings: Record<string, string>;
  const api = createApi(() => `${platform.origin}/v3`);

  beforeAll(async () => {
    mailbox = await openMailbox();
    settings = {
      PARLEY_HOME: temporaryHome(),
      PORT: String(await freePort()),
      SMTP_URL: mailbox.url,
      PARLEY_DEMO: '0',
      RATE_LIMIT_PER_MINUTE: '1000000',
      SIGNUP_LIMIT_PER_HOUR: '1000',
    };
    platform = await startStandalone(settings);
  }, TEST_MS);
  afterAll(async () => {
    await platform.stop();
    await mailbox.close();
    removeHome(platform.home);
  });

  const listAll = async (admin: Api, path: string): Promise<Document[]> => {
    const rows: Document[] = [];
    for (;;) {
      const mark = path.includes('?') ? '&' : '?';
      const body = ok(await admin.call('GET', `${path}${mark}limit=50&skip=${rows.length}`));
      const page: Document[] = body.tickets ?? body;
      rows.push(...page);
      if (page.length < 50) return rows;
    }
  };

  it(
    `${GUESTS} contacts answer while it is killed ${KILLS} times: each counts once, with every answer, one webhook and one ticket`,
    async () => {
      const { api: admin, projectId } = await signUp(api, mailbox);
      const { apiToken } = ok(await admin.call('GET', `/projects/${projectId}`));
      const webhook = ok(
        await admin.call('POST', '/webhooks', {
          name: 'Answers',
          url: 'https://hooks.example/',
          events: ['SURVEY_ANSWERED'],
        }),
      );
      const questions = [
        { id: 'nps', type: 'nps', title: 'How likely?' },
        { id: 'why', type: 'text', title: 'Why?' },
        { id: 'face', type: 'emoji', title: 'And now?' },
      ];
      const fields = { name: 'Survey', status: 'live', config: { questions, ticket: true } };
      const { id } = ok(await admin.call('POST', '/engagement/surveys', fields));
      const guests = await Promise.all(
        Array.from({ length: GUESTS }, async () => {
          const key = { 'api-token': apiToken };
          const { svcId, svcHash } = ok(await api.call('POST', '/shared/sessions', {}, key));
          return { ...key, 'svc-id': svcId, 'svc-hash': svcHash };
        }),
      );
      let stored = 0;
      /** Sends an answer until it is stored, as a widget does. */
      const answer = (headers: Record<string, string>, answers: object): Promise<void> =>
        eventually(async () => {
          const body = { answers, round: 1 };
          const { status } = await api.call('PUT', `/shared/engagements/${id}/answers`, body, headers);
          expect(status).toBe(200);
          stored += 1;
        }, PATIENCE_MS);
      const all = Promise.all(
        guests.map(async (headers, index) => {
          await sleep(index * 40);
          for (const answers of ANSWERS) await answer(headers, answers);
        }),
      );
      const steps = GUESTS * ANSWERS.length;
      for (let kill = 1; kill <= KILLS; kill += 1) {
        await eventually(
          () => expect(stored).toBeGreaterThanOrEqual((kill * steps) / (KILLS + 1)),
          PATIENCE_MS,
        );
        await platform.kill();
        platform = await startStandalone(settings);
      }
      await all;
      const path = `/engagement/surveys/${id}/responses`;
      await eventually(async () => {
        const responses = await listAll(admin, path);
        expect(responses.filter(({ ticket }) => ticket === undefined)).toEqual([]);
      }, PATIENCE_MS);
      const responses = await listAll(admin, path);
      expect(responses).toHaveLength(GUESTS);
      for (const response of responses)
        expect(response).toMatchObject({ status: 'completed', answers: { nps: 9, why: 'Speed', face: 4 } });
      expect(new Set(responses.map(({ session }) => session.id)).size).toBe(GUESTS);
      const tickets = await listAll(admin, '/tickets?type=SURVEY');
      expect(tickets.map((ticket) => ticket.id).sort()).toEqual(responses.map(({ ticket }) => ticket).sort());
      for (const ticket of tickets)
        expect(ok(await admin.call('GET', `/messages?ticket=${ticket.id}`))).toHaveLength(1);
      const each = { unique: GUESTS, total: GUESTS };
      expect(ok(await admin.call('GET', `/engagements/${id}/statistics`))).toMatchObject({
        ...{ sent: GUESTS, replied: each, completed: each },
      });
      const summary = ok(await admin.call('GET', `${path}/summarize`));
      expect(summary).toMatchObject({ completed: GUESTS, partial: 0 });
      await eventually(async () => {
        const deliveries = await listAll(admin, `/webhooks/${webhook.id}/deliveries`);
        expect(deliveries).toHaveLength(GUESTS);
      }, PATIENCE_MS);
    },
    TEST_MS,
  );
});
