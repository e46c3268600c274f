import { newId } from '@parley/persistence';
import type { Article } from '@parley/proto/generated/parley/helpcenter/v1/article';
import type { ArticleVersion } from '@parley/proto/generated/parley/helpcenter/v1/article_version';
import {
  invalidAt,
  MEMBER_ID,
  notFound,
  toPath,
  startHelpcenter,
  type TestHelpcenter,
  type TestProject,
  textDoc,
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

const list = async (article: Article): Promise<ArticleVersion[]> =>
  (await service.articles.listArticleVersions(toPath(article), project.as('agent'))).versions;
const get = async (article: Article, { id: versionId }: { id: string }) =>
  (await service.articles.getArticleVersion({ ...toPath(article), versionId }, project.as('agent'))).version;
const keep = async (article: Article): Promise<ArticleVersion> => {
  const { version } = await service.articles.createArticleVersion(toPath(article), project.as('user'));
  if (!version) throw new Error('No version');
  return version;
};
const restore = async (article: Article, { id: versionId }: { id: string }): Promise<Article> => {
  const request = { ...toPath(article), versionId };
  const { article: restored } = await service.articles.restoreArticleVersion(request, project.as('user'));
  if (!restored) throw new Error('No article');
  return restored;
};
const kinds = async (article: Article) => (await list(article)).map(({ kind, version }) => [kind, version]);

describe('a version (3.1)', () => {
  it('is kept before each change of title, description, content, tags and author, newest first', async () => {
    let article = await project.article(collectionId, {
      title: { en: 'v1' },
      content: { en: 'one' },
      tags: ['a'],
    });
    for (const change of [
      { title: { en: 'v2' } },
      { description: { en: 'd' } },
      { content: { en: 'two' } },
      { tags: ['b'] },
      { author: MEMBER_ID },
    ])
      article = await project.changeArticle(article, change);
    expect(await kinds(article)).toEqual([5, 4, 3, 2, 1].map((version) => ['auto', version]));
    const first = (await list(article)).at(-1);
    expect(first).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      _id: first?.id,
      article: article.id,
      kind: 'auto',
      version: 1,
      title: { en: 'v1' },
      createdBy: { id: USER_ID, name: 'Ada Byron', type: 'user' },
      createdAt: expect.stringMatching(/Z$/),
    });
    expect(await get(article, first as ArticleVersion)).toEqual({
      ...first,
      description: {},
      content: { en: textDoc('one') },
      plainContent: { en: 'one' },
      tags: ['a'],
      author: USER_ID,
    });
  });

  it('is not kept for publishing, audience, place and other fields', async () => {
    let article = await project.article(collectionId);
    for (const change of [
      { isDraft: false },
      { targetAudience: 'users' },
      { extendedAudienceFilter: [{ field: 'plan', operator: 'eq', value: 'pro' }] },
      { externalId: 'x' },
      { upvotes: 3 },
    ])
      article = await project.changeArticle(article, change);
    expect(article.version).toBe(6);
    const other = await project.collection();
    const request = { ...toPath(article), newCollectionId: other.id };
    await service.articles.moveArticle(request, project.as('user'));
    expect(await kinds({ ...article, helpcenterCollection: other.id })).toEqual([]);
  });

  it('is kept when it is asked for; the article stays as it is and nothing is told', async () => {
    const article = await project.article(collectionId, { title: { en: 'x' }, content: { en: 'y' } });
    expect(await keep(article)).toMatchObject({
      kind: 'manual',
      version: 1,
      title: { en: 'x' },
      content: { en: textDoc('y') },
      tags: [],
    });
    expect(await project.readArticle(article)).toEqual(article);
    expect(await service.told(article)).toEqual(['created']);
  });

  it('is kept by a program under its name', async () => {
    const article = await project.article(collectionId);
    const actor = { type: 'service', id: newId(), name: 'import' } as const;
    const { version } = await service.articles.createArticleVersion(
      toPath(article),
      project.as('user', actor),
    );
    expect(version?.createdBy).toEqual({ id: actor.id, name: 'import', type: 'service_account' });
  });

  it('shows the address of who made it and left the team', async () => {
    const article = await project.article(collectionId);
    const actor = { type: 'user', id: newId(), email: 'gone@example.com', confirmed: true } as const;
    await service.articles.createArticleVersion(toPath(article), project.as('user', actor));
    expect((await list(article))[0]?.createdBy).toEqual({
      id: actor.id,
      name: 'gone@example.com',
      type: 'user',
    });
  });

  it('stays among the newest 100; older ones go', async () => {
    let article = await project.article(collectionId, { title: { en: '1' } });
    for (let n = 2; n <= 104; n += 1)
      article = await project.changeArticle(article, { title: { en: `${n}` } });
    const all = await list(article);
    expect(all.map(({ version }) => version)).toEqual(Array.from({ length: 100 }, (_, index) => 103 - index));
    const [count] = await service.db.query<{ n: number }>(
      'SELECT count(*)::integer AS n FROM article_version WHERE article_id = $1',
      [article.id],
    );
    expect(count?.n).toBe(100);
  });

  it('is 404 when it is unknown or of another article', async () => {
    const [one, other] = [await project.article(collectionId), await project.article(collectionId)];
    const version = await keep(one);
    for (const [article, id] of [
      [one, newId()],
      [other, version.id],
    ] as const) {
      await expect(get(article, { id })).rejects.toMatchObject(notFound('ARTICLE_VERSION'));
      await expect(restore(article, { id })).rejects.toMatchObject(notFound('ARTICLE_VERSION'));
    }
    expect(await project.readArticle(other)).toEqual(other);
  });

  it('goes with its article', async () => {
    const article = await project.article(collectionId);
    await keep(article);
    await service.articles.deleteArticle(toPath(article), project.as('user'));
    await expect(list(article)).rejects.toMatchObject(notFound('ARTICLE'));
    const rows = await service.db.query('SELECT 1 FROM article_version WHERE article_id = $1', [article.id]);
    expect(rows).toEqual([]);
  });
});

describe('restoring a version (3.1)', () => {
  it('replaces all that it holds whole and can be undone; the rest of the article stays', async () => {
    const first = await project.article(collectionId, {
      title: { en: 'First' },
      description: { en: 'd' },
      content: { en: 'one' },
      tags: ['a'],
      author: MEMBER_ID,
    });
    const second = await project.changeArticle(
      first,
      {
        title: { en: 'Second', de: 'Zweiter' },
        content: { en: 'two', fr: 'deux' },
        tags: ['b', 'c'],
        isDraft: false,
        targetAudience: 'users',
        extendedAudienceFilter: [{ field: 'plan', operator: 'eq', value: 'pro' }],
        externalId: 'x',
        upvotes: 5,
      },
      { nulls: ['author', 'description'] },
    );
    const { draft } = await service.articles.saveArticleDraft(
      { ...toPath(second), draft: { title: { en: 'Staged' } }, nulls: [] },
      project.as('user'),
    );
    const [auto] = await list(second);
    const restored = await restore(second, auto as ArticleVersion);
    expect(restored).toEqual({
      ...second,
      title: first.title,
      description: first.description,
      content: first.content,
      plainContent: first.plainContent,
      tags: ['a'],
      author: MEMBER_ID,
      hasDraft: true,
      version: 3,
      updatedAt: restored.updatedAt,
    });
    expect(await kinds(second)).toEqual([
      ['restore', 2],
      ['auto', 1],
    ]);
    expect(await service.articles.getArticleDraft(toPath(second), project.as('agent'))).toEqual({ draft });
    expect(await service.told(second)).toEqual(['created', 'updated', 'published', 'updated']);

    const [undo] = await list(second);
    expect(await restore(second, undo as ArticleVersion)).toMatchObject({
      title: { en: 'Second', de: 'Zweiter' },
      description: {},
      content: second.content,
      plainContent: { en: 'two', fr: 'deux' },
      tags: ['b', 'c'],
      author: undefined,
      version: 4,
    });
  });

  it('opens nothing that was restricted or unpublished since', async () => {
    const article = await project.article(collectionId, { title: { en: 'x' }, isDraft: false });
    const open = await keep(article);
    const closed = await project.changeArticle(article, { isDraft: true, targetAudience: 'users' });
    await project.changeArticle(closed, { title: { en: 'y' } });
    expect(await restore(article, open)).toMatchObject({
      title: { en: 'x' },
      isDraft: true,
      targetAudience: 'users',
    });
    expect(await service.told(article)).toEqual(['created', 'published', 'updated', 'updated', 'updated']);
  });

  it('writes and tells nothing when the article is so already', async () => {
    const article = await project.article(collectionId, { title: { en: 'x' } });
    const version = await keep(article);
    expect(await restore(article, version)).toEqual(article);
    expect(await kinds(article)).toEqual([['manual', 1]]);
    expect(await service.told(article)).toEqual(['created']);
  });

  it('keeps `version` counting for 10 restores at once', async () => {
    const article = await project.article(collectionId, { title: { en: 'a' } });
    const one = await keep(article);
    const two = await keep(await project.changeArticle(article, { title: { en: 'b' } }));
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => restore(article, index % 2 === 0 ? one : two)),
    );
    const { version } = await project.readArticle(article);
    const restores = (await list(article)).filter(({ kind }) => kind === 'restore');
    expect(version).toBe(2 + restores.length);
  });
});

it('refuses an update that names an unknown author and keeps no version of it', async () => {
  const article = await project.article(collectionId);
  await expect(project.changeArticle(article, { author: newId(), title: { en: 'x' } })).rejects.toMatchObject(
    invalidAt('author'),
  );
  expect(await kinds(article)).toEqual([]);
});
