import { accessibilityProblems, describeWith, eventually, repeatUntil } from '@parley/testing';
import { ok } from './support/api';
import { talkWith } from './support/widget-talk';
import { type ShopTeam, startWidgetWorld, type Visit, type WidgetWorld } from './support/widget-world';

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describeWith('chromium')('a conversation in the widget, on all pages of a visitor', () => {
  let world: WidgetWorld;
  let team: ShopTeam;
  beforeAll(async () => {
    world = await startWidgetWorld();
    team = await world.team();
  });
  afterAll(() => world.stop());

  const { newVisit, write, begin, reply, shown } = talkWith(
    () => world,
    () => team,
  );

  it('keeps the focus in its field over the first message, sent by key or button; Escape closes', async () => {
    const visit = await newVisit();
    const { page, panel, launcher, context } = visit;
    await launcher.click();
    await panel.getByRole('button', { name: 'Send us a message' }).click();
    const field = panel.getByLabel('Your message');
    await field.focus();
    await page.keyboard.type('Hello');
    await page.keyboard.press('Enter');
    await eventually(async () => expect(await shown(visit)).toEqual(['Hello']));
    await page.keyboard.type('Again');
    expect(await field.inputValue()).toBe('Again');
    await panel.getByRole('button', { name: 'Send', exact: true }).click();
    await eventually(async () => expect(await shown(visit)).toEqual(['Hello', 'Again']));
    await page.keyboard.type('On');
    expect(await field.inputValue()).toBe('On');
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    // Unsent text stays.
    await launcher.click();
    await field.waitFor();
    expect(await field.inputValue()).toBe('On');
    await context.close();
  });

  it('says that the team is done, asks how it was, and lets the contact go on', async () => {
    const visit = await newVisit();
    const { panel, page, context } = visit;
    const ticket = await begin(visit, 'Is it fixed?');
    await eventually(async () => expect(await shown(visit)).toHaveLength(1));
    ok(await team.admin.call('PUT', `/tickets/${ticket.id}`, { status: 'DONE' }));
    await panel.getByText('Resolved. Write again if there is more.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await panel.getByRole('button', { name: '8 of 10' }).click();
    await panel.getByText('Thank you for your rating.').waitFor();
    expect(ok(await team.admin.call('GET', `/tickets/${ticket.id}`)).conversationRating).toBe(8);
    // Words beside it stay until they are sent.
    const words = panel.getByLabel('Would you like to add something?');
    await words.fill('Quick and');
    await panel.getByRole('button', { name: 'Back' }).click();
    await panel.locator('.row', { hasText: 'Resolved' }).click();
    expect(await words.inputValue()).toBe('Quick and');
    expect(await accessibilityProblems(page)).toEqual([]);
    await words.focus();
    await page.keyboard.press('End');
    await page.keyboard.type(' friendly');
    await page.keyboard.press('Enter');
    await words.waitFor({ state: 'detached' });
    expect(ok(await team.admin.call('GET', `/tickets/${ticket.id}`))).toMatchObject({
      conversationRating: 8,
      conversationRatingComment: 'Quick and friendly',
    });
    expect(await panel.getByLabel('Your message').evaluate((one) => one.matches(':focus'))).toBe(true);
    const other = await world.visit('/rated', { tag: `data-key="${team.apiToken}"` }, context);
    await other.launcher.click();
    await other.panel.locator('.row').click();
    await other.panel.getByText('Thank you for your rating.').waitFor();
    await panel.getByRole('button', { name: 'Back' }).click();
    await panel.locator('.row', { hasText: 'Resolved' }).click();
    await write(visit, 'One more thing');
    await eventually(async () => {
      for (const one of [panel, other.panel]) {
        expect(await one.getByText('Resolved.').count()).toBe(0);
        expect(await one.locator('.rating').count()).toBe(0);
      }
    });
    expect(ok(await team.admin.call('GET', `/tickets/${ticket.id}`)).status).toBe('OPEN');

    // Closed for good by the team, and open again. Unsent text stays, and the focus stays inside.
    await panel.getByLabel('Your message').focus();
    await page.keyboard.type('And ');
    ok(await team.admin.call('PUT', `/tickets/${ticket.id}`, { conversationClosed: true }));
    await panel.getByText('This conversation is closed.').waitFor();
    expect(await panel.getByLabel('Your message').count()).toBe(0);
    expect(await panel.evaluate((one) => one.matches(':focus'))).toBe(true);
    ok(await team.admin.call('PUT', `/tickets/${ticket.id}`, { conversationClosed: false }));
    await panel.getByLabel('Your message').waitFor();
    expect(await panel.getByLabel('Your message').inputValue()).toBe('And ');
    await context.close();
  });

  it('shows lists with numbers, links, pictures, times and who writes; takes files that are pasted and dropped', async () => {
    const { origin } = world.platform;
    const policy = `default-src 'none'; script-src 'self' ${origin}; connect-src *; img-src ${origin}`;
    const context = await world.browser.newContext({ locale: 'en-GB' });
    const visit = await world.visit(
      '/written-well',
      { tag: `data-key="${team.apiToken}"`, headers: { 'content-security-policy': policy } },
      context,
    );
    const { page, panel } = visit;
    const ticket = await begin(visit, 'See https://shop.example/a_(b). Please');
    const own = panel.locator('.log .own');
    expect(await own.getByRole('link').getAttribute('href')).toBe('https://shop.example/a_(b)');
    await reply(ticket.id, '', {
      comment: undefined,
      markdownComment: '3. third\n4. fourth\n\nA [page](https://shop.example/)',
    });
    const list = panel.locator('.log > ol > li ol');
    await list.waitFor();
    expect(await list.getAttribute('start')).toBe('3');
    expect(
      await list
        .locator('li')
        .first()
        .evaluate((element) => {
          const { listStyleType, backgroundColor } = getComputedStyle(element);
          return [listStyleType, backgroundColor];
        }),
    ).toEqual(['decimal', 'rgba(0, 0, 0, 0)']);
    expect(await panel.getByRole('link', { name: 'page' }).getAttribute('target')).toBe('_blank');
    const said = panel.locator('.log > ol > li').last();
    expect(await said.evaluate((one) => getComputedStyle(one).direction)).toBe('ltr');
    await reply(ticket.id, 'مرحبا!');
    await panel.getByText('مرحبا!').waitFor();
    expect(await said.evaluate((one) => getComputedStyle(one).direction)).toBe('rtl');
    expect(await said.locator('time').getAttribute('datetime')).toMatch(/^\d{4}-/);
    expect(await said.locator('.avatar').innerText()).toMatch(/^\p{Lu}$/u);

    /** Answers whether the browser leaves it to the widget. */
    const give = (
      kind: 'paste' | 'drop',
      files: string[],
      { at = '.composer textarea', texts = [] }: { at?: string; texts?: string[] } = {},
    ): Promise<boolean> =>
      panel.locator(at).evaluate(
        (place, [type, names, types, bytes]) => {
          const data = new DataTransfer();
          const content = Uint8Array.from(atob(bytes), (sign) => sign.charCodeAt(0));
          for (const one of types) data.setData(one, 'A text');
          for (const name of names) data.items.add(new File([content], name, { type: 'image/png' }));
          const options = { bubbles: true, cancelable: true, composed: true };
          const event =
            type === 'paste'
              ? new ClipboardEvent('paste', { ...options, clipboardData: data })
              : new DragEvent('drop', { ...options, dataTransfer: data });
          return !place.dispatchEvent(event);
        },
        [kind, files, texts, PICTURE.toString('base64')] as const,
      );
    const chosen = panel.locator('.composer .files li');
    // A part of a spreadsheet comes as text with a picture of it. A file beside its place must not replace the page.
    expect(await give('paste', ['cells.png'], { texts: ['text/plain', 'text/html'] })).toBe(false);
    expect(await give('drop', ['beside.png'], { at: '.head' })).toBe(true);
    expect(await chosen.count()).toBe(0);
    await panel.locator('.composer textarea').fill('Two pictures');
    const many = Array.from({ length: 11 }, (_, index) => `${index}.png`);
    await give('paste', many);
    await panel.getByText('At most 10 files at once.').waitFor();
    for (const name of many.slice(0, 10)) await panel.getByRole('button', { name: `Remove ${name}` }).click();
    expect(await chosen.count()).toBe(0);
    expect(await panel.locator('.composer textarea').inputValue()).toBe('Two pictures');
    await give('paste', ['pasted.png']);
    await give('drop', ['dropped.png']);
    await panel.getByText('dropped.png').waitFor();
    await eventually(async () => expect(await panel.locator('.composer progress').count()).toBe(0));
    await write(visit, 'Two pictures');
    const pictures = panel.locator('.log .own .files img');
    await eventually(async () =>
      expect(
        await pictures.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth)),
      ).toEqual([1, 1]),
    );
    expect(await accessibilityProblems(page)).toEqual([]);
    await context.close();
  });

  it('shows what comes on every page without being opened, by one connection of the browser, whichever tab is closed, hangs or dies', async () => {
    const context = await world.browser.newContext({ locale: 'en-GB' });
    const open = new Set<object>();
    context.on('page', (page) =>
      page.on('websocket', (socket) => {
        open.add(socket);
        for (const end of ['close', 'framenavigated'] as const)
          page.on(end as 'close', () => open.delete(socket));
        socket.on('close', () => open.delete(socket));
      }),
    );
    const visit = (path: string): Promise<Visit> =>
      world.visit(path, { tag: `data-key="${team.apiToken}"` }, context);
    const first = await visit('/leads');
    const ticket = await begin(first, 'Tell me everywhere');
    await eventually(async () => expect(await shown(first)).toHaveLength(1));
    await first.page.reload();
    const second = await visit('/follows');
    const third = await visit('/follows-too');
    const badge = ({ page }: Visit): Promise<string[]> =>
      page.locator('parley-widget .badge').allInnerTexts();
    const says = (count: string, visits: Visit[]): Promise<void> =>
      eventually(async () => {
        for (const one of visits) expect(await badge(one)).toEqual([count]);
      });
    const isOneConnected = (): Promise<void> => eventually(() => expect(open.size).toBe(1));
    await isOneConnected();
    await reply(ticket.id, 'One');
    await says('1', [first, second, third]);
    await isOneConnected();
    // A page that was opened after the message shows it and is silent; what comes from now on is heard, the same words too.
    const heard = ({ page }: Visit, words: string): Promise<string[]> =>
      page.locator('parley-widget .launcher [role=status] p', { hasText: words }).allInnerTexts();
    for (const count of [1, 2]) {
      await reply(ticket.id, 'Heard');
      await eventually(async () => expect(await heard(third, 'Heard')).toHaveLength(count));
    }
    await says('3', [first, second, third]);
    // The one that leads is the one that has been open longest. One that hangs without a word is replaced by one that is looked at.
    const tools = await context.newCDPSession(first.page);
    await tools.send('Debugger.enable');
    await tools.send('Debugger.pause');
    await reply(ticket.id, 'Hanging');
    await second.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await says('4', [second, third]);
    await tools.send('Debugger.resume');
    await says('4', [first]);
    await isOneConnected();
    // One whose process dies says nothing either.
    const crash = second.page.waitForEvent('crash');
    await Promise.all([crash, second.page.goto('chrome://crash').catch(() => undefined)]);
    await second.page.close();
    await isOneConnected();
    await reply(ticket.id, 'Two');
    await says('5', [first, third]);
    // One that sleeps leads no more: another that is looked at takes its place.
    await third.page.evaluate(() => document.dispatchEvent(new Event('freeze')));
    await isOneConnected();
    await reply(ticket.id, 'Three');
    await says('6', [first]);
    await third.page.evaluate(() => document.dispatchEvent(new Event('resume')));
    await reply(ticket.id, 'Four');
    await says('7', [first, third]);
    await isOneConnected();
    await first.page.close();
    await isOneConnected();
    await reply(ticket.id, 'Five');
    await says('8', [third]);
    await context.close();

    // Without locks, as on pages that are not secure, each tab is connected by itself.
    const bare = await world.browser.newContext({ locale: 'en-GB' });
    await bare.addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }));
    const alone = await world.visit('/alone', { tag: `data-key="${team.apiToken}"` }, bare);
    const other = await begin(alone, 'Alone');
    await eventually(async () => expect(await shown(alone)).toHaveLength(1));
    await alone.page.reload();
    await alone.launcher.waitFor();
    await eventually(async () => {
      await reply(other.id, 'Heard');
      expect(Number((await badge(alone))[0])).toBeGreaterThan(0);
    });
    await bare.close();
  });

  it('asks a guest once for an address when nobody answers for a minute, and mails there in one mail what it missed', async () => {
    const context = await world.browser.newContext({ locale: 'en-GB' });
    await context.clock.install();
    const content = { tag: `data-key="${team.apiToken}"` };
    const visit = await world.visit('/asked', content, context);
    const { page, panel } = visit;
    const ticket = await begin(visit, 'Is anybody there?');
    await eventually(async () => expect(await shown(visit)).toHaveLength(1));
    const field = panel.getByLabel('It may take a while.');
    expect(await field.count()).toBe(0);
    // A reload does not restart the minute.
    await context.clock.fastForward(40_000);
    await page.reload();
    await visit.launcher.click();
    await panel.locator('.row').click();
    await eventually(async () => expect(await shown(visit)).toHaveLength(1));
    await panel.getByLabel('Your message').fill('Hal');
    await repeatUntil(() => context.clock.fastForward(10_000), field);
    expect(await accessibilityProblems(page)).toEqual([]);
    // It is asked beside what is being written.
    expect(await panel.getByLabel('Your message').evaluate((one) => one.matches(':focus'))).toBe(true);
    const address = `guest-${ticket.id}@example.com`;
    // An answer does not remove a field in use.
    await field.pressSequentially('guest');
    await reply(ticket.id, 'Just a moment.');
    await panel.getByText('Just a moment.').waitFor();
    await page.keyboard.type(address.slice('guest'.length));
    expect(await field.inputValue()).toBe(address);
    const transcript = panel.getByRole('button', { name: 'Send me this conversation by e-mail' });
    expect(await transcript.count()).toBe(0);
    await panel.locator('.ask').getByRole('button', { name: 'Send' }).click();
    await panel.getByText(`What you miss here comes to ${address}.`).waitFor();
    await transcript.waitFor();

    // What is read live is not mailed.
    await reply(ticket.id, 'Yes, here we are.');
    await panel.getByText('Yes, here we are.').waitFor();
    await eventually(async () =>
      expect(ok(await team.admin.call('GET', `/tickets/${ticket.id}`)).sessionNotificationsUnread).toBe(
        false,
      ),
    );
    await page.close();
    await reply(ticket.id, 'It is on its way.');
    await reply(ticket.id, 'It arrives tomorrow.');
    const { text = '' } = await world.mailbox.waitFor(address);
    expect(text).toContain('It is on its way.');
    expect(text).toContain('It arrives tomorrow.');
    expect(text).not.toContain('Yes, here we are.');
    expect(world.mailbox.mails().filter(({ to }) => to === address)).toHaveLength(1);

    // Another conversation asks no more.
    const again = await world.visit('/asked', content, context);
    await begin(again, 'Another question');
    await eventually(async () => expect(await shown(again)).toHaveLength(1));
    await context.clock.fastForward(61_000);
    expect(await again.panel.locator('.ask').count()).toBe(0);
    await context.close();
  });

  it('asks at once while all teams are closed by their hours, and takes no for an answer', async () => {
    const closed = await world.team();
    const operatingHours = { enabled: true, openingTimes: [] };
    ok(
      await closed.admin.call('POST', '/teams', {
        name: 'Nobody there',
        assignmentMethod: 'manual',
        members: [],
        operatingHours,
      }),
    );
    const context = await world.browser.newContext({ locale: 'en-GB' });
    await eventually(async () => {
      const headers = { 'api-token': closed.apiToken };
      const texts = ok(await world.anonymous.call('GET', '/shared/translations?lang=en', undefined, headers));
      expect(texts.project.isClosed).toBe(true);
    });
    const visit = await world.visit('/closed', { tag: `data-key="${closed.apiToken}"` }, context);
    const { page, panel, launcher } = visit;
    await launcher.click();
    await panel.getByRole('button', { name: 'Send us a message' }).click();
    await write(visit, 'At night');
    await panel.locator('.ask').waitFor();
    const other = await world.visit('/closed', { tag: `data-key="${closed.apiToken}"` }, context);
    await other.launcher.click();
    await other.panel.locator('.row').click();
    await other.panel.getByRole('button', { name: 'No, thank you' }).click();
    for (const one of [panel, other.panel]) await one.locator('.ask').waitFor({ state: 'detached' });
    await page.reload();
    await launcher.click();
    await panel.locator('.row').first().click();
    await eventually(async () => expect(await shown(visit)).toEqual(['At night']));
    expect(await panel.locator('.ask').count()).toBe(0);
    await context.close();

    // An answer ends the question too: it is not asked again after it.
    const guest = await world.browser.newContext({ locale: 'en-GB' });
    const answered = await world.visit('/closed', { tag: `data-key="${closed.apiToken}"` }, guest);
    await answered.launcher.click();
    await answered.panel.getByRole('button', { name: 'Send us a message' }).click();
    await write(answered, 'Still at night');
    await answered.panel.locator('.ask').waitFor();
    const { tickets } = ok(await closed.admin.call('GET', '/tickets?limit=1'));
    ok(await closed.admin.call('POST', '/messages', { ticket: tickets[0].id, comment: 'Here I am.' }));
    await answered.panel.locator('.ask').waitFor({ state: 'detached' });
    await write(answered, 'Good to know');
    await eventually(async () => expect(await shown(answered)).toHaveLength(3));
    expect(await answered.panel.locator('.ask').count()).toBe(0);
    await guest.close();
  });
});
