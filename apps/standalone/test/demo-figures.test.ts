import { accessibilityProblems, describeWith, eventually, openBrowser } from '@parley/testing';
import type { Browser, Page } from 'playwright-core';
import { removeHome, type RunningPlatform, startStandalone } from './support/platform';

interface Document {
  paths: Record<string, { get: { parameters: { name: string; schema: { enum?: string[] } }[] } }>;
}

/** Sections of the page by the operation whose answers they draw. */
const sections = { facts: 'facts', charts: 'bar-chart', heatmaps: 'heatmap', lists: 'lists' };

describeWith('chromium')('the figures of the demo', () => {
  let platform: RunningPlatform;
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    [platform, browser] = await Promise.all([startStandalone(), openBrowser()]);
    page = await (await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/Berlin' })).newPage();
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    // It is printed when the address is open, and read a moment later.
    const path = await eventually(() => {
      const [, found] =
        /^ {2}figures +http:\/\/[^/]+(\/demo\/statistics#\S+)$/m.exec(platform.output()) ?? [];
      if (found === undefined) throw new Error('The address is not printed yet');
      return found;
    });
    await page.goto(platform.origin + path);
  }, 180_000);
  afterAll(async () => {
    await browser.close();
    await platform.stop();
    removeHome(platform.home);
  });

  const drawn = (): Promise<void> =>
    eventually(async () => {
      expect(await page.locator('figure').count()).toBeGreaterThan(0);
      expect(await page.locator('figure[aria-busy="true"]').count()).toBe(0);
    }, 30_000);

  it('show every chart that the API knows, each drawn from its answer', async () => {
    await drawn();
    const document = (await (await fetch(`${platform.origin}/api-docs.json`)).json()) as Document;
    for (const [section, operation] of Object.entries(sections)) {
      const { parameters } = document.paths[`/statistics/${operation}`]?.get ?? { parameters: [] };
      const known = parameters.find(({ name }) => name === 'chartType')?.schema.enum ?? [];
      expect(known.length).toBeGreaterThan(1);
      const shown = await page.locator(`#${section} > figure`).evaluateAll((all) => all.map(({ id }) => id));
      expect(shown.sort()).toEqual(known.map((name) => `${section}-${name}`).sort());
    }
    expect(await page.locator('figure [role=alert]:not(:empty)').allTextContents()).toEqual([]);
    expect(await page.locator('figcaption:empty').count()).toBe(0);
  }, 60_000);

  it('tell of the past that was imported, in numbers, bars, hours and rows', async () => {
    await eventually(async () => {
      await page.getByLabel('Period').selectOption('90 days');
      await page.getByLabel('Period').selectOption('30 days');
      await drawn();
      const [tickets] = await page.locator('#facts-NEW_TICKETS_COUNT b').allTextContents();
      expect(Number(tickets)).toBeGreaterThan(50);
    }, 30_000);
    const bars = page.locator('#charts-NEW_TICKETS_COUNT canvas');
    expect(await bars.getAttribute('aria-label')).toMatch(/^New tickets\. New tickets: at most [1-9]/);
    const painted = await bars.evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {
        data: [],
      };
      return data.some((value) => value > 0);
    });
    expect(painted).toBe(true);
    expect(await page.locator('#heatmaps-BUSIEST_HOURS_PER_WEEKDAY tbody tr').count()).toBe(7);
    await page.locator('#lists-TEAM_PERFORMANCE_LIST').getByText('Grace Agent').waitFor();
  }, 60_000);

  it('follow what is asked, and say why where the API refuses', async () => {
    await page.getByLabel('A series for each').selectOption('tag');
    await eventually(async () => {
      const label = await page.locator('#charts-NEW_TICKETS_COUNT canvas').getAttribute('aria-label');
      expect(label).toContain('delivery: at most');
    }, 30_000);
    await page.getByLabel('A point for each').selectOption('hour');
    await page.getByLabel('Period').selectOption('90 days');
    await page.locator('#charts-NEW_TICKETS_COUNT [role=alert]', { hasText: 'groupInterval' }).waitFor();
    await page.getByLabel('A point for each').selectOption('day');
    await drawn();
    expect(await page.locator('figure [role=alert]:not(:empty)').count()).toBe(0);
  }, 60_000);

  it('can be read by everybody, and break no rule of the page', async () => {
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(complaints.filter((text) => !text.includes('400'))).toEqual([]);
    expect(new URL(page.url()).hash).toBe('');
  }, 60_000);
});
