import { describeWith, engineUrl, eventually } from '@parley/testing';
import { serviceNames } from '@parley/runtime';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { createApi, ok } from './support/api';
import { expectForgotten, fullJobSettings, runFullJob } from './support/full-job';
import { rowsContaining } from './support/leftovers';
import { type Mailbox, openMailbox } from './support/mailbox';
import { runMainJob } from './support/main-job';
import { partNames } from './support/parts';
import { newAddress, signUp } from './support/people';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect as connectTcp } from 'node:net';
import { join } from 'node:path';
import { findDatabase, type RunningPlatform, removeHome, startServices } from './support/platform';

/** How long a condition may take to come true on a busy machine: far above the lease of 60 s that a killed process leaves. */
const PATIENCE_MS = 240_000;
/** Longer than the conditions of one test together, in milliseconds. */
const TEST_MS = 900_000;

describeWith('nats')('the platform as one process per service on real engines', () => {
  let mailbox: Mailbox;
  let platform: RunningPlatform;
  const api = createApi(() => `${platform.origin}/v3`);

  beforeAll(async () => {
    mailbox = await openMailbox();
    const redis = engineUrl('redis');
    const meili = engineUrl('meilisearch');
    platform = await startServices({
      SMTP_URL: mailbox.url,
      ...(redis && { REDIS_URL: redis }),
      ...(meili && { MEILI_URL: meili, MEILI_API_KEY: process.env['TEST_MEILI_API_KEY'] ?? '' }),
      PARLEY_DEMO: '1',
      MAIL_PORT: '',
      SIGNUP_LIMIT_PER_HOUR: '1000',
      ...fullJobSettings,
    });
  }, TEST_MS);
  afterAll(async () => {
    await platform.stop();
    await mailbox.close();
    removeHome(platform.home);
  });

  it(
    'seeds demo data when PARLEY_DEMO asks for it, with the credentials in demo.json',
    async () => {
      const demo = await eventually(
        () => JSON.parse(readFileSync(join(platform.home, 'demo.json'), 'utf8')),
        PATIENCE_MS,
      );
      expect(demo.baseUrl).toBe(`${platform.origin}/v3`);
      const list = await api.as({ token: demo.agent.token, project: demo.projectId }).call('GET', '/tickets');
      expect(list.body.totalCount).toBeGreaterThan(0);
      await eventually(() => expect(platform.output()).toContain(demo.admin.password));
    },
    TEST_MS,
  );

  it('names the same parts in its readiness as one process', async () => {
    await eventually(async () => {
      const { checks } = (await (await fetch(`${platform.origin}/readyz`)).json()) as { checks: object };
      expect(Object.keys(checks)).toEqual(expect.arrayContaining([...partNames]));
      expect(new Set(Object.values(checks))).toEqual(new Set(['ok']));
    }, PATIENCE_MS);
  });

  it(
    'takes mail at a port of its own, so that another platform runs beside it, and names it',
    async () => {
      const [, port] = /SMTP +port (\d+)/.exec(platform.output()) ?? [];
      expect(port).not.toBe('2525');
      // It listens as soon as the demo has its mailbox.
      await eventually(async () => {
        const socket = connectTcp(Number(port), '127.0.0.1');
        const [greeting] = await once(socket, 'data');
        socket.destroy();
        expect(String(greeting)).toMatch(/^220 /);
      }, PATIENCE_MS);
    },
    TEST_MS,
  );

  it('leads from mails to the address of the gateway, whatever its port', async () => {
    const { api: inProject } = await signUp(api, mailbox);
    const invited = newAddress('invited');
    expect((await inProject.call('POST', '/invitations/projects', { emails: [invited] })).status).toBe(200);
    const mail = await mailbox.waitFor(invited, ({ text }) => Boolean(text?.includes('/invitations/')));
    const [link = ''] = /http\S+\/invitations\/\S+/.exec(mail.text ?? '') ?? [];
    expect(new URL(link).origin).toBe(platform.origin);
    expect((await fetch(link)).status).toBe(200);
  });

  it(
    'does the main job, and delete leaves nothing behind in any table, index or stream',
    async () => {
      const { api: inProject, ticketId, contactId } = await runMainJob(api, mailbox);
      expect((await inProject.call('DELETE', `/tickets/${ticketId}`)).status).toBe(204);
      await eventually(async () => {
        for (const service of serviceNames) {
          const rows = await rowsContaining(await findDatabase(platform, service), [
            ticketId,
            'quarterly',
            'Missing invoice',
          ]);
          // Streams tell for a day that it was deleted.
          expect(rows.filter((row) => !/"name":"(ticket|conversation)\.deleted"/.test(row))).toEqual([]);
        }
        expect((await inProject.call('GET', '/tickets/search?searchTerm=quarterly')).body.hits).toEqual([]);
      }, PATIENCE_MS);
      expect((await inProject.call('DELETE', `/sessions/${contactId}`)).status).toBe(204);
      await eventually(async () => {
        for (const service of serviceNames) {
          expect(
            await rowsContaining(await findDatabase(platform, service), [contactId, 'Lin Q. Park']),
          ).toEqual([]);
        }
      }, PATIENCE_MS);
      const connection = await connect({ servers: platform.env['NATS_URL'] ?? '' });
      const manager = await jetstreamManager(connection);
      await eventually(async () => {
        for await (const { config, state } of manager.streams.list()) {
          expect({ stream: config.name, messages: state.messages }).toEqual({
            stream: config.name,
            messages: 0,
          });
        }
      }, PATIENCE_MS);
      await connection.close();
    },
    TEST_MS,
  );

  it(
    'deletes a file with the last message that names it, which another process keeps',
    async () => {
      const { api: inProject } = await signUp(api, mailbox);
      const form = new FormData();
      form.append('file', new Blob(['A contract.']), 'contract.txt');
      const { fileUrl } = ok(await inProject.call('POST', '/uploads', form));
      const { id: ticket } = ok(await inProject.call('POST', '/tickets', { title: 'Contract' }));
      const attachments = [{ name: 'contract.txt', url: fileUrl }];
      ok(await inProject.call('POST', '/messages', { ticket, comment: 'Signed', attachments }));
      expect((await fetch(fileUrl)).status).toBe(200);
      ok(await inProject.call('DELETE', `/tickets/${ticket}`));
      await eventually(async () => expect((await fetch(fileUrl)).status).toBe(404), PATIENCE_MS);
    },
    TEST_MS,
  );

  it(
    'does what came after the main job, and a deleted contact leaves nothing',
    async () => {
      const job = await runFullJob(api, mailbox);
      await expectForgotten(job, platform);
    },
    TEST_MS,
  );

  it(
    'loses nothing acknowledged and sends nothing twice while every service is killed with kill -9',
    async () => {
      const { api: inProject } = await signUp(api, mailbox);
      const customer = newAddress('survivor');
      const patient = async (
        method: string,
        path: string,
        body: unknown,
        key: string,
      ): Promise<{ id: string; bugId: number }> =>
        eventually(async () => {
          const answer = await inProject.call(method, path, body, { 'idempotency-key': key });
          if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
          return answer.body;
        }, PATIENCE_MS);

      const victims = [
        'tickets',
        'gateway',
        'contacts',
        'tickets',
        'workspace',
        'tickets',
        'gateway',
        'tickets',
      ];
      let writing = true;
      const killing = (async () => {
        for (const victim of victims) {
          await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * 900));
          await platform.kill(victim).catch(() => undefined);
          if (!writing) return;
        }
      })();

      const contact = await patient('POST', '/sessions', { userId: 'survivor', email: customer }, 'contact');
      const tickets: string[] = [];
      const sent: { id: string; text: string }[] = [];
      for (let round = 0; round < 8; round += 1) {
        const ticket = await patient(
          'POST',
          '/tickets',
          { session: contact.id, title: `Survivor ${round}`, type: 'INQUIRY' },
          `ticket-${round}`,
        );
        tickets.push(ticket.id);
        for (let reply = 0; reply < 5; reply += 1) {
          const text = `reply number ${round}-${reply}.`;
          const message = await patient(
            'POST',
            '/messages',
            { ticket: ticket.id, comment: text },
            `reply-${round}-${reply}`,
          );
          sent.push({ id: message.id, text });
        }
      }
      await killing;
      writing = false;

      const list = await eventually(async () => {
        const answer = await inProject.call('GET', '/tickets?limit=100&sort=bugId');
        expect(answer.status).toBe(200);
        return answer.body;
      }, PATIENCE_MS);
      expect(list.totalCount).toBe(tickets.length);
      expect(list.tickets.map(({ id }: { id: string }) => id)).toEqual(tickets);
      expect(list.tickets.map(({ bugId }: { bugId: number }) => bugId)).toEqual(
        tickets.map((_, index) => index + 1),
      );
      for (const ticket of tickets) {
        const { body } = await inProject.call('GET', `/messages?ticket=${ticket}&sort=createdAt`);
        expect(body.map(({ index }: { index: number }) => index)).toEqual([1, 2, 3, 4, 5]);
      }

      await eventually(() => {
        const mails = mailbox.mails().filter(({ to }) => to === customer);
        for (const { text } of sent) {
          const copies = mails.filter(({ mail }) => mail.text?.includes(text));
          expect({ text, sent: new Set(copies.map(({ mail }) => mail.messageId)).size }).toEqual({
            text,
            sent: 1,
          });
        }
      }, PATIENCE_MS);
      await eventually(async () => {
        const { body } = await inProject.call('GET', '/tickets/search?searchTerm=Survivor');
        expect(body.hits).toHaveLength(tickets.length);
      }, PATIENCE_MS);
    },
    TEST_MS,
  );

  it(
    'answers 503 with a problem document while a service is away, and recovers',
    async () => {
      const { api: inProject } = await signUp(api, mailbox);
      await platform.kill('contacts');
      const seen = new Set<number>();
      await eventually(async () => {
        const answer = await inProject.call('GET', '/sessions');
        seen.add(answer.status);
        expect(answer.status).toBe(200);
      }, PATIENCE_MS);
      expect([...seen].filter((status) => ![200, 503].includes(status))).toEqual([]);
    },
    TEST_MS,
  );
});
