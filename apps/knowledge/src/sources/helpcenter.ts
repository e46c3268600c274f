import { createLocalCache } from '@parley/cache';
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
  /** Whether the help center is for known contacts only, at most 5 s old. While it is away the last answer holds, and none means that it is. */
  isPrivate(projectId: string, context: CallContext): Promise<boolean>;
}

const PAGE = 1_000;

/** Milliseconds that an answer about access is cached, and that the last one holds while the help center is away. */
const BELIEF_MS = 5_000;
const LAST_MS = 24 * 60 * 60_000;
const MAX_PROJECTS = 10_000;

/** Asks the help center. */
export const createHelpcenterClient = (client: Client<KnowledgeSourceServiceDefinition>): Helpcenter => {
  const access = createLocalCache<boolean>({ max: MAX_PROJECTS, ttlMs: BELIEF_MS });
  const last = createLocalCache<boolean>({ max: MAX_PROJECTS, ttlMs: LAST_MS });
  const askAccess = (projectId: string, { requestId }: CallContext): Promise<boolean> =>
    access.getOrLoad(projectId, async () => {
      const answer = await client.getAccess({}, systemContext('knowledge', { projectId, requestId }));
      last.delete(projectId);
      return last.getOrLoad(projectId, () => Promise.resolve(answer.private));
    });
  return {
    ...createReads(client),
    isPrivate: (projectId, context) => askAccess(projectId, context).catch(() => last.get(projectId) ?? true),
  };
};

const createReads = (client: Client<KnowledgeSourceServiceDefinition>): Omit<Helpcenter, 'isPrivate'> => ({
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
