import { describeWith, eventually } from '@parley/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import { ok } from './support/api';
import type { Document } from './support/engagement';
import { type InboxTeam, type InboxWindow, type InboxWorld, openInboxWorld } from './support/inbox-world';
import { type Mailbox, openMailbox } from './support/mailbox';
import { removeHome, type RunningPlatform, startStandalone } from './support/platform';

const TICKETS = 4;
/** Replies of each person to each ticket. */
const REPLIES = 25;
/** Milliseconds between two replies of a person: together they take as long as the kills do. */
const PACE_MS = 2_600;
const KILLS = 20;
/** Messages that a thread shows before older ones are asked for. */
const PAGE = 50;
/** Milliseconds that the platform runs between two deaths. */
const LIFE_MS = 4_000;

describeWith('chromium')('two people in the inbox while the platform dies', () => {
  let mailbox: Mailbox;
  let platform: RunningPlatform;
  let world: InboxWorld;
  let team: InboxTeam;
  const settings = (): Record<string, string> => ({
    PARLEY_DEMO: '0',
    SMTP_URL: mailbox.url,
    RATE_LIMIT_PER_MINUTE: '1000000',
  });
  beforeAll(async () => {
    mailbox = await openMailbox();
    platform = await startStandalone(settings());
    world = await openInboxWorld({ platform, mailbox });
    team = await world.team();
  });
  afterAll(async () => {
    await world.stop();
    await platform.stop();
    await mailbox.close();
    removeHome(platform.home);
  });

  const restart = async (): Promise<void> => {
    await platform.kill();
    const { home, origin } = platform;
    platform = await startStandalone({ ...settings(), PARLEY_HOME: home, PORT: new URL(origin).port });
  };

  /** A reply of the other one that came during the writing is shown before the sending. */
  const confirm = (conversation: Locator, field: Locator): Promise<void> =>
    eventually(async () => {
      const anyway = conversation.getByRole('button', { name: 'Send anyway' });
      if (await anyway.isVisible()) await anyway.click();
      expect(await field.inputValue()).toBe('');
    });

  /** Writes all replies of a person, ticket by ticket, as fast as a person does. */
  const work = async ({ page, conversation, openRow }: InboxWindow, name: string): Promise<void> => {
    for (let ticket = 0; ticket < TICKETS; ticket += 1) {
      await eventually(() => openRow(`Contact ${ticket}`), 120_000);
      const field = conversation.getByRole('textbox', { name: 'Reply' });
      for (let reply = 0; reply < REPLIES; reply += 1) {
        await field.fill(`${name} ${ticket} ${reply}`);
        await field.press('Control+Enter');
        await confirm(conversation, field);
        await page.waitForTimeout(PACE_MS);
      }
    }
    // Everything has left.
    await eventually(
      async () => expect(await page.evaluate(() => document.querySelectorAll('.outgoing').length)).toBe(0),
      120_000,
    );
  };

  it(`loses and doubles none of ${TICKETS * REPLIES * 2} replies over ${KILLS} kills, and both see the same`, async () => {
    const tickets: Document[] = [];
    for (let ticket = 0; ticket < TICKETS; ticket += 1)
      tickets.push(await team.write(`Contact ${ticket}`, `Question ${ticket}`));
    const colleague = await team.colleague('Grace Hopper');
    const windows = await Promise.all([world.open(team.founder), world.open(colleague)]);
    let isDone = false;
    const killing = (async () => {
      let kills = 0;
      while (kills < KILLS && !isDone) {
        await sleep(LIFE_MS);
        await restart();
        kills += 1;
      }
      return kills;
    })();
    await Promise.all([work(windows[0], 'Ada'), work(windows[1], 'Grace')]);
    isDone = true;
    expect(await killing).toBe(KILLS);
    for (const [index, { id }] of tickets.entries()) {
      const messages = ok(await team.founder.api.call('GET', `/messages?ticket=${id}&sort=index&limit=100`));
      const texts = messages.map(({ plainContent }: Document) => plainContent);
      const of = (name: string): string[] =>
        Array.from({ length: REPLIES }, (_, reply) => `${name} ${index} ${reply}`);
      // Each person's replies stay in their order.
      for (const name of ['Ada', 'Grace'])
        expect(texts.filter((text: string) => text.startsWith(name))).toEqual(of(name));
      expect(texts).toHaveLength(1 + 2 * REPLIES);
      for (const window of windows) {
        await window.openRow(`Contact ${index}`);
        const shown = window.conversation.getByRole('article');
        await eventually(async () => {
          const all = await shown.locator('.body').allInnerTexts();
          expect(all.slice(-PAGE)).toEqual(texts.slice(-PAGE));
        });
      }
    }
  }, 900_000);
});
