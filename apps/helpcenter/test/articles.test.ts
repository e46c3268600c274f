import { newId } from '@parley/persistence';
import type { Article } from '@parley/proto/generated/parley/helpcenter/v1/article';
import type { ArticleInput } from '@parley/proto/generated/parley/helpcenter/v1/articles_service';
import {
  MEMBER_ID,
  startHelpcenter,
  type TestHelpcenter,
  type TestProject,
  USER_ID,
} from './support/helpcenter';

let service: TestHelpcenter;
let project: TestProject;
let collectionId: string;

beforeAll(async () => {
  service = await startHelpcenter();
});
afterAll(() => service.stop());
beforeEach(async () => {
  project = service.project();
  ({ id: collectionId } = await project.collection());
});

const paragraph = (text: string, bold = false) => ({
  type: 'paragraph',
  content: [{ type: 'text', ...(bold && { marks: [{ type: 'bold' }] }), text }],
});
const doc = (...content: object[]) => ({ type: 'doc', content });
const unknownArticle = { kind: 'notFound', reason: 'ARTICLE_NOT_FOUND' };
const unknownCollection = { kind: 'notFound', reason: 'COLLECTION_NOT_FOUND' };
const invalid = (...fields: string[]) => ({
  reason: 'INVALID_INPUT',
  fields: fields.map((field) => expect.objectContaining({ field })),
});
const subjects = async ({ id }: Article): Promise<string[]> =>
  (await service.events(id)).map(({ subject }) => subject.replace('helpcenter.v1.article.', ''));

describe('creating an article', () => {
  it('answers the whole document, a draft by the caller', async () => {
    const article = await project.article(collectionId, {
      title: { en: 'Refunds', de: 'Erstattungen' },
      description: { en: 'How long they take' },
      content: { en: doc(paragraph('Five days.', true), paragraph('Or less.')) },
      tags: ['money', 'orders', 'money'],
      upvotes: 3,
      externalId: 'ext-1',
      targetAudience: 'custom',
      extendedAudienceFilter: [{ field: 'email', operator: 'contains', value: '@' }],
    });
    expect(article).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      _id: article.id,
      project: project.id,
      organisation: project.organisationId,
      helpcenterCollection: collectionId,
      docId: 1,
      title: { en: 'Refunds', de: 'Erstattungen' },
      description: { en: 'How long they take' },
      content: { en: doc(paragraph('Five days.', true), paragraph('Or less.')) },
      plainContent: { en: 'Five days.\nOr less.' },
      author: USER_ID,
      isDraft: true,
      tags: ['money', 'orders'],
      upvotes: 3,
      externalId: 'ext-1',
      targetAudience: 'custom',
      baseAudienceFilter: [],
      extendedAudienceFilter: [{ field: 'email', operator: 'contains', value: '@' }],
      lexorank: 'i',
      version: 1,
      hasDraft: false,
      downvotes: 0,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: article.createdAt,
    });
    expect(await project.readArticle(article)).toEqual(article);
    expect(await service.events(article.id)).toEqual([
      {
        subject: 'helpcenter.v1.article.created',
        aggregateId: article.id,
        payload: { article: JSON.parse(JSON.stringify(article)) },
      },
    ]);
  });

  it('puts bare values under the default language: a document, a node or a plain text', async () => {
    const bare = await project.article(collectionId, {
      title: 'Erstattung',
      description: 'Wie lange sie dauert',
      content: doc(paragraph('Fünf Tage.')),
    });
    expect(bare).toMatchObject({
      title: { de: 'Erstattung' },
      description: { de: 'Wie lange sie dauert' },
      content: { de: doc(paragraph('Fünf Tage.')) },
      plainContent: { de: 'Fünf Tage.' },
    });
    for (const content of [paragraph('x'), 'x', { en: 'x' }, { en: paragraph('x') }]) {
      const [stored] = Object.values((await project.article(collectionId, { content })).content ?? {});
      expect(stored).toEqual(doc(paragraph('x')));
    }
  });

  it('takes nothing at all, and only known markup of a content', async () => {
    expect(await project.article(collectionId)).toMatchObject({
      title: {},
      content: {},
      plainContent: {},
      isDraft: true,
      tags: [],
      upvotes: 0,
      targetAudience: 'all',
    });
    const image = (src: string) => ({ type: 'image', attrs: { src } });
    const sent = doc(
      paragraph('x'),
      { type: 'script' },
      image('javascript:alert(1)'),
      image('https://a.b/c.png'),
    );
    expect((await project.article(collectionId, { content: { en: sent } })).content).toEqual({
      en: doc(paragraph('x'), image('https://a.b/c.png')),
    });
  });

  it('is published with isDraft false, which is told after the creation', async () => {
    const article = await project.article(collectionId, { title: { en: 'x' }, isDraft: false });
    expect(article.isDraft).toBe(false);
    expect(await subjects(article)).toEqual(['created', 'published']);
    expect((await service.events(article.id))[1]?.payload).toMatchObject({ article: { title: { en: 'x' } } });
  });

  it('gives running numbers by project and ranks by collection, also to 20 at once', async () => {
    const other = await project.collection();
    await expect(project.article(newId())).rejects.toMatchObject(unknownCollection);
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => project.article(index % 2 ? collectionId : other.id)),
    );
    const lists = [await project.articles(collectionId), await project.articles(other.id)];
    expect(
      lists
        .flat()
        .map(({ docId }) => docId)
        .sort((a, b) => a - b),
    ).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    for (const list of lists) {
      expect(list).toHaveLength(10);
      expect(list[0]?.lexorank).toBe('i');
      const ranks = list.map(({ lexorank }) => lexorank);
      expect(ranks).toEqual([...new Set(ranks)].sort());
      expect(list.map(({ docId }) => docId)).toEqual(list.map(({ docId }) => docId).sort((a, b) => a - b));
    }
  });

  it('takes a member as the author, and none by default of a program', async () => {
    expect((await project.article(collectionId, { author: MEMBER_ID })).author).toBe(MEMBER_ID);
    await expect(project.article(collectionId, { author: newId() })).rejects.toMatchObject(invalid('author'));
    const { article } = await service.articles.createArticle(
      { helpcenterCollectionId: collectionId, article: {} },
      project.as('user', { type: 'service', id: newId(), name: 'import' }),
    );
    expect(article?.author).toBeUndefined();
  });

  it.each<[string, ArticleInput, string[]]>([
    ['a tag of 65 characters and an empty one', { tags: ['x'.repeat(65), ''] }, ['tags.0', 'tags.1']],
    ['51 tags', { tags: Array.from({ length: 51 }, String) }, ['tags']],
    ['a content that is no document', { content: { en: 5 } }, ['content.en']],
    ['a content by something else than languages', { content: { english: 'x' } }, ['content.english']],
    ['a title of 501 characters', { title: { en: 'x'.repeat(501) } }, ['title.en']],
    [
      '51 conditions',
      { extendedAudienceFilter: Array.from({ length: 51 }, () => ({ field: 'a', operator: 'exists' })) },
      ['extendedAudienceFilter'],
    ],
  ])('refuses %s, naming the field', async (_what, input, fields) => {
    await expect(project.article(collectionId, input)).rejects.toMatchObject(invalid(...fields));
    expect(await project.articles(collectionId)).toEqual([]);
  });

  it('answers 413 over 204,800 bytes of a content, and over 2,048,000 of all languages', async () => {
    const large = doc(paragraph('x'.repeat(204_000)));
    const tooLarge = { kind: 'tooLarge', reason: 'PAYLOAD_TOO_LARGE' };
    await expect(
      project.article(collectionId, { content: { en: doc(paragraph('x'.repeat(204_800))) } }),
    ).rejects.toMatchObject(tooLarge);
    const ten = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`en-x${index}`, large]));
    const article = await project.article(collectionId, { content: ten, isDraft: false });
    expect(Object.keys(article.content ?? {})).toHaveLength(10);
    await expect(project.changeArticle(article, { content: { de: large } })).rejects.toMatchObject(tooLarge);
    const [created, published] = await service.events(article.id);
    const told = created?.payload['article'] as Article;
    expect(told).toMatchObject({ id: article.id, title: {} });
    expect(told.content).toBeUndefined();
    expect(told.plainContent).toBeUndefined();
    expect(published?.payload).toEqual(created?.payload);
  });
});

describe('listing articles', () => {
  it('answers all of a collection with their content, drafts too, by position', async () => {
    const other = await project.collection();
    const made = [
      await project.article(collectionId, { content: { en: 'one' } }),
      await project.article(collectionId, { isDraft: false }),
      await project.article(collectionId),
    ];
    await project.article(other.id);
    expect(await project.articles(collectionId)).toEqual(made);
    expect(await project.articles((await project.collection()).id)).toEqual([]);
    await expect(project.articles(newId())).rejects.toMatchObject(unknownCollection);
  });

  it('answers more than one batch of 100 in one order', async () => {
    await service.db.query(
      `INSERT INTO article SELECT $1, lpad(to_hex(n), 24, '0'), 'o', $2, n, '{}', '{}', '{}', '{}', NULL, true, '{}',
         0, NULL, 'all', '[]', '[]', lpad(n::text, 5, '0'), 1, now(), now() FROM generate_series(1, 250) n`,
      [project.id, collectionId],
    );
    const list = await project.articles(collectionId);
    expect(list.map(({ docId }) => docId)).toEqual(Array.from({ length: 250 }, (_, index) => index + 1));
  });
});

describe('getting an article', () => {
  it('adds contentHtml or contentMarkdown by language on request only', async () => {
    const article = await project.article(collectionId, {
      content: { en: doc(paragraph('Five <days>', true)), de: 'Fünf' },
    });
    const html = { en: '<p><strong>Five &lt;days&gt;</strong></p>', de: '<p>Fünf</p>' };
    expect(await project.readArticle(article, 'html')).toEqual({ ...article, contentHtml: html });
    const markdown = await project.readArticle(article, 'markdown');
    expect(markdown).toEqual({ ...article, contentMarkdown: expect.anything() });
    expect(markdown.contentMarkdown?.['de']).toBe('Fünf');
    expect(markdown.contentMarkdown?.['en']).toMatch(/^\*\*Five .*days.*\*\*$/);
  });

  it('answers 404 for one of another collection, naming what is missing', async () => {
    const article = await project.article(collectionId);
    const other = await project.collection();
    const elsewhere = { ...article, helpcenterCollection: other.id };
    await expect(project.readArticle(elsewhere)).rejects.toMatchObject(unknownArticle);
    await expect(project.changeArticle(elsewhere, { isDraft: false })).rejects.toMatchObject(unknownArticle);
    await expect(project.readArticle({ ...article, id: newId() })).rejects.toMatchObject(unknownArticle);
    const nowhere = { ...article, helpcenterCollection: newId() };
    await expect(project.readArticle(nowhere)).rejects.toMatchObject(unknownCollection);
  });

  it('finds it by its id or its running number alone, in whatever collection, and never that of another project', async () => {
    const { id } = await project.collection({ parent: collectionId });
    const article = await project.article(id, { content: { en: 'Five days' } });
    for (const ref of [article.id, String(article.docId)])
      expect(await project.articleByRef(ref, 'markdown')).toEqual({
        ...article,
        contentMarkdown: { en: 'Five days' },
      });
    for (const ref of [newId(), String(article.docId + 1), '0', '99999999999', 'refunds'])
      await expect(project.articleByRef(ref)).rejects.toMatchObject(unknownArticle);
    await expect(service.project().articleByRef(article.id)).rejects.toMatchObject(unknownArticle);
    await expect(service.project().articleByRef(String(article.docId))).rejects.toMatchObject(unknownArticle);
  });
});

describe('updating an article', () => {
  it('merges by language; null clears a language or a field; what is left out stays; the version counts', async () => {
    const before = await project.article(collectionId, {
      title: { en: 'Refunds', de: 'Erstattungen' },
      description: { en: 'About' },
      content: { en: 'Five days.', de: 'Fünf Tage.' },
      tags: ['a'],
      upvotes: 2,
      externalId: 'ext',
      targetAudience: 'users',
    });
    const after = await project.changeArticle(
      before,
      { title: { de: null, fr: 'Remboursements' }, content: { de: 'Sechs Tage.', en: null }, tags: [] },
      { nulls: ['description', 'externalId', 'targetAudience', 'author', 'upvotes'] },
    );
    expect(after).toEqual({
      ...before,
      title: { en: 'Refunds', fr: 'Remboursements' },
      description: {},
      content: { de: doc(paragraph('Sechs Tage.')) },
      plainContent: { de: 'Sechs Tage.' },
      tags: [],
      upvotes: 0,
      externalId: undefined,
      targetAudience: 'all',
      author: undefined,
      version: 2,
      updatedAt: after.updatedAt,
    });
    expect(await project.readArticle(before)).toEqual(after);
    expect(await project.changeArticle(before, { content: 'Acht Tage.' })).toMatchObject({
      plainContent: { de: 'Acht Tage.' },
      version: 3,
    });
    expect(await subjects(before)).toEqual(['created', 'updated', 'updated']);
  });

  it('tells that it was published when it is a draft no more', async () => {
    const article = await project.article(collectionId);
    await project.changeArticle(article, { isDraft: false });
    await project.changeArticle(article, { isDraft: false });
    await project.changeArticle(article, { title: { en: 'x' } });
    await project.changeArticle(article, {}, { nulls: ['isDraft'] });
    await project.changeArticle(article, { isDraft: false });
    expect(await subjects(article)).toEqual([
      'created',
      'updated',
      'published',
      'updated',
      'updated',
      'updated',
      'published',
    ]);
  });

  it('writes and tells nothing when nothing changes', async () => {
    const before = await project.article(collectionId, { title: { en: 'x' }, content: { en: 'y' } });
    const same = { title: { en: 'x', fr: null }, content: { en: doc(paragraph('y')) }, isDraft: true };
    expect(await project.changeArticle(before, same)).toEqual(before);
    expect(await subjects(before)).toEqual(['created']);
  });

  it('answers 409 version_conflict for a stale expectedVersion, and changes nothing', async () => {
    const article = await project.article(collectionId);
    await project.changeArticle(article, { title: { en: 'one' } }, { expectedVersion: 1 });
    await expect(
      project.changeArticle(article, { title: { en: 'two' } }, { expectedVersion: 1 }),
    ).rejects.toMatchObject({ kind: 'conflict', reason: 'VERSION_CONFLICT', meta: { version: '2' } });
    expect(await project.readArticle(article)).toMatchObject({ title: { en: 'one' }, version: 2 });
  });

  it('lets one of 10 through that expect the same version at once, and loses none of 10 that expect none', async () => {
    const article = await project.article(collectionId);
    const titled = (index: number, expected: object) =>
      project.changeArticle(article, { title: { [`en-x${index}`]: 'x' } }, expected);
    const all = (expected: object) =>
      Promise.allSettled(Array.from({ length: 10 }, (_, index) => titled(index, expected)));
    const expecting = await all({ expectedVersion: 1 });
    expect(expecting.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await all({});
    const { title, version } = await project.readArticle(article);
    expect(Object.keys(title ?? {})).toHaveLength(10);
    expect(version).toBe(11);
  });
});

describe('deleting an article', () => {
  it('answers what it was, and 404 from then on', async () => {
    const article = await project.article(collectionId, { title: { en: 'x' } });
    const remove = (place: object = {}) =>
      service.articles.deleteArticle(
        { helpcenterCollectionId: collectionId, helpcenterArticleId: article.id, ...place },
        project.as('user'),
      );
    const other = await project.collection();
    await expect(remove({ helpcenterCollectionId: other.id })).rejects.toMatchObject(unknownArticle);
    await expect(remove({ helpcenterCollectionId: newId() })).rejects.toMatchObject(unknownCollection);
    expect((await remove()).article).toEqual(article);
    await expect(remove()).rejects.toMatchObject(unknownArticle);
    await expect(project.readArticle(article)).rejects.toMatchObject(unknownArticle);
    expect((await service.events(article.id)).at(-1)).toEqual({
      subject: 'helpcenter.v1.article.deleted',
      aggregateId: article.id,
      payload: { articleId: article.id, collectionId },
    });
    expect((await project.article(collectionId)).docId).toBe(2);
  });
});
