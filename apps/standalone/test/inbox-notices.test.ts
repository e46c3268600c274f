import { describeWith, eventually, repeatUntil } from '@parley/testing';
import type { Page } from 'playwright-core';
import { ok } from './support/api';
import { type InboxTeam, type InboxWorld, startInboxWorld, startOwnInboxWorld } from './support/inbox-world';

describeWith('chromium')('notices in the inbox', () => {
  let world: InboxWorld;
  let team: InboxTeam;
  beforeAll(async () => {
    world = await startInboxWorld();
    team = await world.team();
  });
  afterAll(() => world.stop());

  it('says that a ticket is assigned, and that its contact writes, unless the ticket is in sight', async () => {
    const ticket = await team.write('Lin Park', 'Where is my invoice?');
    const { page, context, conversation } = await world.open(team.founder, '/inbox/mine');
    const toasts = page.getByRole('status');
    await repeatUntil(async () => {
      // Events arrive once the window follows the project.
      ok(await team.founder.api.call('PUT', `/tickets/${ticket.id}`, { processingUser: null }));
      ok(await team.founder.api.call('PUT', `/tickets/${ticket.id}`, { processingUser: team.founder.id }));
    }, toasts.getByText('“Question of Lin Park” is yours now.').first());
    await team.answer(ticket, 'Hello?');
    const note = toasts.locator('p').filter({ hasText: 'Lin Park wrote in “Question of Lin Park”.' });
    await note.getByRole('button', { name: 'Open' }).click();
    await conversation.getByRole('article').filter({ hasText: 'Hello?' }).waitFor();
    await eventually(async () => expect(await toasts.locator('p').count()).toBe(0));
    await team.answer(ticket, 'Anybody?');
    await conversation.getByRole('article').filter({ hasText: 'Anybody?' }).waitFor();
    expect(await note.count()).toBe(0);
    await context.close();
  });

  /** Hides the page from its person, or shows it again. */
  const setHidden = (page: Page, isHidden: boolean): Promise<void> =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isHidden);

  it('says that a team of the person has a new ticket, also by a notification, unless it is switched off', async () => {
    const own = await world.team();
    const { api, id: me } = own.founder;
    const { id: processingTeam } = ok(
      await api.call('POST', '/teams', { name: 'Parcels', assignmentMethod: 'manual', members: [me] }),
    );
    const { id: others } = ok(
      await api.call('POST', '/teams', { name: 'Invoices', assignmentMethod: 'manual', members: [] }),
    );
    const { page, context, conversation, rows } = await world.open(own.founder, '/inbox/all', {
      permissions: ['notifications'],
    });
    await page.evaluate(() => {
      const shown: string[] = [];
      class Recorder {
        static readonly permission = Notification.permission;
        onclick: (() => void) | undefined;
        constructor(title: string, { body }: NotificationOptions) {
          shown.push(`${title} ${body}`);
          Object.assign(globalThis, { shown, latest: this });
        }
        close(): void {
          shown.push('closed');
        }
      }
      Object.assign(globalThis, { Notification: Recorder });
    });
    const toasts = page.getByRole('status').locator('p');
    await eventually(async () => {
      // Events arrive once the window follows the project.
      await own.write('Once', 'More.', { processingTeam });
      await toasts.filter({ hasText: 'is new in Parcels.' }).first().waitFor({ timeout: 3_000 });
    });
    await setHidden(page, true);
    const wanted = await own.write('Lin Park', 'Where is it?', { processingTeam: others });
    ok(await api.call('PUT', `/tickets/${wanted.id}`, { processingTeam }));
    await toasts.filter({ hasText: '“Question of Lin Park” is new in Parcels.' }).waitFor();
    const shown = () => page.evaluate(() => (globalThis as unknown as { shown: string[] }).shown.join('|'));
    await eventually(async () =>
      expect(await shown()).toContain('“Question of Lin Park” is new in Parcels.'),
    );
    expect(await shown()).not.toContain('Invoices');
    await setHidden(page, false);
    await page.evaluate(() => (globalThis as unknown as { latest: { onclick(): void } }).latest.onclick());
    await conversation.getByRole('heading', { level: 1, name: 'Question of Lin Park' }).waitFor();
    expect(await shown()).toMatch(/closed$/);
    // Of many at once a few are named: the list shows them all.
    await Promise.all(
      Array.from({ length: 8 }, (_, index) => own.write(`Many ${index}`, 'One of many.', { processingTeam })),
    );
    await rows
      .filter({ hasText: /Many \d/ })
      .nth(7)
      .waitFor({ timeout: 30_000 });
    expect(await toasts.filter({ hasText: /Many \d” is new in/ }).count()).toBeLessThanOrEqual(5);
    // Switched off, only the assignment is named. The count of the title is that of `Mine`.
    const inApp = (value: boolean) => ({ inApp: value, email: false, push: false });
    const notificationSettings = { assigned: inApp(true), newInTeam: inApp(false) };
    ok(await api.call('PUT', `/users/${me}`, { notificationSettings }));
    await page.goto(`${world.platform.origin}/inbox/all`);
    await eventually(async () => {
      const { id } = await own.write('Noor Haddad', 'Silent?', { processingTeam });
      ok(await api.call('PUT', `/tickets/${id}`, { processingUser: me }));
      await toasts
        .filter({ hasText: '“Question of Noor Haddad” is yours now.' })
        .first()
        .waitFor({ timeout: 3_000 });
    });
    expect(await toasts.filter({ hasText: 'is new in' }).count()).toBe(0);
    await eventually(async () => expect(await page.title()).toMatch(/^\([1-9]\d*\) /));
    await context.close();
  });

  it('clears the dot of what is read in another window at once, and in another browser when it shows again', async () => {
    const own = await world.team();
    const ticket = await own.write('Lin Park', 'First.');
    const one = await world.open(own.founder);
    const two = await world.open(own.founder);
    const page = await one.context.newPage();
    await page.goto(`${world.platform.origin}/inbox/all`);
    const dotIn = (place: Page) => place.getByRole('listitem', { name: /^Lin Park: .*, unread$/ });
    const rowIn = (place: Page) => place.getByRole('listitem', { name: /^Lin Park: Question of Lin Park$/ });
    await setHidden(two.page, true);
    for (const place of [one.page, page, two.page]) await dotIn(place).waitFor();
    await one.openRow('Lin Park');
    await one.message('First.').waitFor();
    await rowIn(page).waitFor();
    await setHidden(two.page, false);
    await rowIn(two.page).waitFor();
    // What comes while the page is hidden is unread until the person can see it.
    await setHidden(one.page, true);
    await own.answer(ticket, 'Second.');
    await one.message('Second.').waitFor();
    await dotIn(page).waitFor();
    await setHidden(one.page, false);
    await rowIn(page).waitFor();
    await one.context.close();
    await two.context.close();
  });
});

describeWith('chromium')('notices to a person who is away', () => {
  let world: InboxWorld;
  beforeAll(async () => {
    world = await startOwnInboxWorld({ NOTICE_MAIL_DELAY_SECONDS: '1' });
  });
  afterAll(() => world.stop());

  it('mails an assignment; its link opens the ticket after the sign-in', async () => {
    const team = await world.team();
    const colleague = await team.colleague('Grace Hopper');
    const { id } = await team.write('Lin Park', 'Where is my invoice?');
    await team.write('Noor Haddad', 'Another question.');
    ok(await team.founder.api.call('PUT', `/tickets/${id}`, { processingUser: colleague.id }));
    const mail = await world.mailbox.waitFor(colleague.email, ({ subject = '' }) =>
      subject.startsWith('Question of Lin Park'),
    );
    expect(mail.text).toContain('Ada Founder assigned this ticket to you.\n\n> Where is my invoice?');
    const [link = ''] = /http\S+\/inbox\/\S+/.exec(mail.text ?? '') ?? [];
    const { origin, pathname, search } = new URL(link);
    expect(origin).toBe(world.platform.origin);
    const { conversation, message, context } = await world.open(colleague, `${pathname}${search}`);
    await conversation.getByRole('heading', { level: 1, name: 'Question of Lin Park' }).waitFor();
    await message('Where is my invoice?').waitFor();
    await context.close();
  });
});
