import { accessibilityProblems, describeWith, eventually } from '@parley/testing';
import { createApi, ok } from './support/api';
import type { Document } from './support/engagement';
import {
  type InboxTeam,
  type InboxWindow,
  type InboxWorld,
  signIn,
  startInboxWorld,
} from './support/inbox-world';
import { newAddress, openAccount, PASSWORD } from './support/people';

describeWith('chromium')('the inbox', () => {
  let world: InboxWorld;
  let team: InboxTeam;
  beforeAll(async () => {
    world = await startInboxWorld();
    team = await world.team();
  });
  afterAll(() => world.stop());

  it('signs in by e-mail and password, keeps the session from scripts, and signs out', async () => {
    const { page, context, views } = await world.open(team.founder, '/inbox');
    await expect(page.url()).toBe(`${world.platform.origin}/inbox/mine`);
    const [cookie, ...others] = await context.cookies();
    expect(others).toEqual([]);
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' });
    expect(await page.evaluate(() => document.cookie)).toBe('');
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    expect(stored).not.toContain(cookie?.value);
    // Another window of the browser is signed in too.
    const other = await context.newPage();
    await other.goto(`${world.platform.origin}/inbox/all`);
    await other.getByRole('navigation', { name: 'Views' }).waitFor();
    await views.waitFor();
    await context.close();
  });

  it('says why a sign-in is refused', async () => {
    const context = await world.browser.newContext({ locale: 'en-GB' });
    const page = await context.newPage();
    await page.goto(`${world.platform.origin}/inbox`);
    await signIn(page, team.founder.email, 'wrong horse battery');
    await eventually(async () => expect(await page.getByRole('alert').innerText()).not.toBe(''));
    expect(await accessibilityProblems(page)).toEqual([]);
    await signIn(page, team.founder.email, PASSWORD);
    await page.getByRole('navigation', { name: 'Views' }).waitFor();
    await context.close();
  });

  it('sets a forgotten password by a mailed link', async () => {
    const person = await team.colleague('Mary Jackson');
    const context = await world.browser.newContext({ locale: 'en-GB' });
    const page = await context.newPage();
    await page.goto(`${world.platform.origin}/inbox`);
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    await page.getByRole('textbox', { name: 'E-mail' }).fill(person.email);
    await page.getByRole('button', { name: 'Mail me a link' }).click();
    await page.getByText('a mail is on its way').waitFor();
    const { text = '' } = await world.mailbox.waitFor(person.email, (mail) =>
      /#reset=/.test(mail.text ?? ''),
    );
    const [hash] = /#reset=\S+/.exec(text) ?? [];
    await page.goto('about:blank');
    await page.goto(`${world.platform.origin}/inbox${hash}`);
    await page.getByLabel('New password').fill('another horse battery');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText('Your password is set.').waitFor();
    expect(page.url()).not.toContain('reset');
    await signIn(page, person.email, 'another horse battery');
    await page.getByRole('navigation', { name: 'Views' }).waitFor();
    await context.close();
  });

  it('asks to sign in again when the session ends, and goes on where it was', async () => {
    await team.write('Late Night', 'Are you still there?');
    const { page, openRow, conversation, context } = await world.open(team.founder);
    await openRow('Late Night');
    await conversation.getByRole('textbox', { name: 'Reply' }).fill('Yes, and');
    const address = page.url();
    // The first refusal comes after the next sign-in.
    const late = Promise.withResolvers<void>();
    let refusals = 0;
    await page.route(/\/v3\/tickets\//, async (route) => {
      const response = await route.fetch();
      refusals += 1;
      if (refusals === 1) await late.promise;
      await route.fulfill({ response });
    });
    await context.clearCookies();
    await conversation.getByRole('textbox', { name: 'Reply' }).fill('Yes, and awake');
    await signIn(page, team.founder.email);
    await conversation.getByRole('textbox', { name: 'Reply' }).waitFor();
    late.resolve();
    await page.unrouteAll({ behavior: 'wait' });
    await page.waitForTimeout(500);
    await eventually(async () =>
      expect(await conversation.getByRole('textbox', { name: 'Reply' }).inputValue()).toBe('Yes, and awake'),
    );
    expect(page.url()).toBe(address);
    await context.close();
  });

  it('lets a person without a project make one', async () => {
    const person = await openAccount(
      createApi(() => `${world.platform.origin}/v3`),
      world.mailbox,
      newAddress('new'),
      'Nell New',
    );
    const context = await world.browser.newContext({ locale: 'en-GB' });
    const page = await context.newPage();
    await page.goto(`${world.platform.origin}/inbox`);
    await signIn(page, person.email);
    await page.getByRole('textbox', { name: 'Name of the project' }).fill('Tea shop');
    await page.getByRole('button', { name: 'Make project' }).click();
    await page.getByRole('navigation', { name: 'Views' }).getByText('Tea shop').waitFor();
    await context.close();
  });

  it('changes between the projects of a person, and shows nothing of the other one', async () => {
    await team.write('Only Here', 'A question to the first project.');
    const other = ok(await team.founder.api.call('POST', '/projects', { name: 'Second shop' }));
    const { page, rows, views, context } = await world.open(team.founder);
    await rows.filter({ hasText: 'Only Here' }).waitFor();
    await views.getByLabel('Project').selectOption(other.id);
    await page.waitForURL(/\/inbox\/mine$/);
    await page.goto(`${world.platform.origin}/inbox/all`);
    await views.getByRole('link', { name: /^All open/ }).waitFor();
    await eventually(async () => expect(await views.getByLabel('Project').inputValue()).toBe(other.id));
    expect(await rows.count()).toBe(0);
    await page.goto(`${world.platform.origin}/inbox/all?project=${team.projectId}`);
    await rows.filter({ hasText: 'Only Here' }).waitFor();
    await context.close();
  });

  it('lists what is open, with the contact’s name first, and shows the thread', async () => {
    const ticket = await team.write('Lin Park', 'My invoice is missing.');
    const { rows, openRow, message, conversation, views, complaints, context, page } = await world.open(
      team.founder,
    );
    const row = rows.filter({ hasText: 'Lin Park' });
    await row.waitFor();
    await eventually(async () =>
      expect(await row.getAttribute('aria-label')).toMatch(/^Lin Park: Question of Lin Park/),
    );
    await eventually(async () => expect(await row.innerText()).toContain('My invoice is missing.'));
    await views.getByRole('link', { name: /^All open/ }).waitFor();
    await openRow('Lin Park');
    const said = message('My invoice is missing.');
    await said.waitFor();
    await eventually(async () => expect(await said.getAttribute('aria-label')).toMatch(/^Lin Park, /));
    await eventually(async () =>
      expect(await conversation.getByRole('heading', { level: 1 }).innerText()).toBe('Question of Lin Park'),
    );
    expect(page.url()).toBe(`${world.platform.origin}/inbox/all/${ticket.id}`);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('sends a reply by Ctrl+Enter, once, and a note that only the team reads', async () => {
    const { id } = await team.write('Noor Haddad', 'The export fails.');
    const { page, openRow, message, conversation, type, context } = await world.open(team.founder);
    await openRow('Noor Haddad');
    await page.keyboard.press('r');
    await type('Reply', 'We **look** into it.');
    await page.keyboard.press('Control+Enter');
    await message('We look into it.').locator('strong', { hasText: 'look' }).waitFor();
    expect(await conversation.getByRole('textbox', { name: 'Reply' }).inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await page.keyboard.press('n');
    await type('Note', 'It is the job of the night.');
    await conversation.getByRole('button', { name: 'Send', exact: true }).click();
    await message('It is the job of the night.').getByText('Note').waitFor();
    const messages = ok(await team.founder.api.call('GET', `/messages?ticket=${id}&sort=index`));
    expect(
      messages.map(({ plainContent, isNote }: Record<string, unknown>) => [plainContent, isNote]),
    ).toEqual([
      ['The export fails.', false],
      ['We look into it.', false],
      ['It is the job of the night.', true],
    ]);
    await context.close();
  });

  it('sends and closes by Ctrl+Shift+Enter', async () => {
    const { id } = await team.write('Ines Costa', 'Thank you!');
    const { page, openRow, context, conversation, type } = await world.open(team.founder);
    await openRow('Ines Costa');
    await page.keyboard.press('r');
    await type('Reply', 'You are welcome.');
    await page.keyboard.press('Control+Shift+Enter');
    await conversation.getByRole('button', { name: 'Reopen' }).waitFor();
    await eventually(async () =>
      expect(ok(await team.founder.api.call('GET', `/tickets/${id}`)).status).toBe('DONE'),
    );
    await context.close();
  });

  it('holds a reply for a while, in which it can be undone', async () => {
    const { id } = await team.write('Ruth Meier', 'Where is my parcel?');
    const { page, openRow, conversation, message, context } = await world.open(team.founder);
    await page.evaluate(() => localStorage.setItem('parley-inbox-undo-seconds', '10'));
    await page.addInitScript(() => localStorage.setItem('parley-inbox-undo-seconds', '10'));
    await openRow('Ruth Meier');
    const field = conversation.getByRole('textbox', { name: 'Reply' });
    await field.fill('It is on its way.');
    await field.press('Control+Enter');
    await message('It is on its way.').waitFor();
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).first().click();
    await eventually(async () => expect(await field.inputValue()).toBe('It is on its way.'));
    expect(ok(await team.founder.api.call('GET', `/messages?ticket=${id}`))).toHaveLength(1);
    await context.close();
  });

  it('keeps a draft on the server, for its author alone', async () => {
    const { id } = await team.write('Olga Petrova', 'Hello?');
    const first = await world.open(team.founder);
    await first.openRow('Olga Petrova');
    await first.conversation.getByRole('textbox', { name: 'Reply' }).fill('Half a sen');
    await eventually(async () => {
      const { draft } = ok(await team.founder.api.call('GET', `/tickets/${id}/draft-message`));
      expect(draft.plainContent).toBe('Half a sen');
    });
    const dot = ({ rows }: InboxWindow) =>
      rows.filter({ hasText: 'Olga Petrova' }).getByRole('img', { name: 'Draft' });
    await dot(first).waitFor();
    await first.context.close();
    const again = await world.open(team.founder);
    await dot(again).waitFor();
    await again.openRow('Olga Petrova');
    await eventually(async () =>
      expect(await again.conversation.getByRole('textbox', { name: 'Reply' }).inputValue()).toBe(
        'Half a sen',
      ),
    );
    const other = await world.open(await team.colleague('Grace Hopper'));
    await other.openRow('Olga Petrova');
    await other.message('Hello?').waitFor();
    expect(await other.conversation.getByRole('textbox', { name: 'Reply' }).inputValue()).toBe('');
    expect(await dot(other).count()).toBe(0);
    // Sent, the draft is deleted, and its dot with it.
    await again.conversation.getByRole('textbox', { name: 'Reply' }).press('Control+Enter');
    await again.message('Half a sen').waitFor();
    await dot(again).waitFor({ state: 'detached' });
    await again.context.close();
    await other.context.close();
  });

  it('assigns, tags, prioritises, closes and reopens', async () => {
    const { id } = await team.write('Tomás Silva', 'A dark theme, please.');
    const colleague = await team.colleague('Alan Turing');
    const { page, openRow, conversation, pick, context } = await world.open(team.founder);
    await openRow('Tomás Silva');
    const read = async (): Promise<Document> => ok(await team.founder.api.call('GET', `/tickets/${id}`));
    await page.keyboard.press('i');
    await eventually(async () => expect((await read()).processingUser?.id).toBe(team.founder.id));
    await conversation.getByRole('button', { name: 'Assign' }).click();
    await pick('alan');
    await eventually(async () => expect((await read()).processingUser?.id).toBe(colleague.id));
    await page.keyboard.press('t');
    await pick('theme');
    await page.keyboard.press('Escape');
    await eventually(async () => expect((await read()).tags).toEqual(['theme']));
    await conversation.getByRole('button', { name: 'Priority' }).click();
    await page.getByRole('option', { name: 'High' }).click();
    await eventually(async () => expect((await read()).priority).toBe('HIGH'));
    await conversation.getByRole('button', { name: 'Snooze', exact: true }).click();
    await page.getByRole('option', { name: /^Tomorrow/ }).click();
    await eventually(async () => expect((await read()).status).toBe('SNOOZED'));
    await conversation.getByRole('button', { name: 'Reopen' }).click();
    await eventually(async () => expect((await read()).status).toBe('OPEN'));
    await page.keyboard.press('e');
    await eventually(async () => expect((await read()).status).toBe('DONE'));
    await context.close();
  });

  it('shows at once to two people what a contact and the other one write, and who else is there', async () => {
    const ticket = await team.write('Ingrid Olsen', 'How do I change my address?');
    const colleague = await team.colleague('Barbara Liskov');
    const [one, two] = await Promise.all([world.open(team.founder), world.open(colleague)]);
    await Promise.all([one.openRow('Ingrid Olsen'), two.openRow('Ingrid Olsen')]);
    await one.conversation.getByText('Barbara Liskov is here too').waitFor();
    await two.conversation.getByText('Ada Founder is here too').waitFor();
    await two.conversation.getByRole('textbox', { name: 'Reply' }).pressSequentially('Under Orders');
    await one.conversation.getByText('Barbara Liskov is writing…').waitFor();
    await two.page.keyboard.press('Control+Enter');
    await one.message('Under Orders').waitFor();
    await team.answer(ticket, 'Found it, thanks!');
    await Promise.all([
      one.message('Found it, thanks!').waitFor(),
      two.message('Found it, thanks!').waitFor(),
    ]);
    await team.write('Kim Lee', 'Somebody new');
    await Promise.all([one, two].map(({ rows }) => rows.filter({ hasText: 'Kim Lee' }).waitFor()));
    await Promise.all([one.context.close(), two.context.close()]);
  });

  it('marks as unread what another one wrote, for each person', async () => {
    const ticket = await team.write('Mara Novak', 'First');
    const { rows, openRow, message, page, context } = await world.open(team.founder);
    const row = rows.filter({ hasText: 'Mara Novak' });
    await eventually(async () => expect(await row.getAttribute('aria-label')).toMatch(/unread$/));
    await openRow('Mara Novak');
    await message('First').waitFor();
    await eventually(async () => expect(await row.getAttribute('aria-label')).not.toMatch(/unread$/));
    await page.keyboard.press('u');
    await eventually(async () => expect(await row.getAttribute('aria-label')).toMatch(/unread$/));
    await page.keyboard.press('Escape');
    await team.answer(ticket, 'Second');
    await row.getByText('Second').waitFor();
    await context.close();
  });

  it.each([
    [360, 'light'],
    [360, 'dark'],
    [900, 'light'],
    [1600, 'dark'],
  ] as const)(
    'at %i px in %s: axe finds nothing, and the page does not scroll sideways',
    async (width, colorScheme) => {
      const name = `Axe ${width} ${colorScheme}`;
      await team.write(
        name,
        'A long word: Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen '.repeat(3),
      );
      const { page, rows, openRow, message, context } = await world.open(team.founder, '/inbox/all', {
        viewport: { width, height: 800 },
        colorScheme,
      });
      await rows.filter({ hasText: name }).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await openRow(name);
      await message('A long word').first().waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(sideways).toBeLessThanOrEqual(0);
      await context.close();
    },
  );

  it('loads at most 90 KB at first and 150 KB with live events and commands, compressed', async () => {
    const { page, context } = await world.open(team.founder);
    // Signed in: the form of the sign-in is loaded apart.
    await page.reload();
    await page.getByRole('navigation', { name: 'Views' }).waitFor();
    await page.waitForLoadState('networkidle');
    const names = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map((entry) => new URL(entry.name).pathname)
        .filter((path) => path.startsWith('/inbox/assets/')),
    );
    const sizes = await Promise.all(
      names.map(async (name) => {
        const response = await fetch(`${world.platform.origin}${name}`, {
          headers: { 'accept-encoding': 'gzip' },
        });
        return [name, Number(response.headers.get('content-length'))] as const;
      }),
    );
    const sum = (some: typeof sizes): number => some.reduce((bytes, [, size]) => bytes + size, 0);
    expect(sizes.length).toBeGreaterThan(3);
    expect(names.filter((name) => name.includes('/sign-in'))).toEqual([]);
    const later = /\/(pusher|command-menu)/;
    expect(sum(sizes.filter(([name]) => !later.test(name)))).toBeLessThanOrEqual(90 * 1024);
    expect(sum(sizes)).toBeLessThanOrEqual(150 * 1024);
    await context.close();
  });

  it('speaks German where the browser does', async () => {
    const context = await world.browser.newContext({ locale: 'de-DE' });
    const page = await context.newPage();
    await page.goto(`${world.platform.origin}/inbox`);
    await page.getByRole('button', { name: 'Anmelden' }).waitFor();
    await eventually(async () => expect(await page.locator('html').getAttribute('lang')).toBe('de'));
    await context.close();
  });
});
