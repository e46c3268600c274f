import { accessibilityProblems, describeWith, eventually } from '@parley/testing';
import { readFileSync } from 'node:fs';
import type { Download } from 'playwright-core';
import { ok } from './support/api';
import type { Document } from './support/engagement';
import { type InboxTeam, type InboxWorld, startInboxWorld } from './support/inbox-world';
import type { Person } from './support/people';

/** A picture of one pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const invoice = Buffer.from('%PDF-1.4\n%%EOF\n');

describeWith('chromium')('messages in the inbox', () => {
  let world: InboxWorld;
  let team: InboxTeam;
  beforeAll(async () => {
    world = await startInboxWorld();
    team = await world.team();
  });
  afterAll(() => world.stop());

  const send = async (body: Document, { api }: Pick<Person, 'api'> = team.founder): Promise<Document> =>
    ok(await api.call('POST', '/messages', body));

  it('names the author of each message, and shows those of contact, team, bot and a note differently', async () => {
    const colleague = await team.colleague('Grace Hopper');
    const { token } = ok(await team.founder.api.call('POST', '/service-accounts', { name: 'Robo' }));
    const { id: ticket } = await team.write('Lin Park', 'I ask.');
    await send({ ticket, comment: 'I answer.' }, colleague);
    await send(
      { ticket, comment: 'I am a machine.', bot: true },
      { api: team.founder.api.as({ token, project: team.projectId }) },
    );
    await send({ ticket, comment: 'I remark.', isNote: true });
    const { page, message, complaints, context } = await world.open(team.founder, `/inbox/all/${ticket}`);
    const look = async (text: string, author: string) => {
      const said = message(text);
      await said.waitFor();
      await eventually(async () =>
        expect(await said.getAttribute('aria-label')).toMatch(new RegExp(`^${author}, .*\\d`)),
      );
      const [name, ...badges] = await said.locator('.by strong, .by .badge').allInnerTexts();
      expect(name).toBe(author);
      const [colour, side] = await said
        .locator('.body')
        .evaluate((body) => [
          getComputedStyle(body).backgroundColor,
          getComputedStyle(body.closest('article') as Element).alignSelf,
        ]);
      return { badges, colour, side };
    };
    const contact = await look('I ask.', 'Lin Park');
    const answer = await look('I answer.', 'Grace Hopper');
    const bot = await look('I am a machine.', 'Robo');
    const note = await look('I remark.', 'Ada Founder');
    expect([contact, answer, bot, note].map(({ badges }) => badges)).toEqual([[], [], ['Bot'], ['Note']]);
    expect(new Set([contact, answer, note].map(({ colour }) => colour)).size).toBe(3);
    expect(new Set([contact, answer, bot, note].map(({ colour, side }) => `${colour} ${side}`)).size).toBe(4);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('shows rich text as what it is', async () => {
    const { id: ticket } = await team.write('Noor Haddad', 'How do I start it?');
    const lines = [
      'It is **easy**:',
      '',
      '- install',
      '- start',
      '',
      'See [our help](https://help.example/start).',
    ];
    const markdownComment = [...lines, '', '```', 'npm start', '```'].join('\n');
    await send({ ticket, markdownComment });
    const { page, message, complaints, context } = await world.open(team.founder, `/inbox/all/${ticket}`);
    const body = message('It is easy').locator('.body');
    await body.waitFor();
    expect(await body.locator('strong').allInnerTexts()).toEqual(['easy']);
    expect(await body.locator('ul > li').allInnerTexts()).toEqual(['install', 'start']);
    expect(await body.locator('pre').innerText()).toBe('npm start');
    const link = body.getByRole('link', { name: 'our help' });
    expect(await link.getAttribute('href')).toBe('https://help.example/start');
    expect(await link.getAttribute('rel')).toContain('noopener');
    expect(await body.innerText()).not.toMatch(/[*`[\]]/);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('makes neither a link that runs a script nor elements of what a contact writes', async () => {
    const { id: ticket, session } = await team.write('Ines Costa', 'Before.');
    const html = '<b>bold</b> <img src="x" onerror="document.title = 1"> <script>document.title = 2</script>';
    const trap = { type: 'link', attrs: { href: 'javascript:document.title=3' } };
    const content = [{ type: 'text', text: 'Click me', marks: [trap] }];
    const from = { ticket, session: session.id };
    await send({ ...from, comment: `As text: ${html}` });
    await send({ ...from, markdownComment: 'As Markdown: [click](javascript:alert(1)) <b>bold</b>' });
    await send({ ...from, comment: { type: 'doc', content: [{ type: 'paragraph', content }] } });
    const { page, message, complaints, context } = await world.open(team.founder, `/inbox/all/${ticket}`);
    const title = await page.title();
    const texts = ['As text', 'As Markdown', 'Click me'];
    for (const text of texts) {
      const body = message(text).locator('.body');
      await body.waitFor();
      expect(await body.locator('a, b, img, script').count()).toBe(0);
    }
    expect(await message('As text').locator('.body').innerText()).toBe(`As text: ${html}`);
    await message('Click me').getByText('Click me').click();
    expect(await page.title()).toBe(title);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('sends files from the button: a picture shows, and is enlarged by a click; any other is a link', async () => {
    const { id } = await team.write('Olga Petrova', 'May I see it?');
    const { page, conversation, message, context } = await world.open(team.founder, `/inbox/all/${id}`);
    await conversation.getByRole('textbox', { name: 'Reply' }).fill('Here they are.');
    const chosen = page.waitForEvent('filechooser');
    await conversation.getByRole('button', { name: 'Attach files' }).click();
    await (
      await chosen
    ).setFiles([
      { name: 'lamp.png', mimeType: 'image/png', buffer: picture },
      { name: 'invoice.pdf', mimeType: 'application/pdf', buffer: invoice },
    ]);
    const attached = conversation.getByRole('list', { name: 'Attached files' });
    await attached.getByText('lamp.png').waitFor();
    await attached.getByText('invoice.pdf').waitFor();
    await conversation.getByRole('button', { name: 'Send', exact: true }).click();
    const said = message('Here they are.');
    const enlarge = said.getByRole('button', { name: 'Enlarge lamp.png' });
    await enlarge.click();
    const viewer = page.getByRole('dialog', { name: 'lamp.png' });
    const image = viewer.getByRole('img', { name: 'lamp.png' });
    await image.waitFor();
    expect(await image.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBe(1);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'detached' });
    expect(await enlarge.evaluate((one) => one === document.activeElement)).toBe(true);
    // It is of the window that opens for it, or of this one where that one is gone at once.
    const downloaded = new Promise<Download>((resolve) => {
      page.on('download', resolve);
      context.on('page', (opened) => opened.on('download', resolve));
    });
    await said.getByRole('link', { name: 'invoice.pdf' }).click();
    const file = await downloaded;
    expect(file.suggestedFilename()).toBe('invoice.pdf');
    expect(readFileSync(await file.path())).toEqual(invoice);
    await context.close();
  });
});
