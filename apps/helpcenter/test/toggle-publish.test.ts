import { newId } from '@parley/persistence';
import {
  notFound,
  toPath,
  startHelpcenter,
  type TestHelpcenter,
  type TestProject,
} from './support/helpcenter';

let service: TestHelpcenter;
let project: TestProject;

beforeAll(async () => {
  service = await startHelpcenter();
});
afterAll(() => service.stop());
beforeEach(() => {
  project = service.project();
});

const toggle = (helpcenterCollectionId: string, unpublished: boolean) =>
  service.collections.togglePublish({ helpcenterCollectionId, unpublished }, project.as('user'));
const stats = () => service.collections.getArticleStats({}, project.as('agent'));

describe('toggle-publish (2)', () => {
  it('publishes all below a collection, and tells ARTICLE_PUBLISHED once of each that was unpublished', async () => {
    const top = await project.collection();
    const sub = await project.collection({ parent: top.id });
    const leaf = await project.collection({ parent: sub.id });
    const beside = await project.collection();
    const article = (collectionId: string, isDraft = true) =>
      project.article(collectionId, { title: { en: 'x' }, content: { en: 'y' }, isDraft });
    const drafts = [await article(top.id), await article(sub.id), await article(leaf.id)];
    const live = await article(leaf.id, false);
    const other = await article(beside.id);

    expect(await toggle(top.id, false)).toEqual({ success: true, updated: 3 });
    for (const draft of drafts) {
      const after = await project.readArticle(draft);
      expect(after).toEqual({
        ...draft,
        isDraft: false,
        version: 2,
        publishedAt: after.updatedAt,
        updatedAt: after.updatedAt,
      });
      expect(await service.told(draft)).toEqual(['created', 'updated', 'published']);
      const told = (await service.events(draft.id)).at(-1)?.payload['article'];
      expect(told).toEqual(JSON.parse(JSON.stringify(after)));
    }
    expect(await project.readArticle(live)).toEqual(live);
    expect(await service.told(live)).toEqual(['created', 'published']);
    expect(await project.readArticle(other)).toEqual(other);
    expect(await project.readCollection(sub.id)).toEqual({
      ...sub,
      articlesCount: 1,
      subCollectionsCount: 1,
    });
    expect(await service.told(sub)).toEqual(['created']);
    expect(await toggle(top.id, false)).toEqual({ success: true, updated: 0 });
  });

  it('unpublishes, keeps publishedAt, staged drafts and versions, and tells of no publication', async () => {
    const { id } = await project.collection();
    const article = await project.article(id, { isDraft: false });
    await service.articles.saveArticleDraft({ ...toPath(article), nulls: [] }, project.as('user'));
    expect(await toggle(id, true)).toEqual({ success: true, updated: 1 });
    const after = await project.readArticle(article);
    expect(after).toEqual({
      ...article,
      isDraft: true,
      hasDraft: true,
      version: 2,
      updatedAt: after.updatedAt,
    });
    expect(await service.told(article)).toEqual(['created', 'published', 'updated']);
    const { versions } = await service.articles.listArticleVersions(toPath(article), project.as('agent'));
    expect(versions).toEqual([]);
    await toggle(id, false);
    expect((await project.readArticle(article)).publishedAt).toBe(article.publishedAt);
  });

  it('is 404 for an unknown collection, and 0 of an empty one', async () => {
    await expect(toggle(newId(), true)).rejects.toMatchObject(notFound('COLLECTION'));
    expect(await toggle((await project.collection()).id, true)).toEqual({ success: true, updated: 0 });
  });

  it('loses none of the updates that come at the same time', async () => {
    const { id } = await project.collection();
    const articles = await Promise.all(Array.from({ length: 10 }, () => project.article(id)));
    await Promise.all([
      toggle(id, false),
      ...articles.map((article) => project.changeArticle(article, { tags: ['x'] })),
      toggle(id, false),
    ]);
    for (const article of await project.articles(id))
      expect(article).toMatchObject({ isDraft: false, tags: ['x'], version: 3 });
  });

  it('tells of an article that is too large for an event without its texts', async () => {
    const { id } = await project.collection();
    const text = 'word '.repeat(38_000);
    const texts = Object.fromEntries(['en', 'de', 'fr', 'es', 'it'].map((language) => [language, text]));
    const large = await project.article(id, { title: { en: 'Large' }, content: texts, isDraft: true });
    expect(await toggle(id, false)).toEqual({ success: true, updated: 1 });
    expect(await service.told(large)).toEqual(['created', 'updated', 'published']);
    const { payload } = (await service.events(large.id)).at(-1) ?? {};
    expect(payload?.['article']).toMatchObject({ id: large.id, title: { en: 'Large' }, isDraft: false });
    expect(payload?.['article']).not.toHaveProperty('content');
  });

  it('publishes more than one batch of 500', async () => {
    const { id } = await project.collection();
    await service.db.query(
      `INSERT INTO article SELECT $1, lpad(to_hex(n), 24, '0'), 'o', $2, n, '{}', '{}', '{}', '{}', NULL, true, '{}',
         0, NULL, 'all', '[]', '[]', lpad(n::text, 5, '0'), 1, now(), now() FROM generate_series(1, 1100) n`,
      [project.id, id],
    );
    expect(await toggle(id, false)).toEqual({ success: true, updated: 1100 });
    const [told] = await service.db.query<{ n: number }>(
      `SELECT count(DISTINCT aggregate_id)::integer AS n FROM told
        WHERE project_id = $1 AND subject = 'helpcenter.v1.article.published'`,
      [project.id],
    );
    expect(told?.n).toBe(1100);
    expect(await stats()).toEqual({ live: 1100, draft: 0, total: 1100 });
  });
});

describe('article stats (2)', () => {
  it('count published articles, drafts and both, of this project alone', async () => {
    expect(await stats()).toEqual({ live: 0, draft: 0, total: 0 });
    const [one, other] = [await project.collection(), await project.collection()];
    await project.article(one.id);
    await project.article(one.id, { isDraft: false });
    await project.article(other.id);
    const foreign = service.project();
    await foreign.article((await foreign.collection()).id);
    expect(await stats()).toEqual({ live: 1, draft: 2, total: 3 });
  });
});
