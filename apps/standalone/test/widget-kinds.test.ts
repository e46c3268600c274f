import { accessibilityProblems, describeWith, eventually } from '@parley/testing';
import type { Locator, Page } from 'playwright-core';
import { ok } from './support/api';
import type { Document } from './support/engagement';
import { keepPicture } from './support/pictures';
import { type ShopTeam, startWidgetWorld, type Visit, type WidgetWorld } from './support/widget-world';

const SURVEY = {
  subject: 'Tell us',
  config: {
    thanks: 'Thanks a lot.',
    questions: [
      {
        id: 'nps',
        type: 'nps',
        title: 'How likely?',
        required: true,
        low: 'Never',
        high: 'Surely',
        branches: [{ operator: 'gte', value: 9, goTo: 'face' }],
      },
      { id: 'why', type: 'text', title: 'What is missing?' },
      { id: 'face', type: 'emoji', title: 'And today?' },
      { id: 'one', type: 'choice', title: 'Which one?', options: [{ id: 'a', title: 'Apples' }] },
      {
        id: 'some',
        type: 'choices',
        title: 'Which ones?',
        options: [
          { id: 'b', title: 'Beans' },
          { id: 'c', title: 'Corn' },
        ],
      },
      { id: 'stars', type: 'rating', title: 'How many stars?' },
    ],
  },
};

describeWith('chromium')('surveys, news, modals and product tours in the widget', () => {
  let world: WidgetWorld;
  beforeAll(async () => {
    world = await startWidgetWorld();
  });
  afterAll(() => world.stop());

  const item = async ({ admin }: ShopTeam, path: string, fields: object): Promise<Document> =>
    ok(await admin.call('POST', `/engagement/${path}`, { name: 'Item', status: 'live', ...fields }));
  const part = (page: Page, selector: string): Locator => page.locator(`parley-widget ${selector}`);
  const visit = async (team: ShopTeam, path: string, body = ''): Promise<Visit> => {
    const context = await world.browser.newContext({ locale: 'en-GB' });
    return world.visit(path, { tag: `data-key="${team.apiToken}"`, body }, context);
  };
  const isAccessible = async (page: Page): Promise<void> => {
    for (const width of [360, 1400])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        const problems = await accessibilityProblems(page);
        expect({ width, colorScheme, problems }).toEqual({ width, colorScheme, problems: [] });
      }
  };
  const focused = (page: Page): Promise<string | undefined> =>
    page.evaluate(() => {
      const { activeElement } = document;
      return (activeElement?.shadowRoot?.activeElement ?? activeElement)?.textContent ?? activeElement?.id;
    });

  it('asks the questions of a survey by keyboard, goes on after a reload, and thanks', async () => {
    const team = await world.team();
    const { id } = await item(team, 'surveys', SURVEY);
    const { page, complaints, context } = await visit(team, '/survey');
    const survey = part(page, '.survey');
    await survey.getByText('How likely?').waitFor();
    await isAccessible(page);
    await keepPicture('widget-survey', survey);
    await survey.getByRole('button', { name: '3 of 10' }).focus();
    await page.keyboard.press('Enter');
    await survey.getByText('What is missing?').waitFor();
    // The visitor who used the keyboard goes on with it.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Speed');
    await isAccessible(page);
    await survey.getByRole('button', { name: 'Next' }).click();
    await survey.getByText('And today?').waitFor();
    await page.reload();
    await survey.getByText('And today?').waitFor();
    await survey.getByRole('button', { name: '4 of 5' }).click();
    await survey.getByRole('button', { name: 'Apples' }).click();
    await survey.getByText('Which ones?').waitFor();
    await survey.getByRole('button', { name: 'Back' }).click();
    expect(await survey.getByRole('button', { name: 'Apples' }).getAttribute('aria-pressed')).toBe('true');
    await survey.getByRole('button', { name: 'Apples' }).click();
    await survey.getByLabel('Corn').check();
    await isAccessible(page);
    await survey.getByRole('button', { name: 'Next' }).click();
    await survey.getByText('How many stars?').waitFor();
    await survey.getByRole('button', { name: 'Skip' }).click();
    await survey.getByText('Thanks a lot.').waitFor();
    await survey.waitFor({ state: 'detached' });
    const [response] = ok(await team.admin.call('GET', `/engagement/surveys/${id}/responses`));
    expect(response).toMatchObject({
      status: 'completed',
      answers: { nps: 3, why: 'Speed', face: 4, one: 'a', some: ['c'], stars: null },
    });
    await page.reload();
    await part(page, '.launcher button').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await survey.count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('shows a modal that leaves the focus, keeps it once it is inside, and closes by Escape', async () => {
    const team = await world.team();
    const { id } = await item(team, 'modals', {
      subject: 'New terms',
      message: 'Read them.',
      config: { buttons: [{ label: 'Terms', url: 'https://example.com/terms' }, { label: 'Later' }] },
    });
    const { page, complaints, context } = await visit(
      team,
      '/modal',
      '<input id="field" aria-label="Search" autofocus>',
    );
    const modal = part(page, '.modal');
    await modal.getByText('Read them.').waitFor();
    expect(await focused(page)).toBe('');
    await page.keyboard.type('still typing');
    // The page keeps the key in its own fields.
    await page.keyboard.press('Escape');
    expect(await page.locator('#field').inputValue()).toBe('still typing');
    await isAccessible(page);
    await modal.getByRole('button', { name: 'Later' }).focus();
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('✕');
    await page.keyboard.press('Shift+Tab');
    expect(await focused(page)).toBe('Later');
    await page.keyboard.press('Escape');
    await modal.waitFor({ state: 'detached' });
    await eventually(async () =>
      expect(ok(await team.admin.call('GET', `/engagements/${id}/statistics`))).toMatchObject({
        seen: { total: 1 },
        dismissed: { total: 1 },
        clicked: { total: 0 },
      }),
    );
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('hints at news, opens the post in the widget, and lists the posts there', async () => {
    const team = await world.team();
    await item(team, 'news', { subject: 'Older', message: 'Before.' });
    const { id } = await item(team, 'news', {
      subject: 'In green',
      message: 'Pots in green.',
      config: { hint: true, label: 'Feature' },
    });
    const { page, panel, complaints, context } = await visit(team, '/news');
    const hint = part(page, '.chat');
    await hint.getByText('In green').waitFor();
    await isAccessible(page);
    await hint.getByRole('button', { name: 'Read' }).click();
    await panel.getByText('Pots in green.').waitFor();
    await isAccessible(page);
    await panel.getByRole('button', { name: 'Back' }).click();
    await panel.getByRole('button', { name: 'Older' }).click();
    await panel.getByText('Before.').waitFor();
    await panel.getByRole('button', { name: 'Back' }).click();
    await panel.getByRole('button', { name: 'In green' }).waitFor();
    await isAccessible(page);
    await eventually(async () =>
      expect(ok(await team.admin.call('GET', `/engagements/${id}/statistics`)).clicked.total).toBe(1),
    );
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('shows them one at a time: product tour, modal, survey, news', async () => {
    const team = await world.team();
    await item(team, 'news', { subject: 'Post', message: 'News.', config: { hint: true } });
    await item(team, 'surveys', SURVEY);
    await item(team, 'modals', { message: 'Terms.' });
    await item(team, 'product-tours', { config: { steps: [{ title: 'The heading', selector: 'h1' }] } });
    const { page, context } = await visit(team, '/many-kinds');
    const shown = '.items-part > *:not(.ring)';
    for (const words of ['The heading', 'Terms.', 'How likely?', 'Post']) {
      await part(page, shown).getByText(words).waitFor();
      expect(await part(page, shown).count()).toBe(1);
      await part(page, shown).getByRole('button', { name: 'Dismiss' }).click();
    }
    await context.close();
  });

  it('starts a survey that the page asks for, once', async () => {
    const team = await world.team();
    const elsewhere = [{ pageFilter: '/nowhere', pageFilterType: 'contains' }];
    const { id } = await item(team, 'surveys', {
      pageRules: elsewhere,
      config: { questions: [{ type: 'emoji', title: 'How was it?' }] },
    });
    const { page, launcher, context } = await visit(team, '/start-survey');
    await launcher.waitFor();
    expect(await part(page, '.survey').count()).toBe(0);
    const start = (): Promise<void> =>
      page.evaluate((survey) => {
        (globalThis as unknown as { parley: (...call: unknown[]) => void }).parley('startSurvey', survey);
      }, id);
    await start();
    await part(page, '.survey').getByRole('button', { name: '5 of 5' }).click();
    await part(page, '.survey').getByText('Thank you.').waitFor();
    await part(page, '.survey').waitFor({ state: 'detached' });
    await start();
    await page.waitForLoadState('networkidle');
    expect(await part(page, '.survey').count()).toBe(0);
    await context.close();
  });
});
