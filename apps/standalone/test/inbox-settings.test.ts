import { accessibilityProblems, describeWith, eventually } from '@parley/testing';
import type { Page } from 'playwright-core';
import { createApi, ok } from './support/api';
import type { Document } from './support/engagement';
import { type InboxTeam, type InboxWorld, startInboxWorld } from './support/inbox-world';
import { join, newAddress, openAccount } from './support/people';

/** The names of the navigation for those who may set up everything. */
const all = [
  'My profile',
  'Members',
  'Teams',
  'Message templates',
  'Tags',
  'Mailboxes',
  'Widget',
  'Help center',
  'Webhooks',
  'API keys',
  'Saved views',
];

describeWith('chromium')('settings in the inbox', () => {
  let world: InboxWorld;
  let team: InboxTeam;
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    world = await startInboxWorld();
    team = await world.team();
    ({ page, complaints } = await world.open(team.founder, '/inbox/settings'));
  });
  afterAll(() => world.stop());
  afterEach(() => expect(complaints.splice(0)).toEqual([]));

  const get = async (path: string): Promise<Document> => ok(await team.founder.api.call('GET', path));
  const show = async (section: string): Promise<void> => {
    await page.goto(`${world.platform.origin}/inbox/settings/${section}`);
    await page.getByRole('navigation', { name: 'Settings' }).waitFor();
  };
  const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
  const fill = (label: string, value: string): Promise<void> =>
    page.getByLabel(label, { exact: true }).fill(value);
  const saved = (): Promise<void> => page.getByRole('status').filter({ hasText: 'Saved.' }).waitFor();
  /** Deletes what is open, after a question. */
  const remove = async (): Promise<void> => {
    await press('Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  };

  it('shows the sections that a person may use, and to an agent no others', async () => {
    const names = page.getByRole('navigation', { name: 'Settings' }).getByRole('link');
    await eventually(async () => expect(await names.allInnerTexts()).toEqual(all));
    const account = await openAccount(
      createApi(() => `${world.platform.origin}/v3`),
      world.mailbox,
      newAddress('agent'),
      'Grace Agent',
    );
    await join(team.founder.api, team.projectId, account, 'agent');
    const agent = await world.open(account, '/inbox/settings');
    const links = agent.page.getByRole('navigation', { name: 'Settings' }).getByRole('link');
    await eventually(async () =>
      expect(await links.allInnerTexts()).toEqual(['My profile', 'Message templates', 'Saved views']),
    );
    await agent.page.goto(`${world.platform.origin}/inbox/settings/webhooks`);
    await agent.page.getByText('Choose a page').waitFor();
    await agent.context.close();
  });

  it('invites with a role, changes the role of a member, and deletes an invitation', async () => {
    await team.colleague('Linus Colleague');
    await show('members');
    const invited = newAddress('invited');
    await fill('E-mail addresses', invited);
    await page.getByLabel('Role', { exact: true }).selectOption('Admin');
    await press('Invite');
    const pending = page.getByRole('list', { name: 'Pending invitations' });
    await pending.getByText(invited).waitFor();
    expect(await get('/invitations/projects')).toMatchObject([{ email: invited, role: 'admin' }]);
    await page.getByLabel('Role of Linus Colleague').selectOption('Agent');
    await eventually(async () => {
      const members = await get('/projects/users');
      expect(members.find(({ name }: Document) => name === 'Linus Colleague')).toMatchObject({
        role: 'agent',
      });
    });
    expect(await page.getByLabel('Role of Ada Founder').isDisabled()).toBe(true);
    await pending.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await eventually(async () => expect(await get('/invitations/projects')).toEqual([]));
  });

  it('counts the tags of tickets, renames one everywhere, also into another, and removes one', async () => {
    for (const [contact, tags] of [
      ['Tag One', ['refnud', 'vip']],
      ['Tag Two', ['refund']],
    ] as const)
      await team.write(contact, 'Hi', { tags });
    await show('tags');
    const list = page.getByRole('list', { name: 'Tags' });
    await list.getByText('refnud').waitFor();
    await page.getByRole('textbox', { name: 'Find a tag' }).fill('ref');
    await eventually(async () => expect(await list.getByRole('listitem').count()).toBe(2));
    await press('Rename refnud');
    const dialog = page.getByRole('dialog', { name: 'Rename refnud' });
    await dialog.getByLabel('Name').fill('refund');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await list.getByText('2 tickets').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await list.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No tag has these words.').waitFor();
    await eventually(async () =>
      expect(await get('/tags')).toEqual({ tags: [{ tag: 'vip', tickets: 1 }], truncated: false }),
    );
  });

  it('renames a tag of more tickets than are read at a time, and says how far it is', async () => {
    const { api } = team.founder;
    const create = () => api.call('POST', '/tickets', { title: 'Many', tags: ['summer'] });
    for (let made = 0; made < 210; made += 10) await Promise.all(Array.from({ length: 10 }, create));
    await show('tags');
    await page.getByRole('list', { name: 'Tags' }).getByText('210 tickets').waitFor();
    await press('Rename summer');
    const dialog = page.getByRole('dialog', { name: 'Rename summer' });
    await dialog.getByLabel('Name').fill('autumn');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await page.getByText(/^\d+ of 210 tickets$/).waitFor();
    await page.getByText('210 tickets are changed.').waitFor();
    expect((await get('/tags')).tags).toContainEqual({ tag: 'autumn', tickets: 210 });
  });

  it('creates teams with members and opening hours, orders and deletes them', async () => {
    for (const name of ['Billing', 'Technology']) {
      await show('teams/new');
      await fill('Name', name);
      await page.getByLabel('Ada Founder').check();
      await page.getByLabel('Who gets a ticket').selectOption('In turns');
      await fill('Minutes until the first answer', '30');
      await page.getByLabel('The team has opening hours').check();
      await page.getByLabel('From').first().fill('08:30');
      await press('Save');
      await page.getByRole('link', { name }).waitFor();
    }
    const [billing] = await get('/teams');
    expect(billing).toMatchObject({
      name: 'Billing',
      assignmentMethod: 'circular',
      members: [team.founder.id],
      slaOptions: { defaultSla: 30 },
    });
    expect(billing.operatingHours.openingTimes).toHaveLength(5);
    expect(billing.operatingHours.openingTimes[0]).toMatchObject({ day: 'monday', openingTime: '08:30' });
    await press('Move Technology up');
    await eventually(async () =>
      expect((await get('/teams')).map(({ name }: Document) => name)).toEqual(['Technology', 'Billing']),
    );
    await page.getByRole('link', { name: 'Billing' }).click();
    await remove();
    await eventually(async () => expect(await get('/teams')).toHaveLength(1));
  });

  it('writes templates with actions, and keeps one that has formats as it is', async () => {
    await show('templates/new');
    await fill('Title', 'Refund');
    await fill('Text', 'Hello,\nthe money is on its way.\n\nYours');
    await page.getByLabel('Close the ticket').check();
    await page.getByLabel('Assign to').selectOption('Ada Founder');
    await fill('Add tags to the ticket', 'refund, money');
    await press('Save');
    await page.getByRole('link', { name: 'Refund' }).waitFor();
    const [template] = await get('/message-templates');
    expect(template.actions).toEqual([
      { type: 'tag', data: { tags: ['refund', 'money'] } },
      { type: 'assign', data: { user: team.founder.id } },
      { type: 'close' },
    ]);
    expect(template.content.content).toHaveLength(2);
    const bold = { type: 'paragraph', content: [{ type: 'text', text: 'Now', marks: [{ type: 'bold' }] }] };
    const content = { type: 'doc', content: [bold] };
    await team.founder.api.call('PUT', `/message-templates/${template.id}`, { content });
    await show(`templates/${template.id}`);
    await page.getByText('This text has formats').waitFor();
    await fill('Title', 'Refund soon');
    await press('Save');
    await page.getByRole('link', { name: 'Refund soon' }).waitFor();
    expect((await get('/message-templates'))[0].content).toEqual(content);
  });

  it('connects a mailbox: a refusal is at its field, a test shows each step, a password never comes back', async () => {
    await show('mailboxes/new');
    await fill('Name', 'Support');
    const address = newAddress('support');
    await fill('E-mail address', address);
    await fill('Server', 'imap.example.invalid');
    await fill('Port', '22');
    await fill('User name', 'help');
    await fill('Password', 'secret horse');
    await press('Save');
    const port = page.getByLabel('Port', { exact: true });
    await eventually(async () => expect(await port.getAttribute('aria-invalid')).toBe('true'));
    expect(await port.evaluate((element) => element === document.activeElement)).toBe(true);
    // The browser reports the refusal.
    expect(complaints.splice(0)).toEqual([expect.stringContaining('400')]);
    await port.fill('993');
    await press('Save');
    await page.getByRole('region', { name: 'Test' }).waitFor();
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('');
    expect(await get('/mailboxes')).toMatchObject([
      { address, incoming: { host: 'imap.example.invalid', port: 993 } },
    ]);
    await press('Test');
    await page.getByRole('listitem').filter({ hasText: '✗ Mail comes in' }).waitFor();
    await remove();
    await eventually(async () => expect(await get('/mailboxes')).toEqual([]));
  });

  it('sets how the widget looks and asks, and shows the line of a page', async () => {
    await show('widget');
    const { apiToken } = await get(`/projects/${team.projectId}`);
    const line = await page.getByLabel('Line for your page').innerText();
    expect(line).toContain(`/widget.js" data-key="${apiToken}" async>`);
    const [preview] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'See it on an empty page' }).click(),
    ]);
    await preview.getByRole('button').first().waitFor();
    await preview.close();
    await page.getByLabel('A colour of its own').check();
    await fill('Colour', '#116633');
    await page.getByLabel('Side').selectOption('Left');
    await page.getByRole('group', { name: 'Greeting' }).getByLabel('English').fill('Hello there');
    await page.getByRole('group', { name: 'Ask before a conversation' }).getByLabel('E-mail').check();
    await page.getByRole('group', { name: 'Languages of your texts' }).getByLabel('German').check();
    await press('Save');
    await saved();
    expect(await get(`/projects/${team.projectId}`)).toMatchObject({
      languages: expect.arrayContaining(['en', 'de']),
      widget: {
        color: '#116633',
        side: 'left',
        greeting: { en: 'Hello there' },
        form: [{ name: 'email', required: true }],
      },
    });
  });

  it('shows the secret of a webhook and the token of a key once', async () => {
    await show('webhooks/new');
    await fill('Address', 'https://example.com/hook');
    await press('Save');
    await page.getByText('Copy the secret now').waitFor();
    await eventually(async () => expect(await page.getByLabel('Secret').innerText()).toMatch(/^whsec_/));
    await page.getByRole('link', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'https://example.com/hook' }).click();
    await page.getByRole('heading', { name: 'Deliveries' }).waitFor();
    expect(await page.getByLabel('Secret').count()).toBe(0);
    await show('api-keys/new');
    await fill('Name', 'Shop');
    await press('Create');
    await page.getByText('Copy the token now').waitFor();
    const token = await page.getByLabel('Token').innerText();
    const { status } = await createApi(() => `${world.platform.origin}/v3`, {
      token,
      project: team.projectId,
    }).call('GET', '/teams');
    expect(status).toBe(200);
    await page.getByRole('link', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'Shop' }).click();
    await remove();
    await eventually(async () => expect(await get('/service-accounts')).toEqual([]));
  });

  it('changes name and language of the person, and mails a link for another password', async () => {
    await show('profile');
    await fill('First name', 'Augusta');
    await page.getByRole('form', { name: 'My profile' }).getByRole('button', { name: 'Save' }).click();
    await saved();
    expect(await get('/users/me')).toMatchObject({ firstName: 'Augusta' });
    const assigned = page.getByRole('group', { name: 'A ticket is assigned to me' });
    await assigned.getByLabel('by the browser').uncheck();
    const notices = page.getByRole('form', { name: 'Notifications' });
    await notices.getByRole('button', { name: 'Save' }).click();
    await eventually(async () =>
      expect((await get('/users/me')).notificationSettings.assigned).toMatchObject({
        inApp: true,
        push: false,
      }),
    );
    await press('Set another password');
    await page.getByText(`A link is on its way to ${team.founder.email}`).waitFor();
    await page.getByLabel('Language', { exact: true }).selectOption('Deutsch');
    await page.getByRole('heading', { name: 'Mein Profil' }).waitFor();
    await page.getByLabel('Sprache', { exact: true }).selectOption('English');
    await page.getByRole('heading', { name: 'My profile' }).waitFor();
  });

  it.each([
    [360, 'dark'],
    [900, 'light'],
    [1400, 'dark'],
  ] as const)(
    'at %i px in %s: axe finds nothing, and no page scrolls sideways',
    async (width, colorScheme) => {
      const opened = await world.open(team.founder, '/inbox/settings', {
        viewport: { width, height: 800 },
        colorScheme,
      });
      const pages = [
        '',
        'profile',
        'members',
        'teams',
        'teams/new',
        'templates/new',
        'mailboxes/new',
        'widget',
      ];
      for (const section of [...pages, 'help-center', 'webhooks/new', 'api-keys']) {
        await opened.page.goto(`${world.platform.origin}/inbox/settings/${section}`);
        await opened.page
          .getByRole(
            section === '' ? 'navigation' : 'heading',
            section === '' ? { name: 'Settings' } : { level: 1 },
          )
          .first()
          .waitFor();
        expect([section, await accessibilityProblems(opened.page)]).toEqual([section, []]);
        const { scrollWidth, innerWidth } = await opened.page.evaluate(() => ({
          scrollWidth: document.documentElement.scrollWidth,
          innerWidth: window.innerWidth,
        }));
        expect(scrollWidth).toBeLessThanOrEqual(innerWidth);
      }
      expect(opened.complaints).toEqual([]);
      await opened.context.close();
    },
  );
});
