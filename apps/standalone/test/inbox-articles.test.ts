import { accessibilityProblems, describeWith, eventually } from '@parley/testing';
import type { Page } from 'playwright-core';
import { ok } from './support/api';
import type { Document } from './support/engagement';
import { type InboxTeam, type InboxWorld, startInboxWorld } from './support/inbox-world';

/** A picture of one pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describeWith('chromium')('articles in the settings of the inbox', () => {
  let world: InboxWorld;
  let team: InboxTeam;
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    world = await startInboxWorld();
    team = await world.team();
    ({ page, complaints } = await world.open(team.founder, '/inbox/settings/help-center'));
  });
  afterAll(() => world.stop());
  afterEach(() => expect(complaints.splice(0)).toEqual([]));

  const get = async (path: string): Promise<Document> => ok(await team.founder.api.call('GET', path));
  const show = async (path: string): Promise<void> => {
    await page.goto(`${world.platform.origin}/inbox/settings/help-center/${path}`);
    await page.getByRole('navigation', { name: 'Settings' }).waitFor();
  };
  const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
  const fill = (label: string, value: string): Promise<void> =>
    page.getByLabel(label, { exact: true }).fill(value);

  it('writes articles in Markdown with a preview, publishes them, and loses nothing on the way', async () => {
    await show('new');
    await page.getByLabel('Title').first().fill('Billing');
    await press('Save');
    await page.getByRole('link', { name: 'New article' }).click();
    await fill('Title', 'Refunds');
    await press('Markdown');
    const markdown =
      '## When\n\nAfter **14** days.\n\n> [!TIP]\n> Ask us.\n\n| Plan | Days |\n| --- | --- |\n| Pro | 7 |\n\n- [ ] wait\n- [x] ask';
    await fill('Text', markdown);
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByText('When').waitFor();
    await preview.getByRole('cell', { name: '7' }).waitFor();
    await press('Save draft');
    await page.getByRole('button', { name: 'Delete' }).waitFor();
    const [collection] = await get('/helpcenter/collections');
    const articles = `/helpcenter/collections/${collection.id}/articles`;
    const [article] = await get(articles);
    expect(article).toMatchObject({ isDraft: true, title: { en: 'Refunds' } });
    const read = (): Promise<Document> => get(`${articles}/${article.id}?format=markdown`);
    const first = await read();
    expect(first.content.en.content.map(({ type }: Document) => type)).toEqual([
      'heading',
      'paragraph',
      'callout',
      'table',
      'taskList',
    ]);
    await page.getByLabel('Text', { exact: true }).fill(`${first.contentMarkdown.en}\n\nThat is all.`);
    await press('Publish');
    await page.getByRole('button', { name: 'Unpublish' }).waitFor();
    const second = await read();
    expect(second.isDraft).toBe(false);
    expect(second.content.en.content.slice(0, 5)).toEqual(first.content.en.content);
    expect(second.content.en.content).toHaveLength(6);
  });

  it('writes articles as they look, keeps what the editor cannot change, and goes on in Markdown', async () => {
    const table = {
      type: 'table',
      content: [
        {
          type: 'tableRow',
          content: ['Pro', '7'].map((text) => ({
            type: 'tableCell',
            content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
          })),
        },
      ],
    };
    const callout = {
      type: 'callout',
      attrs: { kind: 'tip' },
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Ask us.' }] }],
    };
    const paragraph = (text: string, attrs?: Document) => ({
      type: 'paragraph',
      ...(attrs && { attrs }),
      content: [{ type: 'text', text }],
    });
    const { id: collectionId } = ok(
      await team.founder.api.call('POST', '/helpcenter/collections', { title: { en: 'Editing' } }),
    );
    const articles = `/helpcenter/collections/${collectionId}/articles`;
    const content = [paragraph('First', { textAlign: 'center' }), table, callout, paragraph('Last')];
    const { id } = ok(
      await team.founder.api.call('POST', articles, {
        title: { en: 'Plans' },
        content: { en: { type: 'doc', content } },
      }),
    );
    const read = async (): Promise<Document[]> => (await get(`${articles}/${id}`)).content.en.content;
    const before = await read();
    const own = await world.open(team.founder, `/inbox/settings/help-center/${collectionId}/${id}`);
    const text = own.page.getByRole('textbox', { name: 'Text' });
    await text.getByText('Ask us.').waitFor();
    expect(await accessibilityProblems(own.page)).toEqual([]);
    // What is cut can be pasted again, parts that the editor cannot change too.
    await text.click();
    for (const key of ['a', 'x', 'v']) await own.page.keyboard.press(`Control+${key}`);
    await text.getByText('Ask us.').waitFor();
    await text.getByText('Last').click();
    await own.page.keyboard.press('End');
    await own.page.keyboard.press('Enter');
    await own.page.keyboard.type('## How much');
    await own.page.keyboard.press('Enter');
    await own.page.getByRole('button', { name: 'Bold' }).click();
    await own.page.keyboard.type('Ten euros');
    const chooser = own.page.waitForEvent('filechooser');
    await own.page.getByRole('button', { name: 'Picture', exact: true }).click();
    await (await chooser).setFiles({ name: 'plan.png', mimeType: 'image/png', buffer: PICTURE });
    await text.getByRole('img', { name: 'plan.png' }).waitFor();
    const markdown = own.page.getByRole('button', { name: 'Markdown', exact: true });
    expect(await markdown.isDisabled()).toBe(true);
    await own.page.getByRole('button', { name: 'Save draft' }).click();
    await eventually(async () => expect(await read()).toHaveLength(before.length + 3));
    const after = await read();
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.slice(before.length)).toMatchObject([
      { type: 'heading', attrs: { level: 2 }, content: [{ text: 'How much' }] },
      { type: 'paragraph', content: [{ text: 'Ten euros', marks: [{ type: 'bold' }] }] },
      { type: 'image', attrs: { alt: 'plan.png' } },
    ]);
    await markdown.click();
    const field = own.page.getByLabel('Text', { exact: true });
    await eventually(async () => expect(await field.inputValue()).toContain('## How much\n\n**Ten euros**'));
    await field.fill('Only *this*.');
    await markdown.click();
    await text.getByText('this').waitFor();
    await own.page.getByRole('button', { name: 'Save draft' }).click();
    await eventually(async () => expect(await read()).toHaveLength(1));
    await text.fill('');
    await own.page.getByRole('button', { name: 'Save draft' }).click();
    await eventually(async () =>
      expect((await get(`${articles}/${id}`)).content).not.toHaveProperty('en', expect.anything()),
    );
    expect(own.complaints).toEqual([]);
    await own.context.close();
  });

  it('keeps changes of a published article beside it until they are published or discarded', async () => {
    const collection = ok(
      await team.founder.api.call('POST', '/helpcenter/collections', { title: { en: 'Parcels' } }),
    );
    const articles = `/helpcenter/collections/${collection.id}/articles`;
    const { id } = ok(
      await team.founder.api.call('POST', articles, {
        title: { en: 'Lost parcels' },
        content: { en: 'Wait for 3 days.' },
        isDraft: false,
      }),
    );
    const live = async (): Promise<Document> => (await get(`${articles}/${id}`)).plainContent.en.trim();
    const stage = async (text: string): Promise<void> => {
      await fill('Text', text);
      await press('Save as draft');
      await page.getByText('Published, with changes that visitors do not see yet.').waitFor();
    };
    await show(`${collection.id}/${id}`);
    await stage('Wait for 5 days.');
    expect(await live()).toBe('Wait for 3 days.');
    await show(`${collection.id}`);
    await page.getByText('Published · with changes · en').waitFor();
    await show(`${collection.id}/${id}`);
    await eventually(async () =>
      expect(await page.getByLabel('Text', { exact: true }).inputValue()).toBe('Wait for 5 days.'),
    );
    await fill('Text', 'Wait for 6 days.');
    await press('Publish');
    await page.getByText('Published', { exact: true }).waitFor();
    expect(await live()).toBe('Wait for 6 days.');
    await stage('Wait for 7 days.');
    expect(await accessibilityProblems(page)).toEqual([]);
    ok(await team.founder.api.call('PUT', `${articles}/${id}`, { content: { en: 'Wait for 1 day.' } }));
    await press('Publish');
    await page.getByRole('button', { name: 'Publish anyway' }).waitFor();
    // The browser names the refusal.
    expect(complaints.splice(0)).toEqual([expect.stringContaining('409')]);
    await press('Publish anyway');
    await page.getByText('Published', { exact: true }).waitFor();
    expect(await live()).toBe('Wait for 7 days.');
    await stage('Never mind.');
    await press('Discard changes');
    await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click();
    await page.getByText('Published', { exact: true }).waitFor();
    await eventually(async () =>
      expect(await page.getByLabel('Text', { exact: true }).inputValue()).toBe('Wait for 7 days.'),
    );
    expect(await get(`${articles}/${id}`)).toMatchObject({ hasDraft: false });
  });
});
