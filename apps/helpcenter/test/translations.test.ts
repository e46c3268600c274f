import { newId } from '@parley/persistence';
import type { Article } from '@parley/proto/generated/parley/helpcenter/v1/article';
import type {
  TranslatedEntry,
  TranslationEntry,
} from '@parley/proto/generated/parley/helpcenter/v1/translations_service';
import fc from 'fast-check';
import {
  gather,
  notFound,
  toPath,
  startHelpcenter,
  type TestHelpcenter,
  type TestProject,
  textDoc,
} from './support/helpcenter';
import { catalogue, textKeys } from '../src/texts/catalogue';

let service: TestHelpcenter;
let project: TestProject;

beforeAll(async () => {
  service = await startHelpcenter();
});
afterAll(() => service.stop());
beforeEach(() => {
  project = service.project();
});

const list = (query: { type?: string; skip?: number; limit?: number } = {}): Promise<TranslationEntry[]> =>
  gather(service.translations.listTranslationEntries(query, project.as('agent')), (part) => part.entries);
const required = (entry: TranslatedEntry | undefined): TranslatedEntry => {
  if (!entry) throw new Error('No entry');
  return entry;
};
const get = async (entryId: string, language?: string): Promise<TranslatedEntry> =>
  required(
    (
      await service.translations.getTranslationEntry(
        { entryId, ...(language !== undefined && { language }) },
        project.as('agent'),
      )
    ).entry,
  );
const put = async (entryId: string, language: string, fields: Record<string, unknown>) =>
  required(
    (await service.translations.putTranslationEntry({ entryId, language, fields }, project.as('user'))).entry,
  );
const article = async (input: object): Promise<Article> =>
  project.article((await project.collection()).id, input);
const template = async (input: object) =>
  (await service.templates.createEmailTemplate({ title: 'Shipped', ...input }, project.as('user'))).template
    ?.id ?? '';
const versions = async (one: Article) =>
  (await service.articles.listArticleVersions(toPath(one), project.as('agent'))).versions;

describe('the list of entries (7)', () => {
  it('has articles, collections, e-mail templates and static texts in this order, unpublished articles too', async () => {
    const { id } = await project.collection({ title: { en: 'Orders', de: 'Bestellungen' } });
    const first = await project.article(id, { title: { en: 'Refunds' }, content: { de: 'x', fr: 'y' } });
    const second = await project.article(id, { title: { de: 'Zweiter' }, isDraft: false });
    const mail = await template({ subject: { en: 'Hi' } });
    const entries = await list();
    expect(entries.map((entry) => entry.id)).toEqual([
      `article:${first.id}`,
      `article:${second.id}`,
      `collection:${id}`,
      `emailtemplate:${mail}`,
      ...textKeys.map((key) => `statictranslation:${key}`),
    ]);
    expect(entries[0]).toEqual({
      id: `article:${first.id}`,
      type: 'article',
      name: 'Refunds',
      fields: ['title', 'description', 'content'],
      sourceLanguage: 'de',
      languages: ['de', 'en', 'fr'],
      outdatedLanguages: [],
      updatedAt: first.updatedAt,
    });
    expect(entries[3]).toMatchObject({
      name: 'Shipped',
      fields: ['subject', 'htmlContent'],
      sourceLanguage: 'en',
    });
    expect(entries[4]).toMatchObject({
      fields: ['text'],
      languages: Object.keys(catalogue['helpcenter.title']),
      sourceLanguage: 'de',
    });
    expect(entries[4]?.updatedAt).toBeUndefined();
    expect((await list({ type: 'collection' })).map((entry) => entry.id)).toEqual([`collection:${id}`]);
  });

  it('is paged by skip and limit over all types', async () => {
    const { id } = await project.collection();
    for (let n = 0; n < 3; n += 1) await project.article(id);
    await template({});
    const all = (await list()).map((entry) => entry.id);
    for (const [skip, limit] of [
      [0, 2],
      [2, 3],
      [4, 2],
      [5, 1],
      [all.length, 1],
      [1, 0],
    ] as const)
      expect((await list({ skip, limit })).map((entry) => entry.id)).toEqual(
        all.slice(skip, limit === 0 ? undefined : skip + limit),
      );
  });

  it('is whole beyond one batch', async () => {
    const { id } = await project.collection();
    await service.db.query(
      `INSERT INTO article SELECT $1, lpad(to_hex(n), 24, '0'), 'o', $2, n, '{"en":"x"}', '{}', '{}', '{}', NULL, true,
         '{}', 0, NULL, 'all', '[]', '[]', 'i', 1, now(), now() FROM generate_series(1, 120) n`,
      [project.id, id],
    );
    const entries = await list({ type: 'article' });
    expect(entries).toHaveLength(120);
    expect(new Set(entries.map((entry) => entry.id)).size).toBe(120);
  });

  it('names the languages that are older than the source language', async () => {
    const one = await article({ title: { de: 'Alt', en: 'Old', fr: 'Vieux' } });
    const outdated = async () => (await list({ type: 'article' }))[0]?.outdatedLanguages;
    expect(await outdated()).toEqual([]);
    await project.changeArticle(one, { title: { de: 'Neu' } });
    expect(await outdated()).toEqual(['en', 'fr']);
    await put(`article:${one.id}`, 'en', { title: 'New' });
    expect(await outdated()).toEqual(['fr']);
    await project.changeArticle(one, { isDraft: false });
    expect(await outdated()).toEqual(['fr']);
  });

  it('is empty of another project’s things', async () => {
    await article({ title: { en: 'x' } });
    project = service.project();
    expect(await list({ type: 'article' })).toEqual([]);
  });
});

describe('an entry (7)', () => {
  it('is shown in one language, by default the project’s; what has no value is absent', async () => {
    const one = await article({
      title: { en: 'Refunds', de: 'Erstattungen' },
      content: { en: 'Five days & more' },
    });
    const id = `article:${one.id}`;
    expect(await get(id, 'en')).toEqual({
      id,
      type: 'article',
      name: 'Erstattungen',
      language: 'en',
      sourceLanguage: 'de',
      languages: ['de', 'en'],
      fields: { title: 'Refunds', content: '<p>Five days &amp; more</p>' },
    });
    expect(await get(id)).toMatchObject({ language: 'de', fields: { title: 'Erstattungen' } });
    expect(await get(id, 'fr')).toMatchObject({ language: 'fr', fields: {} });
    expect(await get(id, 'de-AT')).toMatchObject({ language: 'de-AT', fields: {} });
    expect((await get(id, 'EN')).fields).toMatchObject({ title: 'Refunds' });
  });

  it.each(['article', 'x', ':x', 'articles:0123456789abcdef01234567', 'article:', ''])(
    'is 404 for "%s", which is no id',
    async (id) => {
      const unknown = { kind: 'notFound', reason: 'TRANSLATION_ENTRY_NOT_FOUND' };
      await expect(get(id)).rejects.toMatchObject(unknown);
      await expect(put(id, 'en', {})).rejects.toMatchObject(unknown);
    },
  );

  it('is 404 translation_entry_not_found when it is not there', async () => {
    const foreign = service.project();
    const theirs = await foreign.collection();
    for (const id of [
      `article:${newId()}`,
      'article:x',
      'collection:0123',
      `collection:${theirs.id}`,
      `emailtemplate:${newId()}`,
      'statictranslation:toString',
      'statictranslation:a:b',
    ]) {
      await expect(get(id)).rejects.toMatchObject(notFound('TRANSLATION_ENTRY'));
      await expect(put(id, 'en', { nothing: 5 })).rejects.toMatchObject(notFound('TRANSLATION_ENTRY'));
    }
  });
});

describe('a push (7)', () => {
  it('to an article is a change of it: version, kept version, event; isDraft and other languages stay', async () => {
    const one = await article({ title: { de: 'Alt', en: 'Old' }, content: { de: 'eins' }, isDraft: false });
    const id = `article:${one.id}`;
    const entry = await put(id, 'en', { title: 'New', content: '<h2>Two</h2><p><b>days</b></p>' });
    expect(entry).toEqual({
      id,
      type: 'article',
      name: 'Alt',
      language: 'en',
      sourceLanguage: 'de',
      languages: ['de', 'en'],
      fields: { title: 'New', content: '<h2>Two</h2><p><strong>days</strong></p>' },
    });
    expect(await get(id, 'en')).toEqual(entry);
    const after = await project.readArticle(one);
    expect(after).toMatchObject({
      title: { de: 'Alt', en: 'New' },
      content: { de: textDoc('eins') },
      plainContent: { de: 'eins', en: 'Two\ndays' },
      isDraft: false,
      version: 2,
    });
    expect((await versions(one)).map(({ kind, version }) => [kind, version])).toEqual([['auto', 1]]);
    expect(await service.told(one)).toEqual(['created', 'published', 'updated']);
  });

  it('clears by null and takes a rich-text document', async () => {
    const one = await article({ title: { en: 'Old', de: 'Alt' }, description: { en: 'd' } });
    const id = `article:${one.id}`;
    expect((await put(id, 'en', { title: null, content: textDoc('x') })).fields).toEqual({
      description: 'd',
      content: '<p>x</p>',
    });
    expect((await project.readArticle(one)).title).toEqual({ de: 'Alt' });
  });

  it('to a collection, an e-mail template and a static text is an update of it', async () => {
    const collection = await project.collection({ title: { en: 'Orders' } });
    expect((await put(`collection:${collection.id}`, 'fr', { title: 'Commandes' })).fields).toEqual({
      title: 'Commandes',
    });
    expect(await project.readCollection(collection.id)).toMatchObject({
      title: { en: 'Orders', fr: 'Commandes' },
    });
    expect(await service.told(collection)).toEqual(['created', 'updated']);

    const mail = `emailtemplate:${await template({ subject: { en: 'Hi' } })}`;
    const pushed = await put(mail, 'de', { subject: 'Hallo', htmlContent: '<p onclick="x">Hallo</p>' });
    expect(pushed.fields).toEqual({ subject: 'Hallo', htmlContent: '<p>Hallo</p>' });

    const text = 'statictranslation:helpcenter.title';
    expect((await get(text, 'en')).fields).toEqual({ text: 'Help center' });
    expect((await put(text, 'en', { text: 'Support' })).fields).toEqual({ text: 'Support' });
    const [entry] = (await list({ type: 'statictranslation' })).filter(({ id }) => id === text);
    expect(entry?.updatedAt).toMatch(/Z$/);
    expect((await put(text, 'en', { text: null })).fields).toEqual({ text: 'Help center' });
    const builtIn = Object.keys(catalogue['helpcenter.title']);
    expect(await put(text, 'sv', { text: 'Hjälp' })).toMatchObject({ languages: [...builtIn, 'sv'].sort() });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['an unknown field', { subject: 'x' }, 'fields.subject'],
    ['a title of 501 characters', { title: 'x'.repeat(501) }, 'fields.title'],
    ['a title that is no text', { title: { en: 'x' } }, 'fields.title'],
    ['a content that is a number', { content: 5 }, 'fields.content'],
    ['a content of an unknown shape', { content: { type: 'doc', content: 5 } }, 'fields.content'],
  ])('is 400 for %s, and changes nothing', async (_what, fields, field) => {
    const one = await article({ title: { en: 'x' } });
    await expect(put(`article:${one.id}`, 'en', { ...fields, description: 'd' })).rejects.toMatchObject({
      reason: 'INVALID_INPUT',
      fields: [expect.objectContaining({ field: expect.stringMatching(`^${field}`) })],
    });
    expect(await project.readArticle(one)).toEqual(one);
  });

  it('is 413 over 204,800 bytes', async () => {
    const one = await article({});
    const mail = await template({});
    const large = `<p>${'x'.repeat(204_800)}</p>`;
    for (const [id, field] of [
      [`article:${one.id}`, 'content'],
      [`emailtemplate:${mail}`, 'htmlContent'],
    ] as const)
      await expect(put(id, 'en', { [field]: large })).rejects.toMatchObject({ reason: 'PAYLOAD_TOO_LARGE' });
  });

  it('loses no language when 12 come at once (property of parallel pushes)', async () => {
    const one = await article({ title: { de: 'x' } });
    const collection = await project.collection();
    const mail = await template({});
    const languages = Array.from({ length: 12 }, (_, n) => `en-x${n}0`);
    await Promise.all(
      languages.flatMap((language) => [
        put(`article:${one.id}`, language, { title: language, content: `<p>${language}</p>` }),
        put(`collection:${collection.id}`, language, { title: language }),
        put(`emailtemplate:${mail}`, language, { subject: language }),
        put('statictranslation:helpcenter.title', language, { text: language }),
      ]),
    );
    const after = await project.readArticle(one);
    expect(Object.keys(after.title ?? {}).sort()).toEqual(['de', ...languages].sort());
    expect(Object.keys(after.content ?? {}).sort()).toEqual([...languages].sort());
    expect(after.version).toBe(13);
    for (const id of [
      `collection:${collection.id}`,
      `emailtemplate:${mail}`,
      'statictranslation:helpcenter.title',
    ])
      expect((await get(id)).languages).toEqual(expect.arrayContaining(languages));
  });

  it('of HTML that was answered changes nothing, whatever the document (property)', async () => {
    const one = await article({ isDraft: false });
    const marks = fc.subarray([{ type: 'bold' }, { type: 'italic' }, { type: 'code' }]);
    const text = fc.record({
      type: fc.constant('text'),
      text: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
      marks,
    });
    const paragraph = fc.record({
      type: fc.constant('paragraph'),
      content: fc.array(text, { maxLength: 3 }),
    });
    const item = fc.record({ type: fc.constant('listItem'), content: fc.tuple(paragraph) });
    const block = fc.oneof(
      paragraph,
      fc.record({
        type: fc.constant('heading'),
        attrs: fc.record({ level: fc.integer({ min: 1, max: 6 }) }),
        content: fc.array(text, { maxLength: 2 }),
      }),
      fc.record({
        type: fc.constant('bulletList'),
        content: fc.array(item, { minLength: 1, maxLength: 3 }),
      }),
      fc.record({
        type: fc.constant('blockquote'),
        content: fc.array(paragraph, { minLength: 1, maxLength: 2 }),
      }),
      fc.constant({ type: 'horizontalRule' }),
    );
    const document = fc.record({
      type: fc.constant('doc'),
      content: fc.array(block, { minLength: 1, maxLength: 4 }),
    });
    const clean = (value: unknown): boolean => !/[\p{Cc}\p{Cs}]/u.test(JSON.stringify(value));
    await fc.assert(
      fc.asyncProperty(document.filter(clean), async (content) => {
        const { version } = await project.changeArticle(one, { content: { en: content } });
        const { fields = {} } = await get(`article:${one.id}`, 'en');
        await put(`article:${one.id}`, 'en', fields);
        expect((await project.readArticle(one)).version).toBe(version);
      }),
      { numRuns: 25 },
    );
  });
});
