import { accessibilityProblems, describeWith, eventually } from '@parley/testing';
import type { Locator } from 'playwright-core';
import { ok } from './support/api';
import type { Document } from './support/engagement';
import { type InboxTeam, type InboxWorld, startInboxWorld } from './support/inbox-world';

/** A picture of one pixel. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describeWith('chromium')('the composer of the inbox without a connection, and with pictures', () => {
  let world: InboxWorld;
  let team: InboxTeam;
  beforeAll(async () => {
    world = await startInboxWorld();
    team = await world.team();
  });
  afterAll(() => world.stop());

  const messagesOf = async ({ id }: Document): Promise<Document[]> =>
    ok(await team.founder.api.call('GET', `/messages?ticket=${id}&sort=index`));
  const open = async (contact: string, text: string) => {
    const ticket = (await team.write(contact, text)) as Document;
    const window = await world.open(team.founder);
    await window.openRow(contact);
    const reply = window.conversation.getByRole('textbox', { name: 'Reply' });
    return { ...window, ticket, reply };
  };

  it('writing waits visibly without a connection, reading goes on, and all leaves once when it is back', async () => {
    const other = await team.write('Ole Before', 'Read before.');
    const window = await open('Off Line', 'Are you there?');
    const { ticket, reply, page, conversation, message, openRow, context, rows, views } = window;
    await message('Are you there?').waitFor();
    await openRow('Ole Before');
    await message('Read before.').waitFor();
    const view = (name: RegExp) => views.getByRole('link', { name });
    await view(/^Unassigned/).click();
    await page.getByRole('heading', { name: 'Unassigned' }).waitFor();
    await rows.first().waitFor();
    await context.setOffline(true);
    await page.getByRole('status').getByText('No connection.').waitFor({ timeout: 60_000 });
    // The list of a view that was read shows again.
    await view(/^All open/).click();
    await openRow('Off Line');
    await message('Are you there?').waitFor();
    await reply.fill('Yes, in a tunnel.');
    await reply.press('Control+Enter');
    const waiting = conversation.getByRole('article').filter({ hasText: 'Yes, in a tunnel.' });
    await waiting.getByText('Waits for a connection').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await messagesOf(ticket)).toHaveLength(1);
    await context.setOffline(false);
    await message('Yes, in a tunnel.').locator('time').waitFor({ timeout: 60_000 });
    await waiting.getByText('Waits for a connection').waitFor({ state: 'detached' });
    await page
      .getByRole('status')
      .getByText('No connection.')
      .waitFor({ state: 'detached', timeout: 60_000 });
    expect((await messagesOf(ticket)).map(({ plainContent }) => plainContent as unknown)).toEqual([
      'Are you there?',
      'Yes, in a tunnel.',
    ]);
    expect(await messagesOf(other)).toHaveLength(1);
    await context.close();
  });

  it('loses nothing when the window is closed without a connection: the next one sends the reply, and has the draft', async () => {
    const begun = await team.write('Ida Begun', 'And this?');
    const window = await open('Tom Tunnel', 'Hello?');
    const { ticket, reply, page, conversation, message, openRow, context } = window;
    await openRow('Ida Begun');
    await message('And this?').waitFor();
    await reply.fill('Half');
    const readDraft = async (): Promise<string | undefined> =>
      ok(await team.founder.api.call('GET', `/tickets/${begun['id']}/draft-message`)).draft?.plainContent;
    await eventually(async () => expect(await readDraft()).toBe('Half'));
    await context.setOffline(true);
    // The browser lets requests of a closing window pass all the same.
    await page.evaluate(() => {
      globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    });
    await reply.fill('Half a sentence');
    await openRow('Tom Tunnel');
    await reply.fill('Sent in a tunnel.');
    await reply.press('Control+Enter');
    await conversation.getByRole('article').filter({ hasText: 'Sent in a tunnel.' }).waitFor();
    await page.goto('about:blank');
    await page.close();
    await context.setOffline(false);
    expect(await messagesOf(ticket)).toHaveLength(1);
    expect(await readDraft()).toBe('Half');
    const next = await context.newPage();
    await next.goto(`${world.platform.origin}/inbox/all/${begun['id']}`);
    const field = next.getByRole('main', { name: 'Conversation' }).getByRole('textbox', { name: 'Reply' });
    await eventually(async () => expect(await field.inputValue()).toBe('Half a sentence'));
    await eventually(async () => expect(await readDraft()).toBe('Half a sentence'));
    await eventually(async () =>
      expect((await messagesOf(ticket)).map(({ plainContent }) => plainContent as unknown)).toEqual([
        'Hello?',
        'Sent in a tunnel.',
      ]),
    );
    expect(await next.evaluate(() => localStorage.getItem('parley-inbox-unkept'))).toBeNull();
    await context.close();
  });

  it('a draft whose keeping had no answer, and that was written on, is in the next window once', async () => {
    const { ticket, reply, page, context } = await open('Flo Faint', 'Do you hear me?');
    await page.route('**/draft-message', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await reply.fill('Faintly');
    await eventually(async () =>
      expect(
        ok(await team.founder.api.call('GET', `/tickets/${ticket['id']}/draft-message`)).draft?.plainContent,
      ).toBe('Faintly'),
    );
    await context.setOffline(true);
    await reply.fill('Faintly, yes.');
    await page.close();
    await context.setOffline(false);
    const next = await context.newPage();
    await next.goto(`${world.platform.origin}/inbox/all/${ticket['id']}`);
    const field = next.getByRole('main', { name: 'Conversation' }).getByRole('textbox', { name: 'Reply' });
    await eventually(async () => expect(await field.inputValue()).toBe('Faintly, yes.'));
    await context.close();
  });

  it('a message that comes while the page begins to follow shows, also when that fails at first', async () => {
    const ticket = (await team.write('Lena Late', 'Before.')) as Document;
    const earlier = await team.write('Ole Earlier', 'Read earlier.');
    const { page, context, openRow } = await world.open(team.founder);
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    let asked = 0;
    await page.route('**/realtime/channel-auth', async (route) => {
      asked += 1;
      if (asked === 1) return route.fulfill({ status: 500, body: '{}' });
      await held;
      return route.continue();
    });
    await page.goto(`${world.platform.origin}/inbox/all/${earlier['id']}`);
    const said = page.getByRole('main', { name: 'Conversation' }).getByRole('article');
    await said.filter({ hasText: 'Read earlier.' }).waitFor();
    await openRow('Lena Late');
    await said.filter({ hasText: 'Before.' }).waitFor();
    await eventually(() => expect(asked).toBeGreaterThan(1));
    await team.answer(ticket, 'In between.');
    goOn();
    await said.filter({ hasText: 'In between.' }).waitFor();
    // A thread that was read before the following shows without a connection.
    await context.setOffline(true);
    await openRow('Ole Earlier');
    await said.filter({ hasText: 'Read earlier.' }).waitFor();
    await context.close();
  });

  it('a sign-out brings a draft to the platform first, and leaves no words of it in the browser', async () => {
    const { ticket, reply, page, context } = await open('Sia Shared', 'Is it open today?');
    await page.route('**/draft-message', (route) => route.abort());
    await reply.fill('Until six.');
    const stored = () => page.evaluate(() => localStorage.getItem('parley-inbox-unkept'));
    await eventually(async () => expect(await stored()).toContain('Until six.'));
    await page.unroute('**/draft-message');
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('dialog', { name: 'Account' }).getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await stored()).toBeNull();
    expect(
      ok(await team.founder.api.call('GET', `/tickets/${ticket['id']}/draft-message`)).draft?.plainContent,
    ).toBe('Until six.');
    await context.close();
  });

  it('takes pictures that are pasted or dropped, and leaves text to the field', async () => {
    const { ticket, reply, page, conversation, message, context } = await open('Pia Paste', 'A picture?');
    const give = (kind: 'paste' | 'drop', name: string, at: Locator, text?: string): Promise<boolean> =>
      at.evaluate(
        (place, [type, file, bytes, words]) => {
          const data = new DataTransfer();
          const content = Uint8Array.from(atob(bytes), (sign) => sign.charCodeAt(0));
          if (words !== undefined) data.setData('text/plain', words);
          data.items.add(new File([content], file, { type: 'image/png' }));
          const options = { bubbles: true, cancelable: true };
          const event =
            type === 'paste'
              ? new ClipboardEvent('paste', { ...options, clipboardData: data })
              : new DragEvent('drop', { ...options, dataTransfer: data });
          return !place.dispatchEvent(event);
        },
        [kind, name, PICTURE, text] as const,
      );
    const files = conversation.getByRole('list', { name: 'Attached files' });
    expect(await give('paste', 'cells.png', reply, 'A cell')).toBe(false);
    // Beside its place a file would replace the page.
    expect(await give('drop', 'beside.png', page.getByRole('navigation', { name: 'Views' }))).toBe(true);
    expect(await give('paste', 'pasted.png', reply)).toBe(true);
    await files.getByText('pasted.png').waitFor();
    expect(await give('drop', 'dropped.png', reply)).toBe(true);
    await files.getByText('dropped.png').waitFor();
    await eventually(async () => expect(await files.getByRole('listitem').count()).toBe(2));
    await reply.fill('Look');
    await reply.press('Control+Enter');
    const sent = message('Look');
    await sent.getByRole('img', { name: 'dropped.png' }).waitFor();
    expect((await messagesOf(ticket)).at(-1)?.['attachments']).toMatchObject([
      { name: 'pasted.png' },
      { name: 'dropped.png' },
    ]);
    await eventually(async () =>
      expect(
        await sent
          .locator('img')
          .evaluateAll((all) => all.every((one) => (one as HTMLImageElement).naturalWidth > 0)),
      ).toBe(true),
    );
    await context.close();
  });
});
