import { eventually, freePort } from '@parley/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, createApi, ok } from './support/api';
import { type Dovecot, hasDovecot, startDovecot } from './support/dovecot';
import { type Mailbox, openMailbox } from './support/mailbox';
import { newAddress, signUp } from './support/people';
import {
  hasServices,
  removeHome,
  type RunningPlatform,
  startPlatform,
  temporaryHome,
} from './support/platform';
import { sendBySmtp } from './support/send-by-smtp';

const MAILS = 500;
const KILLS = 30;
const TEST_MS = 1_200_000;
/** Senders that hand in mail at the same time. */
const SENDERS = 4;
/** In many processes, those that a mail passes. */
const KILLED = ['mail', 'tickets', 'contacts'];

const describeDovecot = hasDovecot ? describe : describe.skip;

describeDovecot(
  `mail by SMTP and IMAP while ${hasServices ? 'its services are' : 'the platform is'} killed with kill -9`,
  () => {
    let outbox: Mailbox;
    let server: Dovecot;
    let platform: RunningPlatform;
    let settings: Record<string, string>;
    let admin: Api;

    beforeAll(async () => {
      outbox = await openMailbox();
      server = await startDovecot();
      settings = {
        PARLEY_HOME: temporaryHome(),
        PORT: String(await freePort()),
        MAIL_PORT: String(await freePort()),
        SMTP_URL: outbox.url,
        PARLEY_DEMO: '0',
        RATE_LIMIT_PER_MINUTE: '1000000',
        OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8',
      };
      platform = await startPlatform(settings);
      ({ api: admin } = await signUp(
        createApi(() => `${platform.origin}/v3`),
        outbox,
      ));
    }, TEST_MS);
    afterAll(async () => {
      await platform.stop();
      await server.stop();
      await outbox.close();
      removeHome(platform.home);
    });

    const kill = async (n: number): Promise<void> => {
      if (hasServices) return platform.kill(KILLED[n % KILLED.length]);
      await platform.kill();
      platform = await startPlatform(settings);
    };
    const write = (to: string, title: string): string =>
      [
        'From: Mia Berg <mia@customer.example>',
        `To: ${to}`,
        `Subject: ${title}`,
        `Message-ID: <${title.replaceAll(' ', '.')}@customer.example>`,
        `Date: ${new Date().toUTCString()}`,
        '',
        `Words of ${title}.`,
        '',
      ].join('\r\n');
    /** As a mail server does: again and again, until the mail is taken. A greylisting, or a limit of mails a minute, is waited for. */
    const handIn = async (to: string, title: string): Promise<void> => {
      const data = write(to, title);
      for (;;) {
        try {
          await sendBySmtp(Number(settings['MAIL_PORT']), { from: 'mia@customer.example', to: [to], data });
          return;
        } catch (error) {
          expect((error as Error).message).not.toMatch(/^5/);
          await sleep(300);
        }
      }
    };

    it(
      `none of ${MAILS} mails is lost or doubled by ${KILLS} kills`,
      async () => {
        const bySmtp = newAddress('smtp');
        const byImap = newAddress('imap');
        const { port, user, password } = server;
        const incoming = { type: 'imap', host: '127.0.0.1', port, secure: false, user, password };
        ok(
          await admin.call('POST', '/mailboxes', { name: 'S', address: bySmtp, incoming: { type: 'smtp' } }),
        );
        ok(await admin.call('POST', '/mailboxes', { name: 'I', address: byImap, incoming }));
        const titles = (kind: string): string[] =>
          Array.from({ length: MAILS / 2 }, (_, n) => `${kind} ${n}`);
        const waiting = titles('smtp');
        let left = MAILS / 2;
        const senders = Array.from({ length: SENDERS }, async () => {
          for (let title = waiting.pop(); title !== undefined; title = waiting.pop()) {
            await handIn(bySmtp, title);
            left -= 1;
          }
        });
        let kills = 0;
        const killing = (async () => {
          for (; kills < KILLS; kills += 1) {
            for (const title of titles('imap').slice(
              (kills * MAILS) / 2 / KILLS,
              ((kills + 1) * MAILS) / 2 / KILLS,
            ))
              server.deliver(write(byImap, title));
            await sleep(500 + Math.random() * 1_500);
            await kill(kills);
          }
        })();
        await Promise.all([...senders, killing]);
        expect({ kills, left }).toEqual({ kills: KILLS, left: 0 });
        const expected = [...titles('smtp'), ...titles('imap')].sort();
        await eventually(async () => {
          const found: string[] = [];
          for (let skip = 0; skip < MAILS + 100; skip += 100) {
            const page = ok(await admin.call('GET', `/tickets?limit=100&skip=${skip}&sort=createdAt`));
            found.push(...page.tickets.map(({ title }: { title: string }) => title));
          }
          expect(found.length).toBeGreaterThanOrEqual(MAILS);
          expect(found.sort()).toEqual(expected);
        }, 240_000);
      },
      TEST_MS,
    );
  },
);
