import { describeWith, eventually } from '@parley/testing';
import { build } from 'esbuild';
import type { FrameLocator, Page } from 'playwright-core';
import { ok } from './support/api';
import type { Document } from './support/engagement';
import { talkWith } from './support/widget-talk';
import { type ShopTeam, startWidgetWorld, type WidgetWorld } from './support/widget-world';

/** An application of React that renders the whole document, and takes over the one that its server sent. */
const REACT = `
  import { createElement as h, useState } from 'react';
  import { hydrateRoot } from 'react-dom/client';
  const App = () => {
    const [count, setCount] = useState(0);
    return h('html', { lang: 'en' },
      h('head', null, h('title', null, 'Shop')),
      h('body', null, h('main', null, h('h1', null, 'Shop'), h('p', { id: 'said' }, globalThis.said ?? 'as sent'),
        h('button', { id: 'count', onClick: () => setCount(count + 1) }, 'Clicked ' + count))));
  };
  globalThis.hydrate = () => hydrateRoot(document, h(App), { onRecoverableError: () => undefined });`;

describeWith('chromium')('the widget in frames, popups and applications', () => {
  let world: WidgetWorld;
  let team: ShopTeam;
  beforeAll(async () => {
    world = await startWidgetWorld();
    team = await world.team();
  });
  afterAll(() => world.stop());

  const { reply, listMessages } = talkWith(
    () => world,
    () => team,
  );
  const tag = (): string => `data-key="${team.apiToken}"`;
  const look = (page: Page | FrameLocator) => ({
    launcher: page.locator('parley-widget .launcher button'),
    panel: page.locator('parley-widget .panel'),
  });

  /** Writes by the button and hears the answer live, where the widget is. */
  const talk = async (page: Page | FrameLocator, text: string): Promise<void> => {
    const { launcher, panel } = look(page);
    await launcher.click();
    await panel.getByRole('button', { name: 'Send us a message' }).click();
    await panel.getByLabel('Your message').fill(text);
    await panel.getByRole('button', { name: 'Send', exact: true }).click();
    await panel.locator('.log li:not(.waiting)', { hasText: text }).waitFor();
    const ticket = await eventually(async () => {
      const { tickets } = ok(await team.admin.call('GET', '/tickets?limit=100'));
      for (const { id } of tickets as Document[]) if ((await listMessages(id)).includes(text)) return id;
      throw new Error(`No ticket has “${text}”`);
    });
    await reply(ticket, `Answer to ${text}`);
    await panel.getByText(`Answer to ${text}`).waitFor();
  };

  /** Opens a page of another site that frames the shop. */
  const openFrame = async (sandbox: string | undefined): Promise<{ page: Page; frame: FrameLocator }> => {
    world.shop.page('/framed', { tag: tag() });
    const address = `${world.shop.origin}/framed`;
    const attribute = sandbox === undefined ? '' : ` sandbox="${sandbox}"`;
    world.shop.page('/frames', {
      body: `<iframe src="${address}"${attribute} width="500" height="700"></iframe>`,
      headers: { 'content-security-policy': `default-src 'none'; script-src 'self'; frame-src *` },
    });
    const page = await (await world.browser.newContext({ locale: 'en-GB' })).newPage();
    await page.goto(`${world.shop.origin.replace('127.0.0.1', 'localhost')}/frames`);
    return { page, frame: page.frameLocator('iframe') };
  };

  it.each([
    ['of another site', undefined],
    ['of another site that may not send forms', 'allow-scripts allow-same-origin'],
    ['without an origin, so without storage and locks', 'allow-scripts'],
  ])('works in a frame %s', async (_name, sandbox) => {
    const { page, frame } = await openFrame(sandbox);
    await talk(frame, `From a frame with ${sandbox}`);
    const { launcher, panel } = look(frame);
    // By its form; its fields are checked as everywhere.
    await panel.getByRole('button', { name: 'Back' }).click();
    const term = panel.getByRole('searchbox');
    await term.fill('refund');
    await term.press('Enter');
    await panel.getByText('No article was found.').waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await launcher.waitFor();
    expect(await page.locator('parley-widget').count()).toBe(0);
    await page.context().close();
  });

  it('works in a frame of its own site beside the page’s own, as one visitor', async () => {
    world.shop.page('/inside', { tag: tag() });
    const { page, context } = await world.visit('/around', {
      tag: tag(),
      body: '<iframe src="/inside" width="500" height="700"></iframe>',
      headers: { 'content-security-policy': "frame-src 'self'" },
    });
    const frame = page.frameLocator('iframe');
    await talk(frame, 'From inside');
    const { launcher, panel } = look(page);
    await launcher.click();
    await panel.locator('.row', { hasText: 'From inside' }).click();
    await panel.getByText('Answer to From inside').waitFor();
    await context.close();
  });

  it.each([
    ['of another page, which is closed', 'popup'],
    ['without an opener', 'popup,noopener'],
  ])('works in a popup %s', async (_name, features) => {
    world.shop.page('/popup', { tag: tag() });
    const opener = await world.visit('/opener', { tag: tag() });
    await opener.launcher.waitFor();
    const [page] = await Promise.all([
      opener.context.waitForEvent('page'),
      opener.page.evaluate((given) => void window.open('/popup', '_blank', given), features),
    ]);
    await look(page).launcher.waitFor();
    await opener.page.close();
    await talk(page, `From a ${features}`);
    await opener.context.close();
  });

  it.each([
    ['that matches the page', undefined],
    ['that renders the whole document again', 'something else'],
  ])('outlives a hydration by React %s, with the text in its field', async (_name, said) => {
    const bundle = await build({
      stdin: { contents: REACT, resolveDir: __dirname },
      bundle: true,
      write: false,
      define: { 'process.env.NODE_ENV': '"production"' },
    });
    const body = '<p id="said">as sent</p><button id="count">Clicked 0</button>';
    const path = `/react-${said === undefined}`;
    const { page, launcher, panel, context } = await world.visit(path, {
      tag: tag(),
      body,
      script: bundle.outputFiles[0]?.text ?? '',
    });
    await launcher.click();
    await panel.getByRole('button', { name: 'Send us a message' }).click();
    const field = panel.getByLabel('Your message');
    await field.fill('Half a sen');
    await page.evaluate((text) => {
      const app = globalThis as unknown as { said: string | undefined; hydrate: () => void };
      app.said = text;
      app.hydrate();
    }, said);
    await page.locator('#said', { hasText: said ?? 'as sent' }).waitFor();
    await page.locator('#count').dispatchEvent('click');
    await page.locator('#count', { hasText: 'Clicked 1' }).waitFor();
    expect(await page.locator('parley-widget').count()).toBe(1);
    expect(await field.inputValue()).toBe('Half a sen');
    await field.pressSequentially('tence');
    await panel.getByRole('button', { name: 'Send', exact: true }).click();
    await panel.locator('.log li:not(.waiting)', { hasText: 'Half a sentence' }).waitFor();
    await context.close();
  });

  it('outlives the page’s body, as Turbo and Astro replace it, with what was being written', async () => {
    const { page, launcher, panel, complaints, context } = await world.visit('/bodies', { tag: tag() });
    await launcher.click();
    await panel.getByRole('button', { name: 'Send us a message' }).click();
    await panel.getByLabel('Your message').fill('Half a sen');
    const widgets = page.locator('parley-widget');
    const replace: Record<string, () => void> = {
      'another body': () => {
        const body = document.createElement('body');
        body.innerHTML = '<main><h1>Another page</h1></main>';
        document.documentElement.replaceChild(body, document.body);
      },
      'another body again': () => document.body.replaceWith(document.createElement('body')),
      'nothing in it': () => document.body.replaceChildren(),
      'another document': () => {
        const html = document.createElement('html');
        html.append(document.createElement('head'), document.createElement('body'));
        document.documentElement.replaceWith(html);
      },
    };
    await panel.getByLabel('Your message').focus();
    let written = 'Half a sen';
    for (const change of Object.values(replace)) {
      await page.evaluate(change);
      await launcher.waitFor();
      expect(await widgets.count()).toBe(1);
      // The visitor continues to write.
      await page.keyboard.type('t');
      written += 't';
      expect(await panel.getByLabel('Your message').inputValue()).toBe(written);
    }
    await launcher.click();
    await panel.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('outlives the visits of Turbo, forward and back, with the text in its field', async () => {
    const bundle = await build({
      stdin: { contents: "import '@hotwired/turbo';", resolveDir: __dirname },
      bundle: true,
      write: false,
    });
    const headers = {};
    world.shop.page('/turbo-b', { tag: tag(), body: '<p id="here">The second page</p>', headers });
    const { page, launcher, panel, context } = await world.visit('/turbo-a', {
      tag: tag(),
      body: '<p id="here">The first page</p><a id="next" href="/turbo-b">Next</a>',
      script: bundle.outputFiles[0]?.text ?? '',
      headers,
    });
    await launcher.click();
    await panel.getByRole('button', { name: 'Send us a message' }).click();
    const field = panel.getByLabel('Your message');
    await field.fill('Half a sen');
    // Turbo replaces the body, and does not load a document: a mark on the window stays.
    await page.evaluate(() => Object.assign(globalThis, { mark: 'kept' }));
    const isShown = async (text: string): Promise<void> => {
      await page.locator('#here', { hasText: text }).waitFor();
      expect(await page.evaluate('globalThis.mark')).toBe('kept');
      expect(await page.locator('parley-widget').count()).toBe(1);
      expect(await field.inputValue()).toBe('Half a sen');
    };
    await page.locator('#next').dispatchEvent('click');
    await isShown('The second page');
    await page.goBack();
    await isShown('The first page');
    await page.goForward();
    await isShown('The second page');
    await field.pressSequentially('tence');
    await panel.getByRole('button', { name: 'Send', exact: true }).click();
    await panel.locator('.log li:not(.waiting)', { hasText: 'Half a sentence' }).waitFor();
    await context.close();
  });
});
