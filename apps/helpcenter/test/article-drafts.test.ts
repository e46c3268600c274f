import { newId } from '@parley/persistence';
import type { Article } from '@parley/proto/generated/parley/helpcenter/v1/article';
import type { SaveArticleDraftRequest } from '@parley/proto/generated/parley/helpcenter/v1/articles_service';
import {
  conflicting,
  invalidAt,
  MEMBER_ID,
  notFound,
  toPath,
  startHelpcenter,
  type TestHelpcenter,
  type TestProject,
  textDoc,
} from './support/helpcenter';

let service: TestHelpcenter;
let project: TestProject;
let collectionId: string;
let article: Article;

beforeAll(async () => {
  service = await startHelpcenter();
});
afterAll(() => service.stop());
beforeEach(async () => {
  project = service.project();
  ({ id: collectionId } = await project.collection());
  article = await project.article(collectionId, {
    title: { en: 'Live', de: 'Alt' },
    content: { en: 'live' },
    tags: ['live'],
    isDraft: false,
  });
});

type Saved = Partial<Omit<SaveArticleDraftRequest, 'helpcenterCollectionId' | 'helpcenterArticleId'>>;

const get = async (format?: 'html' | 'markdown') =>
  (
    await service.articles.getArticleDraft(
      { ...toPath(article), ...(format && { format }) },
      project.as('agent'),
    )
  ).draft;
const save = async (draft: Saved['draft'], rest: Omit<Saved, 'draft'> = {}) =>
  (
    await service.articles.saveArticleDraft(
      { ...toPath(article), nulls: [], ...rest, ...(draft && { draft }) },
      project.as('user'),
    )
  ).draft;
const discard = async () =>
  (await service.articles.discardArticleDraft(toPath(article), project.as('user'))).draft;
const publish = async (rest: { force?: boolean; expectedDraftVersion?: number } = {}) =>
  (await service.articles.publishArticleDraft({ ...toPath(article), ...rest }, project.as('user'))).article;
const versions = async () =>
  (await service.articles.listArticleVersions(toPath(article), project.as('agent'))).versions;

describe('saving a draft (3.2)', () => {
  it('adds contentHtml or contentMarkdown by language on request only', async () => {
    const draft = await save({
      content: {
        en: {
          type: 'doc',
          content: [
            { type: 'paragraph', content: [{ type: 'text', marks: [{ type: 'bold' }], text: 'five days' }] },
          ],
        },
      },
    });
    expect(await get()).toEqual(draft);
    expect(await get('markdown')).toEqual({
      ...draft,
      contentMarkdown: { en: '**five days**' },
    });
    expect((await get('html'))?.contentHtml?.['en']).toContain('<strong>five days</strong>');
  });

  it('begins with a copy of the live article and merges as an update does', async () => {
    expect(await get()).toBeUndefined();
    const draft = await save({ title: { en: 'Staged', fr: 'Brouillon' }, content: { de: 'neu' } });
    expect(draft).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      _id: draft?.id,
      article: article.id,
      title: { en: 'Staged', de: 'Alt', fr: 'Brouillon' },
      description: {},
      content: { en: textDoc('live'), de: textDoc('neu') },
      plainContent: { en: 'live', de: 'neu' },
      targetAudience: 'all',
      extendedAudienceFilter: [],
      tags: ['live'],
      author: article.author,
      draftVersion: 1,
      articleVersion: 1,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: draft?.createdAt,
    });
    expect(await get()).toEqual(draft);
  });

  it('changes nothing of the article but hasDraft, and tells nothing', async () => {
    await save({ title: { en: 'Staged' }, targetAudience: 'users' });
    expect(await project.readArticle(article)).toEqual({ ...article, hasDraft: true });
    expect(await project.articles(collectionId)).toEqual([{ ...article, hasDraft: true }]);
    await discard();
    expect(await project.readArticle(article)).toEqual(article);
    expect(await service.told(article)).toEqual(['created', 'published']);
    expect(await versions()).toEqual([]);
  });

  it('counts each further save that changes something; null clears; omitted fields stay', async () => {
    await save({
      title: { en: 'One' },
      author: MEMBER_ID,
      extendedAudienceFilter: [{ field: 'plan', operator: 'eq', value: 'pro' }],
    });
    expect(await save({ title: { en: 'One' } })).toMatchObject({ draftVersion: 1 });
    expect(await save({ title: { de: null } }, { nulls: ['author', 'tags', 'content'] })).toMatchObject({
      draftVersion: 2,
      articleVersion: 1,
      title: { en: 'One' },
      author: undefined,
      tags: [],
      content: {},
      plainContent: {},
      extendedAudienceFilter: [{ field: 'plan', operator: 'eq', value: 'pro' }],
    });
    expect(await save({ targetAudience: 'users' }, { nulls: ['extendedAudienceFilter'] })).toMatchObject({
      draftVersion: 3,
      targetAudience: 'users',
      extendedAudienceFilter: [],
    });
  });

  it('puts a bare value under the default language', async () => {
    expect(await save({ title: 'Titel' })).toMatchObject({ title: { en: 'Live', de: 'Titel' } });
  });

  it('is a draft with nothing sent at all', async () => {
    expect(await save(undefined)).toMatchObject({ title: article.title, draftVersion: 1 });
  });

  it.each<[string, Saved['draft'], string[]]>([
    ['a title of 501 characters', { title: { en: 'x'.repeat(501) } }, ['title.en']],
    ['a tag of 65 characters', { tags: ['x'.repeat(65)] }, ['tags.0']],
    ['an unknown author', { author: '0123456789abcdef00000009' }, ['author']],
    [
      'a condition without operator',
      { extendedAudienceFilter: [{ field: 'a' }] },
      ['extendedAudienceFilter.0.operator'],
    ],
  ])('refuses %s and begins no draft', async (_what, draft, fields) => {
    await expect(save(draft)).rejects.toMatchObject(invalidAt(...fields));
    expect(await get()).toBeUndefined();
    expect(await project.readArticle(article)).toEqual(article);
  });

  it('answers 413 over 204,800 bytes of a content', async () => {
    await expect(save({ content: { en: textDoc('x'.repeat(204_800)) } })).rejects.toMatchObject({
      reason: 'PAYLOAD_TOO_LARGE',
    });
  });

  it('answers 409 version_conflict for another expectedDraftVersion, also without a draft', async () => {
    await expect(save({ tags: [] }, { expectedDraftVersion: 1 })).rejects.toMatchObject(
      conflicting('VERSION_CONFLICT'),
    );
    expect(await get()).toBeUndefined();
    await save({ title: { en: 'a' } });
    await expect(save({ tags: [] }, { expectedDraftVersion: 2 })).rejects.toMatchObject(
      conflicting('VERSION_CONFLICT'),
    );
    expect(await save({ tags: [] }, { expectedDraftVersion: 1 })).toMatchObject({ draftVersion: 2 });
  });

  it('compares expectedArticleVersion with the live version when it begins the draft, and only then', async () => {
    await project.changeArticle(article, { upvotes: 2 });
    await expect(save({}, { expectedArticleVersion: 1 })).rejects.toMatchObject(
      conflicting('VERSION_CONFLICT'),
    );
    expect(await get()).toBeUndefined();
    expect(await save({}, { expectedArticleVersion: 2 })).toMatchObject({ articleVersion: 2 });
    expect(await save({ tags: ['x'] }, { expectedArticleVersion: 1 })).toMatchObject({ draftVersion: 2 });
  });

  it('loses the language of none of 10 saves at once, and lets one of 10 through that expect the same', async () => {
    await Promise.all(Array.from({ length: 10 }, (_, n) => save({ title: { [`en-x${n}`]: 'x' } })));
    expect(Object.keys((await get())?.title ?? {})).toHaveLength(12);
    const { draftVersion = 0 } = (await get()) ?? {};
    const all = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) =>
        save({ title: { en: `${n}` } }, { expectedDraftVersion: draftVersion }),
      ),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('discarding a draft (3.2)', () => {
  it('answers it, and 404 draft_not_found without one', async () => {
    const draft = await save({ title: { en: 'x' } });
    expect(await discard()).toEqual(draft);
    expect(await get()).toBeUndefined();
    await expect(discard()).rejects.toMatchObject(notFound('DRAFT'));
  });
});

describe('publishing a draft (3.2)', () => {
  it('replaces the fields of the article, keeps what it was, counts, and tells that it was published', async () => {
    await save({ title: { en: 'New' }, targetAudience: 'users', tags: ['new'] }, { nulls: ['content'] });
    const published = await publish();
    expect(published).toEqual({
      ...article,
      title: { en: 'New', de: 'Alt' },
      content: {},
      plainContent: {},
      tags: ['new'],
      targetAudience: 'users',
      hasDraft: false,
      version: 2,
      updatedAt: published?.updatedAt,
    });
    expect(await project.readArticle(article)).toEqual(published);
    expect(await get()).toBeUndefined();
    expect((await versions()).map(({ kind, version }) => [kind, version])).toEqual([['auto', 1]]);
    expect(await service.told(article)).toEqual(['created', 'published', 'updated', 'published']);
    const last = (await service.events(article.id)).at(-1);
    expect(last?.payload['article']).toEqual(JSON.parse(JSON.stringify(published)));
  });

  it('publishes what was no live article, whose publishedAt stays from then on', async () => {
    article = await project.article(collectionId, { title: { en: 'x' } });
    expect(article.publishedAt).toBeUndefined();
    await save({});
    const published = await publish();
    expect(published).toMatchObject({ isDraft: false, version: 2 });
    expect(published?.publishedAt).toMatch(/Z$/);
    await project.changeArticle(article, { isDraft: true });
    const again = await project.changeArticle(article, { isDraft: false });
    expect(again.publishedAt).toBe(published?.publishedAt);
  });

  it('is 404 draft_not_found without a draft, and 409 with an expectedDraftVersion', async () => {
    await expect(publish()).rejects.toMatchObject(notFound('DRAFT'));
    await expect(publish({ expectedDraftVersion: 1 })).rejects.toMatchObject(conflicting('VERSION_CONFLICT'));
    await save({ title: { en: 'x' } });
    await expect(publish({ expectedDraftVersion: 2 })).rejects.toMatchObject(conflicting('VERSION_CONFLICT'));
    expect(await publish({ expectedDraftVersion: 1 })).toMatchObject({ version: 2 });
  });

  it.each<[string, () => Promise<unknown>]>([
    ['an update', () => project.changeArticle(article, { tags: ['later'] })],
    ['isDraft', () => project.changeArticle(article, { isDraft: true })],
    [
      'toggle-publish',
      () =>
        service.collections.togglePublish(
          { helpcenterCollectionId: collectionId, unpublished: true },
          project.as('user'),
        ),
    ],
  ])(
    'answers 409 live_changed after %s since the draft began, unless it is forced',
    async (_what, change) => {
      const draft = await save({ title: { en: 'Staged' } });
      await change();
      const before = await project.readArticle(article);
      await expect(publish()).rejects.toMatchObject(conflicting('LIVE_CHANGED'));
      await expect(publish({ force: false })).rejects.toMatchObject(conflicting('LIVE_CHANGED'));
      expect(await get()).toEqual(draft);
      expect(await project.readArticle(article)).toEqual(before);
      expect(await publish({ force: true })).toMatchObject({
        title: { en: 'Staged', de: 'Alt' },
        tags: ['live'],
        isDraft: false,
        version: 3,
      });
    },
  );

  it('takes no change of place for a change', async () => {
    await save({ title: { en: 'Staged' } });
    const other = await project.collection();
    await service.articles.moveArticle({ ...toPath(article), newCollectionId: other.id }, project.as('user'));
    article = { ...article, helpcenterCollection: other.id };
    expect(await publish()).toMatchObject({ title: { en: 'Staged', de: 'Alt' }, hasDraft: false });
  });

  it('succeeds for one of 10 at once; the others are 404', async () => {
    await save({ title: { en: 'Staged' } });
    const all = await Promise.allSettled(Array.from({ length: 10 }, () => publish()));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of all) if (one.status === 'rejected') expect(one.reason).toMatchObject(notFound('DRAFT'));
    expect(await project.readArticle(article)).toMatchObject({ version: 2 });
    expect(await versions()).toHaveLength(1);
  });

  it('counts and is told also when the draft is what the article is already', async () => {
    await save({});
    expect(await publish()).toMatchObject({ version: 2, hasDraft: false });
    expect(await service.told(article)).toEqual(['created', 'published', 'updated', 'published']);
  });
});

it('answers 404 for a draft of an article elsewhere', async () => {
  const other = await project.collection();
  article = { ...article, helpcenterCollection: other.id };
  for (const call of [get, () => save({}), discard, publish])
    await expect(call()).rejects.toMatchObject(notFound('ARTICLE'));
  article = { ...article, helpcenterCollection: newId() };
  for (const call of [get, () => save({}), discard, publish])
    await expect(call()).rejects.toMatchObject(notFound('COLLECTION'));
});
