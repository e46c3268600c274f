import { accessibilityProblems, describeWith, eventually } from '@parley/testing';
import { ok } from './support/api';
import type { Document } from './support/engagement';
import { type InboxTeam, type InboxWindow, type InboxWorld, startInboxWorld } from './support/inbox-world';

describeWith('chromium')('the composer of the inbox', () => {
  let world: InboxWorld;
  let team: InboxTeam;
  beforeAll(async () => {
    world = await startInboxWorld();
    team = await world.team();
    await template('Refund granted', 'Your refund is on its way.', [
      { type: 'tag', data: { tags: ['refund'] } },
      { type: 'close' },
    ]);
    await template('Opening hours', {
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          content: [
            { type: 'text', text: 'We are here ' },
            { type: 'text', text: 'from 9 to 5', marks: [{ type: 'bold' }] },
          ],
        },
      ],
    });
  });
  afterAll(() => world.stop());

  const template = async (title: string, content: unknown, actions: unknown[] = []): Promise<void> => {
    const body = { title, content, actions, isPublic: true };
    ok(await team.founder.api.call('POST', '/message-templates', body));
  };
  const messagesOf = async ({ id }: Document): Promise<Document[]> =>
    ok(await team.founder.api.call('GET', `/messages?ticket=${id}&sort=index`));
  const lastOf = async (ticket: Document): Promise<Document | undefined> => (await messagesOf(ticket)).at(-1);
  const read = async ({ id }: Document): Promise<Document> =>
    ok(await team.founder.api.call('GET', `/tickets/${id}`));
  const holdFor = (window: InboxWindow, seconds: number): Promise<unknown> => {
    const set = (value: string): void => localStorage.setItem('parley-inbox-undo-seconds', value);
    return Promise.all([
      window.page.evaluate(set, String(seconds)),
      window.page.addInitScript(set, String(seconds)),
    ]);
  };
  const open = async (contact: string, text: string) => {
    const ticket = await team.write(contact, text);
    const window = await world.open(team.founder);
    await window.openRow(contact);
    const reply = window.conversation.getByRole('textbox', { name: 'Reply' });
    const button = (name: string) => window.conversation.getByRole('button', { name, exact: true });
    return { ...window, ticket, reply, button };
  };

  it('puts in a template by its words, and applies its actions with the sending, but those removed', async () => {
    const { ticket, reply, page, conversation, button, complaints, context } = await open(
      'Ana Ruiz',
      'Money?',
    );
    await reply.focus();
    await page.keyboard.type('Hello! /');
    const list = conversation.getByRole('listbox', { name: 'Templates' });
    await list.getByRole('option', { name: /^Opening hours/ }).waitFor();
    await page.keyboard.type('way');
    await eventually(async () => expect(await list.getByRole('option').count()).toBe(1));
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await eventually(async () => expect(await reply.inputValue()).toBe('Hello! Your refund is on its way.'));
    const actions = conversation.getByRole('list', { name: 'With the sending' });
    await eventually(async () =>
      expect(await actions.getByRole('listitem').allInnerTexts()).toEqual(['Tag refund', 'Close']),
    );
    await actions.getByRole('button', { name: 'Remove Close' }).click();
    await button('Send').click();
    await eventually(async () => expect((await read(ticket))['tags']).toEqual(['refund']));
    expect((await read(ticket))['status']).toBe('OPEN');
    expect((await lastOf(ticket))?.['plainContent']).toBe('Hello! Your refund is on its way.');
    // The platform of these tests has no model.
    expect(await conversation.getByRole('button', { name: 'Translate' }).count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('closes the list of templates by Escape, and leaves the ticket open', async () => {
    const { reply, page, conversation, context } = await open('Bo Lund', 'Hi');
    await reply.focus();
    await page.keyboard.type('#open');
    const list = conversation.getByRole('listbox', { name: 'Templates' });
    await list.waitFor();
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'hidden' });
    await eventually(async () => expect(await reply.inputValue()).toBe('#open'));
    await context.close();
  });

  it('opens the editor for a template with formatting, and sends it as rich text', async () => {
    const { ticket, reply, page, button, complaints, context } = await open('Cy Moss', 'When?');
    await reply.focus();
    await page.keyboard.type('/opening');
    await page.getByRole('option', { name: /^Opening hours/ }).waitFor();
    await page.keyboard.press('Enter');
    await reply.locator('strong', { hasText: 'from 9 to 5' }).waitFor();
    await button('Send').click();
    await eventually(async () =>
      expect((await lastOf(ticket))?.['plainContent']).toBe('We are here from 9 to 5'),
    );
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('mentions members in a note: the ticket shows in their view', async () => {
    const colleague = await team.colleague('Grace Hopper');
    const { ticket, page, conversation, type, context } = await open('Di Kern', 'It is broken.');
    await page.keyboard.press('n');
    await type('Note', 'Please look, @gra');
    await conversation.getByRole('option', { name: 'Grace Hopper' }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('it is **urgent**.');
    await page.keyboard.press('Control+Enter');
    await eventually(async () => expect((await read(ticket))['mentions']).toEqual([colleague.id]));
    const note = await lastOf(ticket);
    expect(note?.['plainContent']).toBe('Please look, @Grace Hopper it is urgent.');
    expect(JSON.stringify(note?.['comment'])).toContain('"mention"');
    const theirs = await world.open(colleague, '/inbox/mentions');
    await theirs.rows.filter({ hasText: 'Di Kern' }).waitFor();
    await Promise.all([context.close(), theirs.context.close()]);
  });

  it('leaves the text that is typed while a note with a mention is on its way', async () => {
    await team.colleague('Tess Typist');
    const { ticket, page, conversation, type, message, context } = await open('Kai Keys', 'Too fast?');
    const gate = Promise.withResolvers<void>();
    await page.route('**/draft-message', async (route) => {
      if (route.request().method() === 'PUT') await gate.promise;
      await route.continue();
    });
    await page.keyboard.press('n');
    await type('Note', 'Ask @tess');
    await conversation.getByRole('option', { name: 'Tess Typist' }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Enter');
    await page.keyboard.type('or me.');
    gate.resolve();
    await message('Ask @Tess Typist').waitFor();
    await eventually(async () => expect((await lastOf(ticket))?.['plainContent']).toBe('Ask @Tess Typist'));
    const note = conversation.getByRole('textbox', { name: 'Note' });
    await eventually(async () => expect(await note.inputValue()).toBe('Ask @Tess Typist or me.'));
    await context.close();
  });

  it('marks Markdown by keys, and turns into an editor and back', async () => {
    const { ticket, reply, page, button, complaints, context } = await open('Ed Poe', 'How?');
    await reply.fill('press here');
    await reply.press('Control+a');
    await reply.press('Control+b');
    await eventually(async () => expect(await reply.inputValue()).toBe('**press here**'));
    await button('Formatting').click();
    await reply.locator('strong', { hasText: 'press here' }).waitFor();
    await reply.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('- first');
    await reply.locator('li', { hasText: 'first' }).waitFor();
    // The clipboard's HTML is read under a policy of Trusted Types.
    await reply.evaluate((field) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', '<b>pasted</b>');
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await reply.locator('li strong', { hasText: 'pasted' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await button('Formatting').click();
    await eventually(async () =>
      expect(await reply.inputValue()).toBe('**press here**\n\n- first**pasted**'),
    );
    await button('Send').click();
    await eventually(async () => expect((await lastOf(ticket))?.['plainContent']).toContain('first'));
    expect(JSON.stringify((await lastOf(ticket))?.['comment'])).toContain('bulletList');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('sends copies to the addresses that are named', async () => {
    const ticket = await team.write('Flo Grau', 'By mail.');
    ok(
      await team.founder.api.call('PUT', `/sessions/${ticket['session'].id}`, { email: 'flo@grau.example' }),
    );
    const { openRow, conversation, context } = await world.open(team.founder);
    await openRow('Flo Grau');
    await conversation.getByRole('button', { name: 'Copies' }).click();
    await conversation.getByRole('textbox', { name: 'Cc', exact: true }).fill('nothing');
    await conversation.getByRole('textbox', { name: 'Reply' }).fill('Copied.');
    await conversation.getByRole('button', { name: 'Send', exact: true }).click();
    await conversation.getByRole('textbox', { name: 'Cc', exact: true }).fill('boss@grau.example');
    expect(await messagesOf(ticket)).toHaveLength(1);
    await conversation.getByRole('button', { name: 'Send', exact: true }).click();
    await eventually(async () =>
      expect((await read(ticket))['participants']).toContainEqual(
        expect.objectContaining({ email: 'boss@grau.example', role: 'cc' }),
      ),
    );
    await context.close();
  });

  it('sends and snoozes', async () => {
    const { ticket, reply, page, button, context } = await open('Gil Sato', 'Later?');
    await reply.fill('We come back to it.');
    await button('Send and snooze').click();
    await page.getByRole('option', { name: /^Tomorrow/ }).click();
    await eventually(async () => expect((await read(ticket))['status']).toBe('SNOOZED'));
    expect((await lastOf(ticket))?.['plainContent']).toBe('We come back to it.');
    await context.close();
  });

  it('keeps a held reply over the way to another ticket, and shows no second draft of it', async () => {
    await team.write('Ivo Petrov', 'Another one.');
    const window = await open('Hal Berg', 'Hello?');
    const { ticket, reply, openRow, message, context, page } = window;
    await holdFor(window, 4);
    await reply.fill('Held for a while.');
    // It is kept as a draft first.
    await eventually(async () => {
      const path = `/tickets/${ticket['id']}/draft-message`;
      expect(ok(await team.founder.api.call('GET', path))['draft']).toBeDefined();
    });
    await reply.press('Control+Enter');
    await openRow('Ivo Petrov');
    await openRow('Hal Berg');
    await message('Held for a while.').waitFor();
    await page.waitForTimeout(500);
    expect(await reply.inputValue()).toBe('');
    await eventually(async () => expect(await messagesOf(ticket)).toHaveLength(2));
    await context.close();
  });

  it('sends a held reply when the window closes, once, with the change of the ticket', async () => {
    const window = await open('Jo Vance', 'Anyone?');
    const { ticket, reply, page, context } = window;
    await holdFor(window, 600);
    await reply.fill('On my way out.');
    await reply.press('Control+Shift+Enter');
    await page.goto('about:blank');
    await eventually(async () => expect((await read(ticket))['status']).toBe('DONE'));
    await eventually(async () => expect(await messagesOf(ticket)).toHaveLength(2));
    await page.goto(`${world.platform.origin}/inbox/t/${ticket['id']}`);
    await window.message('On my way out.').waitFor();
    await eventually(async () =>
      expect(await page.evaluate(() => localStorage.getItem('parley-inbox-left'))).toBeNull(),
    );
    expect(await messagesOf(ticket)).toHaveLength(2);
    expect(await reply.inputValue()).toBe('');
    await context.close();
  });

  it('shows the suggestion of a service account, and puts it into the field by one click', async () => {
    const ticket = await team.write('Kai Wood', 'Is it free?');
    const { token } = ok(await team.founder.api.call('POST', '/service-accounts', { name: 'Model' }));
    const machine = team.founder.api.as({ token, project: team.projectId });
    ok(await machine.call('PUT', `/tickets/${ticket['id']}/draft-message`, { comment: 'It costs nothing.' }));
    const { openRow, conversation, context } = await world.open(team.founder);
    await openRow('Kai Wood');
    await conversation
      .getByRole('region', { name: 'Suggested by Model' })
      .getByRole('button', { name: 'Put into the answer' })
      .click();
    await eventually(async () =>
      expect(await conversation.getByRole('textbox', { name: 'Reply' }).inputValue()).toBe(
        'It costs nothing.',
      ),
    );
    expect(await messagesOf(ticket)).toHaveLength(1);
    await context.close();
  });

  it('drafts a reply from knowledge with its sources; a person sends it', async () => {
    const entry = { contentId: 'pianos', title: 'Pianos', content: 'A piano weighs 300 kilograms.' };
    ok(await team.founder.api.call('POST', '/aicontent', { ...entry, type: 'faq' }));
    await eventually(async () =>
      expect(ok(await team.founder.api.call('GET', '/knowledge/status'))).toMatchObject({
        documents: 1,
        pending: 0,
      }),
    );
    const { ticket, reply, conversation, button, context } = await open('Lea Voss', 'How heavy is a piano?');
    await button('Draft').click();
    const card = conversation.getByRole('region', { name: 'Draft from your knowledge' });
    await eventually(async () =>
      expect(await card.getByRole('list', { name: 'Sources' }).innerText()).toContain('Pianos'),
    );
    await card.getByRole('button', { name: 'Put into the answer' }).click();
    await eventually(async () => expect(await reply.inputValue()).toBe('A piano weighs 300 kilograms.'));
    expect(await messagesOf(ticket)).toHaveLength(1);
    await context.close();
  });

  it('shows what others wrote during the writing before it sends; one’s own note does not count', async () => {
    const { ticket, reply, page, conversation, message, button, context } = await open('Mia Frey', 'Hm?');
    await message('Hm?').waitFor();
    await reply.fill('A first half');
    ok(
      await team.founder.api.call('POST', '/messages', {
        ticket: ticket['id'],
        comment: 'Mine',
        isNote: true,
      }),
    );
    await message('Mine').waitFor();
    await team.answer(ticket, 'Never mind, solved!');
    await message('Never mind, solved!').waitFor();
    await button('Send').click();
    const notice = conversation.getByRole('alert');
    await notice.getByText('Never mind, solved!').waitFor();
    expect(await notice.innerText()).not.toContain('Mine');
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await messagesOf(ticket)).toHaveLength(3);
    await button('Send anyway').click();
    await eventually(async () =>
      expect((await messagesOf(ticket)).map((one) => one['plainContent'])).toEqual([
        'Hm?',
        'Mine',
        'Never mind, solved!',
        'A first half',
      ]),
    );
    await notice.waitFor({ state: 'hidden' });
    await context.close();
  });

  it('sends a reply later, at a time from a menu', async () => {
    const { ticket, page, conversation, reply, context } = await open('Lea Later', 'When?');
    await reply.fill('On **Monday**.');
    await conversation.getByRole('button', { name: 'Send later' }).click();
    await page.getByRole('option', { name: /^Next week/ }).click();
    const scheduled = conversation.getByRole('list', { name: 'Scheduled replies' });
    await scheduled.getByText('A reply leaves at').waitFor();
    expect(await reply.inputValue()).toBe('');
    const path = `/tickets/${ticket['id']}/scheduled-replies`;
    const [kept] = ok(await team.founder.api.call('GET', path)) as Document[];
    expect(kept).toMatchObject({ status: 'pending' });
    const fireAt = new Date(String(kept?.['fireAt']));
    expect(fireAt.getTime()).toBeGreaterThan(Date.now());
    expect(fireAt.getUTCDay()).toBe(1);
    await reply.fill('And a file.');
    const chosen = page.waitForEvent('filechooser');
    await conversation.getByRole('button', { name: 'Attach files' }).click();
    await (await chosen).setFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('plan') });
    await conversation.getByText('plan.txt').waitFor();
    await conversation.getByRole('button', { name: 'Send later' }).click();
    await page.getByRole('option', { name: /^Tomorrow/ }).click();
    await page.getByText('A reply with files, copies or actions cannot be sent later.').waitFor();
    await eventually(async () => expect(await reply.inputValue()).toBe('And a file.'));
    await context.close();
  });

  it('shows a scheduled reply, and cancels it', async () => {
    const many: string[] = [];
    for (let n = 0; n < 31; n += 1)
      many.push(ok(await team.founder.api.call('POST', '/tickets', { title: `Many ${n}` })).id);
    const ticket = await team.write('Ned Olin', 'One of many');
    const selection = { ids: [...many, ticket['id']] };
    ok(await team.founder.api.call('POST', '/tickets/bulk/reply', { selection, comment: 'To all' }));
    const { openRow, conversation, context } = await world.open(team.founder);
    await openRow('Ned Olin');
    const scheduled = conversation.getByRole('list', { name: 'Scheduled replies' });
    await scheduled.getByRole('button', { name: 'Cancel' }).click();
    await scheduled.waitFor({ state: 'hidden' });
    const path = `/tickets/${ticket['id']}/scheduled-replies`;
    expect(ok(await team.founder.api.call('GET', path))).toMatchObject([{ status: 'cancelled' }]);
    await context.close();
  });
});
