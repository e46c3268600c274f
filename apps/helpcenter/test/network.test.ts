import { newId } from '@parley/persistence';
import { createNetworkCaller, startRpcServer } from '@parley/rpc';
import { eventually } from '@parley/testing';
import { createClients, gather, silentObserver, startHelpcenter } from './support/helpcenter';

it('creates, reads, lists and refuses over gRPC as in process', async () => {
  const service = await startHelpcenter();
  const server = await startRpcServer({
    services: service.implementations,
    address: '127.0.0.1:0',
    serviceKey: 'key',
    observer: silentObserver,
  });
  const target = `127.0.0.1:${server.port}`;
  const caller = createNetworkCaller({ service: 'helpcenter', target, serviceKey: 'key' });
  await eventually(() => caller.health());
  const { collections, articles } = createClients(caller);
  const project = service.project();
  const context = project.as('user');
  try {
    const collection = await project.collection({
      title: 'Bestellungen',
      baseAudienceFilter: [
        { field: 'blocked', operator: 'ne', value: true },
        { field: 'plan', operator: 'eq', value: null },
        { field: 'email', operator: 'exists' },
      ],
    });
    const helpcenterCollectionId = collection.id;
    expect(await collections.getCollection({ helpcenterCollectionId }, context)).toEqual({ collection });
    expect(await gather(collections.listCollections({}, context), (part) => part.collections)).toEqual([
      collection,
    ]);
    const content = { en: { type: 'doc', content: [{ type: 'paragraph' }] }, de: 'Text', fr: null };
    const { article } = await articles.createArticle(
      { helpcenterCollectionId, article: { content } },
      context,
    );
    expect(article).toMatchObject({
      plainContent: { en: '', de: 'Text' },
      baseAudienceFilter: collection.baseAudienceFilter,
    });
    expect(
      await gather(articles.listArticles({ helpcenterCollectionId }, context), (part) => part.articles),
    ).toEqual([article]);
    await expect(
      gather(articles.listArticles({ helpcenterCollectionId: newId() }, context), (part) => part.articles),
    ).rejects.toMatchObject({ reason: 'COLLECTION_NOT_FOUND' });
  } finally {
    await caller.close();
    await server.close(1_000);
    await service.stop();
  }
});
