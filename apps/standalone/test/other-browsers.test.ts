import { describeWith, engineUrl, eventually } from '@parley/testing';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Api, createApi, ok } from './support/api';
import type { Browser, BrowserOptions } from './support/browsers/browser';
import { openFirefox } from './support/browsers/firefox';
import { openWebkit } from './support/browsers/webkit';
import type { Document } from './support/engagement';
import { removeHome, type RunningPlatform, startStandalone } from './support/platform';
import { type Shop, startShop } from './support/shop';

interface Demo {
  projectId: string;
  apiToken: string;
  admin: { token: string; password: string };
}

/** A PNG of 60 × 40 pixels. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAADwAAAAoCAIAAAAt2Q6oAAAAQklEQVR42u3OMQEAAAgDoGn/zjOGDyRg2ubTSFpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlr6YQGu6wFPzX8e5QAAAABJRU5ErkJggg==';

const isWanted = engineUrl('firefox') !== undefined || engineUrl('webkit') !== undefined;

let platform: RunningPlatform;
let shop: Shop;
let demo: Demo;
let admin: Api;
let folder: string;

beforeAll(async () => {
  if (!isWanted) return;
  platform = await startStandalone();
  shop = await startShop(platform);
  demo = JSON.parse(readFileSync(join(platform.home, 'demo.json'), 'utf8'));
  admin = createApi(() => `${platform.origin}/v3`).as({ token: demo.admin.token, project: demo.projectId });
  folder = mkdtempSync(join(tmpdir(), 'parley-picture-'));
  writeFileSync(join(folder, 'teapot.png'), Buffer.from(PICTURE, 'base64'));
  const form = [{ name: 'name', required: true }, { name: 'email' }];
  ok(await admin.call('PUT', `/projects/${demo.projectId}`, { widget: { form } }));
  for (const name of ['Firefox', 'WebKit']) await addTour(name);
  // Settings take effect within 2 s.
  await eventually(async () => {
    const texts = await fetch(`${platform.origin}/v3/shared/translations?lang=en`, {
      headers: { 'api-token': demo.apiToken },
    });
    expect(await texts.json()).toMatchObject({ project: { widget: { form } } });
  });
});
afterAll(async () => {
  if (!isWanted) return;
  await shop.stop();
  await platform.stop();
  removeHome(platform.home);
  rmSync(folder, { recursive: true });
});

/** A tour on the page of a browser. */
const addTour = async (name: string): Promise<void> => {
  const subject = { localized: { en: 'Look around' } };
  const config = { steps: [{ id: 'one', title: `The heading in ${name}`, selector: 'h1' }] };
  const pageRules = [{ pageFilter: `/tour-${name}`, pageFilterType: 'contains' }];
  const tour = { name: 'Tour', status: 'live', subject, config, pageRules };
  ok(await admin.call('POST', '/engagement/cobrowse', tour));
};

const findTicket = (text: string): Promise<Document> =>
  eventually(async () => {
    const { tickets } = ok(await admin.call('GET', '/tickets?limit=20&sort=-createdAt'));
    const found = (tickets as Document[]).find(({ latestComment }) => latestComment === text);
    if (!found) throw new Error(`No ticket has “${text}”`);
    return found;
  });

/** The path of a visitor and of the team's demo, the same in each browser. */
const holdPath = (name: string, start: (options?: BrowserOptions) => Promise<Browser>): void => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await start();
  });
  afterAll(() => browser.close());
  /** The shop's policy allows no pictures. */
  const complaints = (): string[] => browser.complaints().filter((text) => !text.includes('img-src'));
  const tag = (): string => `data-key="${demo.apiToken}"`;

  it('leads through a conversation: form, live answer, file, emoji, and what was missed', async () => {
    const greeting = `Hello from ${name}`;
    shop.page('/', { tag: tag() });
    await browser.open(`${shop.origin}/`);
    await browser.click('.launcher button');
    await browser.click('.panel button', 'Send us a message');
    await browser.fill('.ask input[name=name]', 'Mia Berg');
    await browser.fill('.ask input[name=email]', `mia@${name.toLowerCase()}.example`);
    await browser.press('Enter');
    await browser.fill('.composer textarea', greeting);
    await browser.press('Enter');
    await browser.shows('.log .own:not(.waiting)', greeting);
    const { id: ticket } = await findTicket(greeting);
    ok(await admin.call('POST', '/messages', { ticket, markdownComment: 'It is **on its way**.' }));
    await browser.shows('.log li', 'It is on its way.');
    // The field kept the focus.
    await browser.type('And ');
    expect(await browser.value('.composer textarea')).toBe('And ');
    await browser.click('.composer button', 'Emoji');
    await browser.click('.signs button', '👋');
    await browser.upload('.composer input[type=file]', join(folder, 'teapot.png'));
    await browser.shows('.composer .files', 'teapot.png');
    await browser.hides('.composer progress');
    await browser.click('.composer button.main');
    await browser.shows('.log .own:not(.waiting)', 'And 👋');
    // Without pictures the file is a link.
    await browser.shows('.log .own a', 'teapot.png');
    await browser.press('Escape');
    await browser.hides('.panel');
    ok(await admin.call('POST', '/messages', { ticket, comment: 'One more thing' }));
    await browser.shows('.badge', '1');
    await browser.open(`${shop.origin}/`);
    await browser.shows('.badge', '1');
    expect(complaints()).toEqual([]);
  });

  it('finds and shows an article, and leads through a tour', async () => {
    shop.page(`/tour-${name}`, { tag: tag() });
    await browser.open(`${shop.origin}/tour-${name}`);
    await browser.shows('.card', `The heading in ${name}`);
    await browser.shows('.ring');
    await browser.click('.card button', 'Done');
    await browser.hides('.card', 'The heading');
    await browser.click('.launcher button');
    await browser.fill('.panel input[type=search]', 'refund');
    await browser.press('Enter');
    await browser.click('.panel button', 'When does my refund arrive?');
    await browser.shows('.panel td', '5 to 10 days');
    await browser.press('Escape');
    await browser.hides('.panel');
  });

  it('shows the help center: suggestions by keyboard, an accordion, code that is copied', async () => {
    const collection = ok(await admin.call('POST', '/helpcenter/collections', { title: `Rich ${name}` }));
    const articles = `/helpcenter/collections/${collection.id}/articles`;
    const made = ok(await admin.call('POST', articles, { title: 'Rich', isDraft: false }));
    const content = `<details data-type="details"><summary>Why?</summary><p>Because of it.</p></details>
      <pre><code>npm start</code></pre>`;
    const fields = { title: 'Rich', content };
    ok(await admin.call('PUT', `/translations/entries/article:${made.id}`, { language: 'en', fields }));
    await browser.open(`${platform.origin}/help/demo/en/articles/${made.docId}`);
    await browser.hides('details p');
    await browser.click('summary', 'Why?');
    await browser.shows('details p', 'Because of it.');
    await browser.click('button', 'Copy');
    await browser.shows('button', 'Copied');
    await browser.open(`${platform.origin}/help/demo/en`);
    await browser.fill('input[type=search]', 'refu');
    await browser.shows('[role=option]', 'When does my refund arrive?');
    await browser.press('ArrowDown');
    await browser.press('Enter');
    await browser.shows('h1', 'When does my refund arrive?');
  });

  it('shows the demo: the figures, and both sides of a conversation live', async () => {
    const secret = encodeURIComponent(demo.admin.password);
    await browser.open(`${platform.origin}/demo/statistics#${secret}`);
    await browser.shows('#facts-MEDIAN_TIME_TO_CLOSE b', ' h ');
    await browser.shows('#charts-NEW_TICKETS_COUNT canvas');
    await browser.open(`${platform.origin}/demo#${secret}`);
    await browser.run("localStorage.setItem('parley-inbox-undo-seconds', '0')");
    await browser.shows('.conversation .message');
    await browser.shows('.launcher button');
    await browser.fill('textarea[aria-label=Reply]', `Hello from the team in ${name}`);
    await browser.click('.composer button.main');
    await browser.shows('.conversation .message:not(.outgoing)', `Hello from the team in ${name}`);
    await browser.shows('.badge');
    expect(complaints()).toEqual([]);
  });

  it('runs from right to left, and in the dark', async () => {
    const dark = await start({ isDark: true });
    try {
      shop.page('/dark', { tag: tag(), lang: 'ar' });
      await dark.open(`${shop.origin}/dark`);
      await dark.click('.launcher button');
      await dark.shows('.panel');
      expect(await dark.style('.panel', 'direction')).toBe('rtl');
      // The launcher is at the end of a line.
      expect(
        await dark.run(`return document.querySelector('parley-widget').shadowRoot
        .querySelector('.launcher button').getBoundingClientRect().left < innerWidth / 2`),
      ).toBe(true);
      const [red = 255] = /\d+/.exec(await dark.style('.panel', 'backgroundColor')) ?? [];
      expect(Number(red)).toBeLessThan(64);
    } finally {
      await dark.close();
    }
  });
};

describeWith('firefox')('in Firefox, a visitor’s path', () => holdPath('Firefox', openFirefox));

describeWith('webkit')('in WebKit, a visitor’s path', () => holdPath('WebKit', openWebkit));
