import { describeWith, eventually, openBrowser } from '@parley/testing';
import type { Browser } from 'playwright-core';
import { type Answer, createApi, ok } from './support/api';
import { type Customer, openCustomer } from './support/customer';
import { closeLive, listen, findRealtime } from './support/live';
import { type Mailbox, openMailbox } from './support/mailbox';
import { type OwnEngine, startOwnNats } from './support/own-engines';
import { removeHome, type RunningPlatform, startServices } from './support/platform';
import { type Shop, startShop } from './support/shop';

describe('live connections while processes are killed with kill -9', () => {
  let nats: OwnEngine;
  let mailbox: Mailbox;
  let platform: RunningPlatform;
  let customer: Customer;
  let realtime: { key: string; host: string; port: number };

  beforeAll(async () => {
    nats = await startOwnNats();
    mailbox = await openMailbox();
    platform = await startServices({
      NATS_URL: nats.url,
      SMTP_URL: mailbox.url,
      PARLEY_DEMO: '0',
      RATE_LIMIT_PER_MINUTE: '100000',
    });
    const anonymous = createApi(() => `${platform.origin}/v3`);
    customer = await openCustomer(anonymous, mailbox);
    realtime = await findRealtime(anonymous, customer.apiToken);
  }, 240_000);
  afterAll(async () => {
    closeLive();
    await platform.stop();
    await nats.stop();
    await mailbox.close();
    removeHome(platform.home);
  });

  const kill = async (part: string): Promise<void> => {
    if (part !== 'NATS') return platform.kill(part);
    await nats.away();
    await nats.back();
  };

  it.each(['realtime', 's2s', 'tickets', 'NATS'])(
    'miss no acknowledged message, and get no number twice, when %s dies under load',
    async (part) => {
      const consumerId = customer.newConsumer();
      const contact = await customer.contact(consumerId, { name: 'Ada' });
      const numbers: number[] = [];
      const texts = new Set<string>();
      const { channel, began } = listen(realtime, `private-session-${contact.svcId}`, {
        api: customer.backend,
        path: '/s2s/stream/channel-auth',
        more: () => ({ consumerId, after: numbers.at(-1) ?? 0 }),
      });
      channel.bind_global((event: string, data: Answer['body']) => {
        if (event === 'resync') numbers.push(Number.NaN);
        if (event !== 'message.created' && event !== 'conversation.updated') return;
        numbers.push(data.seq);
        if (data.message) texts.add(data.message.plainText);
      });
      await began;
      const { id } = await customer.open(consumerId, { message: 'Before' });
      const acknowledged = ['Before'];
      let isOn = true;
      const send = async (sender: number): Promise<void> => {
        for (let n = 0; isOn; n += 1) {
          const comment = `Message ${sender}.${n}`;
          const body = { comment, clientMutationId: comment };
          const answer = await customer.backend
            .call('POST', `/s2s/conversations/${id}/messages`, body)
            .catch(() => undefined);
          if (answer?.status === 200) acknowledged.push(comment);
          else await new Promise((resolve) => setTimeout(resolve, 200));
        }
      };
      const sending = Promise.all([1, 2, 3].map(send));
      const more = async (count: number): Promise<void> => {
        const before = acknowledged.length;
        await eventually(() => expect(acknowledged.length).toBeGreaterThanOrEqual(before + count));
      };
      await more(20);
      await kill(part);
      await more(20);
      isOn = false;
      await sending;
      await eventually(() => expect(acknowledged.filter((text) => !texts.has(text))).toEqual([]));
      expect(numbers).toEqual(numbers.map((_, at) => at + 1));
      const stream = ok(
        await customer.backend.call('GET', `/s2s/stream/events?consumerId=${consumerId}&limit=1000`),
      );
      expect(stream.events.map(({ seq }: { seq: number }) => seq)).toEqual(
        Array.from({ length: stream.seq }, (_, at) => at + 1),
      );
    },
    240_000,
  );

  describeWith('chromium')('with the widget open in a browser', () => {
    let browser: Browser;
    let shop: Shop;
    beforeAll(async () => {
      [browser, shop] = await Promise.all([openBrowser(), startShop(platform)]);
    });
    afterAll(async () => {
      await browser.close();
      await shop.stop();
    });

    it('show each message once, in order, that the team sent while the process of live connections was gone', async () => {
      shop.page('/', { tag: `data-key="${customer.apiToken}"` });
      const page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
      await page.goto(shop.origin);
      const panel = page.locator('parley-widget .panel');
      await page.locator('parley-widget .launcher button').click();
      await panel.getByRole('button', { name: 'Send us a message' }).click();
      await panel.getByLabel('Your message').fill('Hello');
      await panel.getByRole('button', { name: 'Send', exact: true }).click();
      const { id } = await eventually(async () => {
        const { tickets } = ok(await customer.team.call('GET', '/tickets?limit=100'));
        const found = tickets.find(({ channel }: Answer['body']) => channel?.type === 'WIDGET');
        if (!found) throw new Error('The message is not there yet');
        return found;
      });
      const sent = ['Hello'];
      const reply = async (text: string): Promise<void> => {
        await customer.reply(id, text);
        sent.push(text);
      };
      await reply('Heard before');
      await panel.getByText('Heard before').waitFor();

      const isGone = (): Promise<boolean> =>
        fetch(platform.live.replace('ws:', 'http:')).then(
          () => false,
          () => true,
        );
      // It is started again within a second or two: what was sent counts if it was still gone then.
      do {
        await platform.kill('realtime');
        await reply(`Sent meanwhile ${sent.length}`);
      } while (!(await isGone()));
      await eventually(async () => expect(await isGone()).toBe(false));
      await reply('Sent after');
      const shown = panel.locator('.log li:not(.waiting) > p');
      await eventually(async () => expect(await shown.allInnerTexts()).toEqual(sent));
    }, 240_000);
  });
});
