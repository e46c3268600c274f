import { accessibilityProblems, describeWith, eventually } from '@parley/testing';
import { ok } from './support/api';
import type { Document } from './support/engagement';
import { talkWith } from './support/widget-talk';
import { type ShopTeam, startWidgetWorld, type WidgetWorld } from './support/widget-world';

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describeWith('chromium')('what helps a visitor to write', () => {
  let world: WidgetWorld;
  let team: ShopTeam;
  beforeAll(async () => {
    world = await startWidgetWorld();
    team = await world.team();
    const form = [
      { name: 'name', required: true },
      { name: 'email', required: true },
      { name: 'phone' },
      { name: 'orderNumber', label: { en: 'Order number' } },
    ];
    ok(await team.admin.call('PUT', `/projects/${team.projectId}`, { widget: { form } }));
    await eventually(async () => {
      const headers = { 'api-token': team.apiToken };
      const texts = ok(await world.anonymous.call('GET', '/shared/translations?lang=en', undefined, headers));
      expect(texts.project.widget.form).toHaveLength(4);
    });
  });
  afterAll(() => world.stop());
  const { write } = talkWith(
    () => world,
    () => team,
  );
  const tag = (): string => `data-key="${team.apiToken}"`;
  const findTicket = (text: string): Promise<Document> =>
    eventually(async () => {
      const { tickets } = ok(await team.admin.call('GET', '/tickets?limit=100'));
      const found = (tickets as Document[]).find(({ title, latestComment }) =>
        `${title} ${latestComment}`.includes(text),
      );
      if (!found) throw new Error(`No ticket has “${text}”`);
      return found;
    });

  it('asks a guest for the fields of the project before its first message, once', async () => {
    const script = `const heard = window.heard = [];
      parley('on', 'emailGiven', (data) => heard.push(data));`;
    const { page, panel, launcher, complaints, context } = await world.visit('/form', { tag: tag(), script });
    await launcher.click();
    await panel.getByRole('button', { name: 'Send us a message' }).click();
    await panel.getByRole('heading', { name: 'Before we begin' }).waitFor();
    expect(await panel.locator('.composer').count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    const go = panel.getByRole('button', { name: 'Continue' });
    await panel.getByLabel('Name').fill('Mia Berg');
    await go.click();
    // The address is required.
    await panel.getByLabel('E-mail address').fill('no address');
    await go.click();
    expect(await panel.locator('.composer').count()).toBe(0);
    await panel.getByLabel('E-mail address').fill('mia@customer.example');
    await panel.getByLabel('Order number (optional)').fill(' 4711 ');
    await go.click();
    await write({ panel }, 'It never came');
    const { id, session } = await findTicket('It never came');
    const ticket: Document = ok(await team.admin.call('GET', `/tickets/${id}`));
    expect(ticket.attributes).toMatchObject({ orderNumber: '4711' });
    expect(ok(await team.admin.call('GET', `/sessions/${session.id}`))).toMatchObject({ name: 'Mia Berg' });
    const heard = (): Promise<unknown> =>
      page.evaluate(() => (globalThis as unknown as { heard: unknown[] }).heard);
    await eventually(async () => expect(await heard()).toEqual([{ email: 'mia@customer.example' }]));

    await page.reload();
    await launcher.click();
    await panel.getByRole('button', { name: 'Send us a message' }).click();
    await panel.locator('.composer').waitFor();
    expect(await panel.locator('.ask').count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('asks no identified visitor', async () => {
    const userId = 'u-known';
    const script = `parley('identify', ${JSON.stringify({ userId, userHash: team.signUserId(userId) })});`;
    const { panel, launcher, context } = await world.visit('/known', { tag: tag(), script });
    await launcher.click();
    await panel.getByRole('button', { name: 'Send us a message' }).click();
    await panel.locator('.composer').waitFor();
    await context.close();
  });

  it('puts emoji where the caret is, and enlarges a picture over the page', async () => {
    const userId = 'u-signs';
    const script = `parley('identify', ${JSON.stringify({ userId, userHash: team.signUserId(userId) })});`;
    const { origin } = world.platform;
    const headers = {
      'content-security-policy': `default-src 'none'; script-src 'self' ${origin}; connect-src *; img-src ${origin}`,
    };
    const { page, panel, launcher, complaints, context } = await world.visit('/signs', {
      tag: tag(),
      script,
      headers,
    });
    await launcher.click();
    await panel.getByRole('button', { name: 'Send us a message' }).click();
    const field = panel.getByLabel('Your message');
    await field.fill('Hello there');
    await field.press('Home');
    const button = panel.getByRole('button', { name: 'Emoji' });
    await button.click();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await panel.locator('.signs').count()).toBe(0);
    await button.click();
    await panel.locator('.signs').getByRole('button', { name: '👋' }).click();
    expect(await field.inputValue()).toBe('👋Hello there');
    await panel.locator('.composer input[type=file]').setInputFiles({
      name: 'teapot.png',
      mimeType: 'image/png',
      buffer: PICTURE,
    });
    await eventually(async () => expect(await panel.locator('progress').count()).toBe(0));
    await panel.getByRole('button', { name: 'Send', exact: true }).click();
    // The message that is on its way gives way to the stored one.
    await eventually(async () => expect(await panel.locator('.waiting').count()).toBe(0));
    const picture = panel.getByRole('button', { name: 'Enlarge teapot.png' });
    await picture.click();
    const viewer = panel.locator('.viewer');
    await viewer.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'detached' });
    expect(await panel.isVisible()).toBe(true);
    await picture.click();
    await viewer.getByRole('button', { name: 'Close' }).click();
    await viewer.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await context.close();
  });
});
