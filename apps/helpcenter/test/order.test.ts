import { newId } from '@parley/persistence';
import type { Article } from '@parley/proto/generated/parley/helpcenter/v1/article';
import type { Collection } from '@parley/proto/generated/parley/helpcenter/v1/collection';
import {
  gather,
  invalidAt,
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

const toIds = (things: readonly { id: string }[]): string[] => things.map(({ id }) => id);

const reorderCollections = (collectionIds: string[], parentId?: string): Promise<Collection[]> =>
  gather(
    service.collections.reorderCollections(
      { collectionIds, ...(parentId !== undefined && { parentId }) },
      project.as('user'),
    ),
    (part) => part.collections,
  );
const reorderArticles = (helpcenterCollectionId: string, articleIds: string[]): Promise<Article[]> =>
  gather(
    service.articles.reorderArticles({ helpcenterCollectionId, articleIds }, project.as('user')),
    (part) => part.articles,
  );
const move = async (article: Article, newCollectionId: string): Promise<Article> => {
  const request = { ...toPath(article), newCollectionId };
  const { article: moved } = await service.articles.moveArticle(request, project.as('user'));
  if (!moved) throw new Error('No article');
  return moved;
};

/** Made one after the other, so that they have this order. */
const make = async <T>(count: number, one: () => Promise<T>): Promise<T[]> => {
  const made: T[] = [];
  for (let index = 0; index < count; index += 1) made.push(await one());
  return made;
};

const isAscending = (list: readonly { lexorank: string }[]): boolean =>
  list.every(({ lexorank }, index) => index === 0 || (list[index - 1]?.lexorank ?? '') < lexorank);

describe('the order of collections (2)', () => {
  it('is what was sent; what is not named keeps its order and follows; the whole level is answered', async () => {
    const top = await project.collection();
    const [a, b, c, d] = toIds(await make(4, () => project.collection({ parent: top.id }))) as [
      string,
      string,
      string,
      string,
    ];
    const answer = await reorderCollections([d, b], top.id);
    expect(toIds(answer)).toEqual([d, b, a, c]);
    expect(isAscending(answer)).toBe(true);
    expect(await project.collections(top.id)).toEqual(answer);
    expect(toIds(await reorderCollections([c, a, b, d], top.id))).toEqual([c, a, b, d]);
  });

  it('is of the top level without parentId', async () => {
    const [a, b] = toIds(await make(2, () => project.collection())) as [string, string];
    expect(toIds(await reorderCollections([b, a]))).toEqual([b, a]);
    expect(toIds(await project.collections())).toEqual([b, a]);
  });

  it('tells of each collection that moved, and of none that did not; updatedAt stays', async () => {
    const [a, b, c] = (await make(3, () => project.collection())) as [Collection, Collection, Collection];
    await reorderCollections([a.id, b.id, c.id]);
    const before = await Promise.all([a, b, c].map((one) => service.told(one)));
    await reorderCollections([b.id, a.id]);
    const after = await Promise.all([a, b, c].map((one) => service.told(one)));
    expect(after.map((told, index) => told.length - (before[index]?.length ?? 0))).toEqual([1, 1, 0]);
    expect((await project.readCollection(b.id)).updatedAt).toBe(b.updatedAt);
  });

  it('refuses ids that are unknown, of another level or another project, or come twice, and changes nothing', async () => {
    const [a, b] = (await make(2, () => project.collection())) as [Collection, Collection];
    const below = await project.collection({ parent: a.id });
    const foreign = await service.project().collection();
    const level = await project.collections();
    await expect(reorderCollections([b.id, newId(), below.id, foreign.id, b.id, 'x'])).rejects.toMatchObject(
      invalidAt(...[1, 2, 3, 4, 5].map((index) => `collectionIds.${index}`)),
    );
    expect(await project.collections()).toEqual(level);
  });

  it('answers 404 for an unknown parent, also of another project', async () => {
    const foreign = await service.project().collection();
    for (const parent of [newId(), foreign.id, 'x'])
      await expect(reorderCollections([], parent)).rejects.toMatchObject(notFound('COLLECTION'));
  });

  it('stays with an empty list', async () => {
    const [a] = (await make(2, () => project.collection())) as [Collection];
    const level = await project.collections();
    expect(await reorderCollections([])).toEqual(level);
    expect(await service.told(a)).toEqual(['created']);
  });

  it('takes 1,000, and whoever comes later follows', async () => {
    await service.db.query(
      `INSERT INTO collection SELECT $1, lpad(to_hex(n), 24, '0'), 'o', NULL, 1000 + n, '{}', '{}', NULL, NULL, 'all', '[]',
         '[]', 'i', now(), now() FROM generate_series(1, 1000) n`,
      [project.id],
    );
    const ids = toIds(await project.collections());
    const answer = await reorderCollections([...ids].reverse());
    expect(toIds(answer)).toEqual([...ids].reverse());
    expect(isAscending(answer)).toBe(true);
    const later = await project.collection();
    expect(toIds(await project.collections()).at(-1)).toBe(later.id);
  });
});

describe('the order of articles (3)', () => {
  it('is what was sent; the rest follows; all are answered; version and updatedAt stay', async () => {
    const { id } = await project.collection();
    const made = await make(4, () => project.article(id, { content: { en: 'x' } }));
    const [a, b, c, d] = toIds(made) as [string, string, string, string];
    const answer = await reorderArticles(id, [c, a]);
    expect(toIds(answer)).toEqual([c, a, b, d]);
    expect(isAscending(answer)).toBe(true);
    expect(await project.articles(id)).toEqual(answer);
    for (const article of made) {
      const { lexorank } = answer.find((one) => one.id === article.id) as Article;
      expect(answer).toContainEqual({ ...article, lexorank });
    }
  });

  it('tells of each article that moved, without its content', async () => {
    const { id } = await project.collection();
    const [a, b] = (await make(2, () => project.article(id, { content: { en: 'x' } }))) as [Article, Article];
    await reorderArticles(id, [b.id, a.id]);
    const last = (await service.events(b.id)).at(-1);
    expect(last).toMatchObject({
      subject: 'helpcenter.v1.article.updated',
      payload: { article: { id: b.id, version: 1 } },
    });
    expect(last?.payload['article']).not.toHaveProperty('content');
  });

  it('refuses ids of elsewhere and repeated ones, and changes nothing', async () => {
    const [one, other] = (await make(2, () => project.collection())) as [Collection, Collection];
    const [a, b] = (await make(2, () => project.article(one.id))) as [Article, Article];
    const elsewhere = await project.article(other.id);
    const list = await project.articles(one.id);
    await expect(reorderArticles(one.id, [b.id, elsewhere.id, a.id, b.id])).rejects.toMatchObject(
      invalidAt('articleIds.1', 'articleIds.3'),
    );
    expect(await project.articles(one.id)).toEqual(list);
    await expect(reorderArticles(newId(), [])).rejects.toMatchObject(notFound('COLLECTION'));
  });

  it('is one order however many write it at once, with creations and moves between', async () => {
    const [one, other] = (await make(2, () => project.collection())) as [Collection, Collection];
    const articles = await make(6, () => project.article(one.id));
    const visitors = await make(3, () => project.article(other.id));
    await Promise.all([
      ...[0, 1, 2, 3].map((turn) =>
        reorderArticles(one.id, toIds([...articles.slice(turn), ...articles.slice(0, turn)])),
      ),
      ...visitors.map((article) => move(article, one.id)),
      ...[0, 1, 2].map(() => project.article(one.id)),
    ]);
    const list = await project.articles(one.id);
    expect(list).toHaveLength(12);
    expect(isAscending(list)).toBe(true);
  });
});

describe('moving an article (3)', () => {
  it('puts it after the last one of the new collection, with its audience; the rest stays', async () => {
    const [from, to] = [await project.collection(), await project.collection({ targetAudience: 'users' })];
    const last = await project.article(to.id);
    const article = await project.article(from.id, { title: { en: 'x' }, content: { en: 'y' } });
    await service.articles.saveArticleDraft({ ...toPath(article), nulls: [] }, project.as('user'));
    await service.articles.createArticleVersion(toPath(article), project.as('user'));
    const moved = await move(article, to.id);
    expect(moved).toEqual({
      ...article,
      hasDraft: true,
      helpcenterCollection: to.id,
      lexorank: moved.lexorank,
      baseAudienceFilter: [{ field: 'userId', operator: 'exists', value: true }],
    });
    expect(toIds(await project.articles(to.id))).toEqual([last.id, article.id]);
    expect(await project.articles(from.id)).toEqual([]);
    const { versions } = await service.articles.listArticleVersions(toPath(moved), project.as('agent'));
    expect(versions).toHaveLength(1);
    const { draft } = await service.articles.getArticleDraft(toPath(moved), project.as('agent'));
    expect(draft?.article).toBe(article.id);
    await expect(project.readArticle(article)).rejects.toMatchObject(notFound('ARTICLE'));
    expect(await service.told(article)).toEqual(['created', 'updated']);
  });

  it('is 404 for an unknown collection or article; the own collection changes nothing', async () => {
    const { id } = await project.collection();
    const [article] = (await make(2, () => project.article(id))) as [Article];
    const foreign = await service.project().collection();
    for (const to of [newId(), foreign.id, 'x'])
      await expect(move(article, to)).rejects.toMatchObject(notFound('COLLECTION'));
    await expect(move({ ...article, id: newId() }, id)).rejects.toMatchObject(notFound('ARTICLE'));
    expect(await move(article, id)).toEqual(article);
    expect(await service.told(article)).toEqual(['created']);
  });
});

describe('every collection (2)', () => {
  const all = () =>
    gather(service.collections.listAllCollections({}, project.as('agent')), (part) => part.collections);

  it('is listed flat in tree order with its counts, siblings in order', async () => {
    const [a, b] = (await make(2, () => project.collection())) as [Collection, Collection];
    const [a1, a2] = (await make(2, () => project.collection({ parent: a.id }))) as [Collection, Collection];
    const b1 = await project.collection({ parent: b.id });
    const a1x = await project.collection({ parent: a1.id });
    await project.article(a1x.id);
    await reorderCollections([b.id, a.id]);
    const list = await all();
    expect(toIds(list)).toEqual(toIds([b, b1, a, a1, a1x, a2]));
    expect(
      list.map(({ articlesCount, subCollectionsCount }) => [articlesCount, subCollectionsCount]),
    ).toEqual([
      [0, 1],
      [0, 0],
      [0, 2],
      [0, 1],
      [1, 0],
      [0, 0],
    ]);
    expect(list).toContainEqual(await project.readCollection(a1x.id));
  });

  it('is none in a project that has none', async () => {
    expect(await all()).toEqual([]);
  });
});
