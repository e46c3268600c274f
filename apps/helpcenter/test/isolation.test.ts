import type { Article } from '@parley/proto/generated/parley/helpcenter/v1/article';
import type { Collection } from '@parley/proto/generated/parley/helpcenter/v1/collection';
import { startHelpcenter, type TestHelpcenter, type TestProject } from './support/helpcenter';

let service: TestHelpcenter;
let own: TestProject;
let foreign: TestProject;
let collection: Collection;
let article: Article;

beforeAll(async () => {
  service = await startHelpcenter();
  [own, foreign] = [service.project(), service.project()];
  collection = await own.collection({ title: { en: 'Orders' } });
  article = await own.article(collection.id, { title: { en: 'Refunds' } });
});
afterAll(() => service.stop());
afterEach(async () => {
  expect(await own.readCollection(collection.id)).toEqual({ ...collection, articlesCount: 1 });
  expect(await own.articles(collection.id)).toEqual([article]);
});

describe('another project', () => {
  it.each([
    ['GetCollection', () => foreign.readCollection(collection.id)],
    ['UpdateCollection', () => foreign.changeCollection(collection.id, { title: { en: 'Taken' } })],
    ['CreateCollection below it', () => foreign.collection({ parent: collection.id })],
    [
      'DeleteCollection',
      () =>
        service.collections.deleteCollection({ helpcenterCollectionId: collection.id }, foreign.as('admin')),
    ],
    ['ListArticles', () => foreign.articles(collection.id)],
    ['CreateArticle', () => foreign.article(collection.id)],
    ['GetArticle', () => foreign.readArticle(article)],
    ['UpdateArticle', () => foreign.changeArticle(article, { title: { en: 'Taken' } })],
    [
      'CheckCollection',
      () => service.articles.checkCollection({ helpcenterCollectionId: collection.id }, foreign.as('admin')),
    ],
    [
      'DeleteArticle',
      () =>
        service.articles.deleteArticle(
          { helpcenterCollectionId: collection.id, helpcenterArticleId: article.id },
          foreign.as('admin'),
        ),
    ],
  ])('gets 404 collection_not_found from %s', async (_rpc, call) => {
    await expect(call()).rejects.toMatchObject({ kind: 'notFound', reason: 'COLLECTION_NOT_FOUND' });
  });

  it.each([undefined, 'all', 'the collection'])(
    'sees nothing in the list with parentId %s',
    async (parentId) => {
      await own
        .collection({ parent: collection.id })
        .then(({ id }) =>
          service.collections.deleteCollection({ helpcenterCollectionId: id }, own.as('admin')),
        );
      expect(await foreign.collections(parentId === 'the collection' ? collection.id : parentId)).toEqual([]);
    },
  );

  it('keeps its audience when that of a collection of another one changes', async () => {
    const other = await foreign.collection();
    const before = await foreign.article(other.id);
    const changed = await own.collection();
    await own.changeCollection(changed.id, { targetAudience: 'users' });
    expect(await foreign.readArticle(before)).toEqual(before);
  });
});
