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
  });
  afterAll(async () => {
    await browser.close();
    await platform.stop();
    removeHome(platform.home);
  });

  const drawn = (): Promise<void> =>
    eventually(async () => {
      expect(await page.locator('figure').count()).toBeGreaterThan(0);
      expect(await page.locator('figure[aria-busy="true"]').count()).toBe(0);
    });

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
  });

  it('tell of the past that was imported, in numbers, bars, hours and rows', async () => {
    await eventually(async () => {
      await page.getByLabel('Period').selectOption('90 days');
      await page.getByLabel('Period').selectOption('30 days');
      await drawn();
      const [tickets] = await page.locator('#facts-NEW_TICKETS_COUNT b').allTextContents();
      expect(Number(tickets)).toBeGreaterThan(50);
    });
    const bars = page.locator('#charts-NEW_TICKETS_COUNT canvas');
    expect(await bars.getAttribute('aria-label')).toMatch(
      /^New tickets\. New tickets: at most [1-9]\d* tickets$/,
    );
    const painted = await bars.evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {
        data: [],
      };
      return data.some((value) => value > 0);
    });
    expect(painted).toBe(true);
    expect(await page.locator('#heatmaps-BUSIEST_HOURS_PER_WEEKDAY tbody tr').count()).toBe(7);
    await page.locator('#lists-TEAM_PERFORMANCE_LIST').getByText('Grace Agent').waitFor();
  });

  it('show durations in hours and minutes, short dates, names for ids, and no gap of a program', async () => {
    expect(await page.locator('#facts-MEDIAN_TIME_TO_CLOSE b').innerText()).toMatch(/^\d h( \d\d min)?$/);
    expect(await page.locator('#facts-MEDIAN_FIRST_RESPONSE_TIME p').first().innerText()).toMatch(
      /^\d+ min\s+measured \d+ times$/,
    );
    const rated = page.locator('#lists-TICKETS_WITH_RATING_LIST');
    expect(await rated.locator('tbody tr').first().locator('td').last().innerText()).toMatch(
      /^\d{1,2} \w{3,4}( \d{4})?, \d\d:\d\d$/,
    );
    expect(await rated.locator('caption').innerText()).toMatch(/^The first 20 of \d\d$/);
    await page.getByLabel('A series for each').selectOption('type');
    await drawn();
    const spoken = await page.locator('#charts-NEW_TICKETS_COUNT canvas').getAttribute('aria-label');
    expect(spoken).toContain('Feature request: at most');
    const texts = [
      await page.locator('main').innerText(),
      ...(await page.locator('canvas').evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel ?? ''))),
    ].join('\n');
    // Ids, dates and constants of the API; values that are none; times in decimals or in seconds beyond a minute.
    for (const raw of [
      /\b[0-9a-f]{24}\b/,
      /\d{4}-\d\d/,
      /\b[A-Z]+_[A-Z]+/,
      /NaN|undefined|null|Infinity|^[-–]$/m,
      /\d\.\d+ (s|min|h)\b/,
      /\b\d{3,} s\b/,
    ])
      expect(raw.exec(texts)?.[0]).toBeUndefined();
    await page.getByLabel('A series for each').selectOption('');
    await drawn();
  });

  it('show no percentage of almost nothing, and say where a chart is empty', async () => {
    const met = page.locator('#facts-SLA_COMPLIANCE');
    expect(await met.innerText()).toMatch(/^Service levels met\s+No data$/);
    expect(await page.locator('#facts').innerText()).not.toMatch(/%.*period before/);
    const none = page.locator('#charts-SLA_STARTED_COUNT');
    await none.getByText('Nothing in this period.').waitFor();
    expect(await none.locator('canvas').isVisible()).toBe(false);
    await page.locator('#lists-SLA_REPORTS_LIST').getByText('Nothing to show.').waitFor();
  });

  it('have a table behind each chart, which the keyboard opens', async () => {
    const chart = page.locator('#charts-MEDIAN_TIME_TO_CLOSE');
    await chart.getByText('As a table').focus();
    await page.keyboard.press('Enter');
    await chart.locator('tbody tr').first().waitFor();
    expect(await chart.locator('tbody tr').count()).toBe(30);
    expect(await chart.locator('thead th').allInnerTexts()).toEqual(['By day', 'Median time to close']);
    expect(await chart.locator('tbody th').last().innerText()).toMatch(/^\d{1,2} \w{3,4}$/);
    expect(await chart.locator('tbody').innerText()).toMatch(/\b\d h \d\d min\b/);
    // It follows the chart.
    await page.getByLabel('Period').selectOption('7 days');
    await eventually(async () => expect(await chart.locator('tbody tr').count()).toBe(7));
    await page.getByLabel('Period').selectOption('30 days');
    await drawn();
  });

  it('fit a phone, and follow its dark mode', async () => {
    const size = page.viewportSize() ?? { width: 1280, height: 720 };
    const readPixels = (): Promise<string> =>
      page
        .locator('#charts-NEW_TICKETS_COUNT canvas')
        .evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
    await page.setViewportSize({ width: 360, height: 800 });
    await eventually(async () => {
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBe(360);
    });
    const light = await readPixels();
    await page.emulateMedia({ colorScheme: 'dark' });
    await eventually(async () => expect(await readPixels()).not.toBe(light));
    const problems = await accessibilityProblems(page);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize(size);
    expect(problems).toEqual([]);
  });

  it('follow what is asked, and say why where the API refuses', async () => {
    await page.getByLabel('A series for each').selectOption('tag');
    await eventually(async () => {
      const label = await page.locator('#charts-NEW_TICKETS_COUNT canvas').getAttribute('aria-label');
      expect(label).toContain('delivery: at most');
    });
    const interval = page.getByLabel('A point for each');
    await interval.selectOption('hour');
    await page.getByLabel('Period').selectOption('90 days');
    // More points than the API draws are not offered.
    expect(await interval.inputValue()).toBe('day');
    expect(await interval.locator('[value=hour]').isDisabled()).toBe(true);
    await page.route('**/statistics/facts*', (route) =>
      route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer none' } }),
    );
    await page.getByLabel('Period').selectOption('7 days');
    await page.locator('#facts-NEW_TICKETS_COUNT [role=alert]:not(:empty)').waitFor();
    await page.unroute('**/statistics/facts*');
    await page.getByLabel('Period').selectOption('30 days');
    await drawn();
    await eventually(async () =>
      expect(await page.locator('figure [role=alert]:not(:empty)').count()).toBe(0),
    );
  });

  it('can be read by everybody, and break no rule of the page', async () => {
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);
    expect(new URL(page.url()).hash).toBe('');
  });
});
