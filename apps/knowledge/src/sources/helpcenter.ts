import type {
  KnowledgeSourceServiceDefinition,
  PublishedArticle,
} from '@parley/proto/generated/parley/helpcenter/v1/knowledge_source_service';
import { type CallContext, type Client, systemContext } from '@parley/rpc';

/** What this service asks of the help center. */
export interface Helpcenter {
  /** Published articles among the ids, at most 100. */
  articles(projectId: string, ids: readonly string[]): Promise<PublishedArticle[]>;
  /** Published articles of all projects after one, in the order of project and id. */
  listArticles(after: { projectId: string; id: string }): Promise<{ projectId: string; id: string }[]>;
  /** Collections with all below them; unknown ones are left out. */
  trees(projectId: string, ids: readonly string[], context: CallContext): Promise<Map<string, string[]>>;
}

const PAGE = 1_000;

/** Asks the help center. */
export const createHelpcenterClient = (client: Client<KnowledgeSourceServiceDefinition>): Helpcenter => ({
  articles: async (projectId, ids) =>
    (await client.getPublishedArticles({ ids: [...ids] }, systemContext('knowledge', { projectId })))
      .articles,
  listArticles: async ({ projectId, id }) => {
    const after = { projectId, articleId: id };
    const { articles } = await client.listPublishedArticles(
      { after, limit: PAGE },
      systemContext('knowledge'),
    );
    return articles.map((one) => ({ projectId: one.projectId, id: one.articleId }));
  },
  trees: async (projectId, ids, { requestId }) => {
    const { trees } = await client.findCollectionTrees(
      { ids: [...ids] },
      systemContext('knowledge', { projectId, requestId }),
    );
    return new Map(trees.map(({ id, collectionIds }) => [id, collectionIds]));
  },
});
