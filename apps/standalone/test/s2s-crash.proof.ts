import { describeWith, engineUrl, eventually } from '@parley/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, createApi, ok } from './support/api';
import { type Customer, openCustomer } from './support/customer';
import { type Mailbox, openMailbox } from './support/mailbox';
import { type OwnEngine, startOwnNats } from './support/own-engines';
import { removeHome, type RunningPlatform, startServices } from './support/platform';

/** Contacts who write at the same time, and messages that are acknowledged to each between two kills at least. */
const CONTACTS = 4;
const BETWEEN = 15;

interface StreamPage {
  events: { seq: number; event: string; data: { message?: { id: string } } }[];
  seq: number;
  resync: boolean;
}

describeWith('redis')(
  'streams of contacts while processes are killed with kill -9 and NATS goes away',
  () => {
    let mailbox: Mailbox;
    let nats: OwnEngine;
    let platform: RunningPlatform;
    let customer: Customer;
    let backend: Api;

    beforeAll(async () => {
      [mailbox, nats] = await Promise.all([openMailbox(), startOwnNats()]);
      platform = await startServices({
        NATS_URL: nats.url,
        REDIS_URL: engineUrl('redis') ?? '',
        SMTP_URL: mailbox.url,
        RATE_LIMIT_PER_MINUTE: '1000000',
        // Other platforms count sign-ups from this address in the same Redis.
        SIGNUP_LIMIT_PER_HOUR: '1000000',
      });
      customer = await openCustomer(
        createApi(() => `${platform.origin}/v3`),
        mailbox,
      );
      ({ backend } = customer);
    }, 240_000);
    afterAll(async () => {
      await platform.stop();
      await Promise.all([mailbox.close(), nats.stop()]);
      removeHome(platform.home);
    });

    it('miss no acknowledged message, tell none twice, and number without a gap', async () => {
      const speakers = await Promise.all(
        Array.from({ length: CONTACTS }, async () => {
          const consumerId = customer.newConsumer();
          const { id } = await customer.open(consumerId, { message: 'Hello' });
          return { consumerId, id, acknowledged: [] as string[] };
        }),
      );
      let isOver = false;
      const speak = async ({ id, acknowledged }: (typeof speakers)[number]): Promise<void> => {
        for (let number = 0; !isOver; number += 1) {
          const message = { comment: `${number}`, clientMutationId: `m-${number}` };
          // What was not answered is asked again, as a client would.
          for (;;) {
            const answer = await backend
              .call('POST', `/s2s/conversations/${id}/messages`, message)
              .catch(() => undefined);
            if (answer?.status === 200) {
              acknowledged.push(answer.body.id);
              break;
            }
            expect([undefined, 502, 503, 504]).toContain(answer?.status);
            await sleep(50);
          }
        }
      };
      const everyoneGoesOn = async (): Promise<void> => {
        const before = speakers.map(({ acknowledged }) => acknowledged.length);
        await eventually(
          () =>
            speakers.forEach(({ acknowledged }, index) =>
              expect(acknowledged.length).toBeGreaterThanOrEqual((before[index] ?? 0) + BETWEEN),
            ),
          90_000,
        );
      };
      const speaking = Promise.all(speakers.map(speak));
      const misfortunes: (() => Promise<void>)[] = [
        () => platform.kill('s2s'),
        () => platform.kill('tickets'),
        async () => {
          await nats.away();
          await sleep(1_000);
          await nats.back();
        },
        () => platform.kill('s2s'),
      ];
      for (const strike of misfortunes) {
        await everyoneGoesOn();
        await strike();
      }
      await everyoneGoesOn();
      isOver = true;
      await speaking;

      for (const { consumerId, acknowledged } of speakers) {
        const events = await eventually(async () => {
          const all: StreamPage['events'] = [];
          for (;;) {
            const after = all.length;
            const page = ok(
              await backend.call(
                'GET',
                `/s2s/stream/events?consumerId=${consumerId}&after=${after}&limit=1000`,
              ),
            ) as StreamPage;
            expect(page.resync).toBe(false);
            all.push(...page.events);
            if (all.length === page.seq) break;
          }
          const told = new Set(all.map(({ data }) => data.message?.id));
          expect(acknowledged.filter((id) => !told.has(id))).toEqual([]);
          return all;
        });
        expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
        const created = events.flatMap(({ event, data }) =>
          event === 'message.created' && data.message ? [data.message.id] : [],
        );
        expect(new Set(created).size).toBe(created.length);
        // In the order in which they were acknowledged to one who waits for each.
        expect(created.slice(1)).toEqual(acknowledged);
      }
    }, 400_000);
  },
);
