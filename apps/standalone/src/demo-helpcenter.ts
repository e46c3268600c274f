import { ArticlesServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/articles_service';
import { type Collection } from '@parley/proto/generated/parley/helpcenter/v1/collection';
import { CollectionsServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/collections_service';
import { richTextFromMarkdown } from '@parley/rich-text';
import { type CallContext, createClient } from '@parley/rpc';
import { type Peers } from '@parley/runtime';
import { demoArticles, demoCollection } from './demo-articles';

const ensureCollection = async (peers: Peers, context: CallContext): Promise<Collection> => {
  const collections = createClient(CollectionsServiceDefinition, peers.helpcenter);
  for await (const part of collections.listCollections({}, context)) {
    const existing = part.collections.find(({ externalId }) => externalId === demoCollection.externalId);
    if (existing) return existing;
  }
  const { collection } = await collections.createCollection({ collection: demoCollection }, context);
  if (!collection) throw new Error('The help center answered no collection');
  return collection;
};

const byMarkdown = (texts: Record<string, string>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(texts).map(([language, text]) => [language, richTextFromMarkdown(text)]));

/** Makes sure that the help center has the demo's collection and each of its articles. */
export const seedHelpcenter = async (peers: Peers, context: CallContext): Promise<void> => {
  const { id: helpcenterCollectionId } = await ensureCollection(peers, context);
  const articles = createClient(ArticlesServiceDefinition, peers.helpcenter);
  const existing = new Set<string | undefined>();
  for await (const part of articles.listArticles({ helpcenterCollectionId }, context)) {
    for (const { externalId } of part.articles) existing.add(externalId);
  }
  for (const { content, ...article } of demoArticles) {
    if (existing.has(article.externalId)) continue;
    const input = { ...article, content: byMarkdown(content), isDraft: false };
    await articles.createArticle({ helpcenterCollectionId, article: input }, context);
  }
};
