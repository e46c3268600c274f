import { accessibilityProblems, describeWith, eventually } from '@parley/testing';
import { ok } from './support/api';
import type { Document } from './support/engagement';
import { type InboxTeam, type InboxWorld, startInboxWorld } from './support/inbox-world';
import { newAddress } from './support/people';

describeWith('chromium')('the thread of the inbox', () => {
  let world: InboxWorld;
  let team: InboxTeam;
  beforeAll(async () => {
    world = await startInboxWorld();
    team = await world.team();
  });
  afterAll(() => world.stop());

  const readMessages = async (ticket: string): Promise<Document[]> =>
    ok(await team.founder.api.call('GET', `/messages?ticket=${ticket}&sort=index`));

  it('folds the quoted history of a mail', async () => {
    const { id, session } = await team.write('Mia Mail', 'Hello.');
    const data = { email: { quotedText: 'On Monday Ada wrote: It is on.' } };
    ok(
      await team.founder.api.call('POST', '/messages', {
        ticket: id,
        session: session.id,
        comment: 'Thanks!',
        data,
      }),
    );
    const { page, message, context } = await world.open(team.founder, `/inbox/all/${id}`);
    const said = message('Thanks!');
    await said.waitFor();
    expect(await said.innerText()).not.toContain('On Monday');
    await said.getByRole('button', { name: 'Show quoted text' }).click();
    await said.getByText('On Monday Ada wrote: It is on.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await context.close();
  });

  it('says whether a mail is on its way, arrived, was refused and why, or came back', async () => {
    const { mailbox } = world;
    const compose = async (email: string): Promise<Document> => {
      const sent = { email, title: 'Your order', message: `It leaves today, ${email}.` };
      return ok(await team.founder.api.call('POST', '/tickets/compose', sent)) as Document;
    };
    const [good, bad] = [newAddress('good'), newAddress('bad')];
    mailbox.hold(0);
    const { id } = await compose(good);
    const { page, message, context } = await world.open(team.founder, `/inbox/all/${id}`);
    const said = message('It leaves today');
    await said.getByRole('button', { name: 'being mailed' }).waitFor();
    mailbox.release();
    const sent = said.getByRole('button', { name: 'mailed', exact: true });
    await sent.waitFor({ timeout: 30_000 });
    await sent.click();
    await said.getByText(`${good}: mailed`).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    // The report of a mail server, which the project's own server hands in.
    const { messageId } = await mailbox.waitFor(good);
    const { token } = ok(await team.founder.api.call('POST', '/service-accounts', { name: 'Mail server' }));
    const report = [
      'From: MAILER-DAEMON <mailer-daemon@mx.customer.example>',
      `To: support@${team.projectId}.example`,
      'Subject: Undelivered Mail Returned to Sender',
      'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
      ...[
        '',
        '--b',
        'Content-Type: message/delivery-status',
        '',
        'Reporting-MTA: dns; mx.customer.example',
        '',
      ],
      ...[`Final-Recipient: rfc822; ${good}`, 'Action: failed', 'Status: 5.1.1', ''],
      ...['--b', 'Content-Type: text/rfc822-headers', '', `Message-ID: ${messageId}`, '', '--b--', ''],
    ].join('\r\n');
    const machine = team.founder.api.as({ token, project: team.projectId });
    ok(
      await machine.call('POST', '/inbound/email', Buffer.from(report), { 'content-type': 'message/rfc822' }),
    );
    await said.getByRole('button', { name: 'came back' }).waitFor();
    await said.getByText(`${good}: came back`).waitFor();
    await context.close();
    mailbox.refuse(bad);
    const refused = await world.open(team.founder, `/inbox/all/${(await compose(bad)).id}`);
    const failed = refused.message('It leaves today').getByRole('button', { name: 'not mailed' });
    await failed.waitFor({ timeout: 30_000 });
    await failed.click();
    expect(await refused.message('It leaves today').getByRole('listitem').innerText()).toMatch(
      new RegExp(`^${bad}: not mailed .*No such user`),
    );
    await refused.context.close();
  });

  it('edits one’s own note with its formatting kept, and deletes it after a question', async () => {
    const { id } = await team.write('Edda Edit', 'Hello.');
    ok(
      await team.founder.api.call('POST', '/messages', {
        ticket: id,
        isNote: true,
        markdownComment: 'A **bold** start.\n\nA wrong end.',
      }),
    );
    const { page, message, context } = await world.open(team.founder, `/inbox/all/${id}`);
    const note = message('A bold start.');
    await note.hover();
    await note.getByRole('button', { name: 'Edit' }).click();
    const field = page.getByRole('textbox', { name: 'Text of the message' });
    await eventually(async () => expect(await field.inputValue()).toBe('A bold start.\n\nA wrong end.'));
    await field.fill('A bold start.\n\nA right end.');
    await field.press('Control+Enter');
    await note.getByText('A right end.').waitFor();
    await note.locator('strong', { hasText: 'bold' }).waitFor();
    await eventually(async () =>
      expect((await readMessages(id)).at(-1)?.['plainContent']).toContain('A right end.'),
    );
    await note.hover();
    await note.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete this message?' });
    expect(await readMessages(id)).toHaveLength(2);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await note.waitFor({ state: 'detached' });
    await eventually(async () => expect(await readMessages(id)).toHaveLength(1));
    await context.close();
  });

  it('says at once, in the window of a colleague, that the author of a note edited it', async () => {
    const colleague = await team.colleague('Grace Hopper');
    const { id } = await team.write('Edna Mode', 'Hello.');
    ok(
      await team.founder.api.call('POST', '/messages', {
        ticket: id,
        isNote: true,
        comment: 'A wrong word.',
      }),
    );
    const [author, reader] = await Promise.all([
      world.open(team.founder, `/inbox/all/${id}`),
      world.open(colleague, `/inbox/all/${id}`),
    ]);
    await reader.message('A wrong word.').waitFor();
    expect(await reader.conversation.getByText('edited').count()).toBe(0);
    const note = author.message('A wrong word.');
    await note.hover();
    await note.getByRole('button', { name: 'Edit' }).click();
    const field = author.page.getByRole('textbox', { name: 'Text of the message' });
    await field.fill('A right word.');
    await field.press('Control+Enter');
    await reader.message('A right word.').getByText('edited', { exact: true }).waitFor();
    expect(await reader.message('A wrong word.').count()).toBe(0);
    expect(await reader.message('Hello.').getByText('edited').count()).toBe(0);
    await Promise.all([author.context.close(), reader.context.close()]);
  });

  it('offers no edit of the messages of others', async () => {
    const { id } = await team.write('Otto Other', 'Mine alone.');
    const { message, context } = await world.open(team.founder, `/inbox/all/${id}`);
    const said = message('Mine alone.');
    await said.hover();
    await said.getByRole('button', { name: 'React' }).waitFor();
    expect(await said.getByRole('button', { name: /^(Edit|Delete)$/ }).count()).toBe(0);
    await context.close();
  });

  it('adds a reaction, and removes it by a click', async () => {
    const { id } = await team.write('Rea Action', 'It works!');
    const { page, message, context } = await world.open(team.founder, `/inbox/all/${id}`);
    const said = message('It works!');
    await said.hover();
    await said.getByRole('button', { name: 'React' }).click();
    await page.getByRole('button', { name: '🎉' }).click();
    const chip = said.getByRole('button', { name: '🎉 1' });
    await chip.waitFor();
    const readReactions = async (): Promise<unknown> => (await readMessages(id))[0]?.['reactions'];
    await eventually(async () =>
      expect(await readReactions()).toEqual([{ emoji: '🎉', user: team.founder.id }]),
    );
    await chip.click();
    await chip.waitFor({ state: 'detached' });
    await eventually(async () => expect(await readReactions()).toEqual([]));
    // A reaction is no edit.
    expect(await said.getByText('edited').count()).toBe(0);
    await context.close();
  });

  it('opens at the first unread message, below the line `New`', async () => {
    const ticket = await team.write('Una Read', 'The very first.');
    for (let index = 0; index < 25; index += 1)
      await team.answer(ticket, `Former ${index}\n\nwith a second line.`);
    ok(await team.founder.api.call('POST', '/messages', { ticket: ticket.id, comment: 'An answer.' }));
    for (let index = 0; index < 25; index += 1)
      await team.answer(ticket, `Later ${index}\n\nwith a second line.`);
    const { page, conversation, message, context } = await world.open(
      team.founder,
      `/inbox/all/${ticket.id}`,
    );
    const line = conversation.getByRole('separator');
    await line.waitFor();
    await eventually(async () => expect(await line.innerText()).toBe('New'));
    const isInSight = (text: string): Promise<boolean> =>
      message(text)
        .first()
        .evaluate((one) => {
          const { top, bottom } = one.getBoundingClientRect();
          const log = one.closest('.thread')?.getBoundingClientRect();
          return log !== undefined && top >= log.top && bottom <= log.bottom;
        });
    expect(await isInSight('Later 0')).toBe(true);
    expect(await isInSight('Later 24')).toBe(false);
    // Read, it opens at its end.
    await eventually(async () =>
      expect(ok(await team.founder.api.call('GET', `/tickets/${ticket.id}`)).unreadForMe).toBe(false),
    );
    await page.reload();
    await message('Later 24').waitFor();
    await eventually(async () => expect(await isInSight('Later 24')).toBe(true));
    expect(await conversation.getByRole('separator').count()).toBe(0);
    await context.close();
  });

  it('shows whether the contact has read the latest reply, and changes of the ticket in one line', async () => {
    const { id } = await team.write('Sven Seen', 'Is it there?');
    ok(await team.founder.api.call('POST', '/messages', { ticket: id, comment: 'It is.' }));
    const { message, conversation, context } = await world.open(team.founder, `/inbox/all/${id}`);
    await message('It is.').getByText('Not read yet').waitFor();
    ok(await team.founder.api.call('PUT', `/tickets/${id}`, { sessionNotificationsUnread: false }));
    await message('It is.').getByText('Read', { exact: true }).waitFor();
    ok(await team.founder.api.call('PUT', `/tickets/${id}`, { priority: 'HIGH' }));
    await conversation.getByText('Ada Founder: priority Medium → High').waitFor();
    await context.close();
  });
});
