import { ArticlesServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/articles_service';
import type { Collection } from '@parley/proto/generated/parley/helpcenter/v1/collection';
import { CollectionsServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/collections_service';
import { richTextFromMarkdown } from '@parley/rich-text';
import { type CallContext, createClient } from '@parley/rpc';
import type { Peers } from '@parley/runtime';
import { demoCollections } from './demo-collections';

type DemoCollection = (typeof demoCollections)[number];

const ensureCollection = async (
  peers: Peers,
  { articles: _articles, ...wanted }: DemoCollection,
  context: CallContext,
): Promise<Collection> => {
  const collections = createClient(CollectionsServiceDefinition, peers.helpcenter);
  for await (const part of collections.listCollections({}, context)) {
    const existing = part.collections.find(({ externalId }) => externalId === wanted.externalId);
    if (existing) return existing;
  }
  const { collection } = await collections.createCollection({ collection: wanted }, context);
  if (!collection) throw new Error('The help center answered no collection');
  return collection;
};

const byMarkdown = (texts: Record<string, string>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(texts).map(([language, text]) => [language, richTextFromMarkdown(text)]));

const seedCollection = async (peers: Peers, wanted: DemoCollection, context: CallContext): Promise<void> => {
  const { id: helpcenterCollectionId } = await ensureCollection(peers, wanted, context);
  const articles = createClient(ArticlesServiceDefinition, peers.helpcenter);
  const existing = new Set<string | undefined>();
  for await (const part of articles.listArticles({ helpcenterCollectionId }, context)) {
    for (const { externalId } of part.articles) existing.add(externalId);
  }
  for (const { content, isDraft = false, ...article } of wanted.articles) {
    if (existing.has(article.externalId)) continue;
    const input = { ...article, content: byMarkdown(content), isDraft };
    await articles.createArticle({ helpcenterCollectionId, article: input }, context);
  }
};

/** The appearance of the demo's help center. */
export const demoHelpcenter = {
  slug: 'demo',
  title: { en: 'Demo shop help', de: 'Hilfe zum Demo-Shop' },
  headline: { en: 'How can we help you?', de: 'Wie können wir helfen?' },
  color: '#0b5c4a',
};

/** Languages of the demo's help center. */
export const demoLanguages = ['en', 'de'];

/** Makes sure that the help center has each of the demo's collections and articles. */
export const seedHelpcenter = async (peers: Peers, context: CallContext): Promise<void> => {
  for (const collection of demoCollections) await seedCollection(peers, collection, context);
};
