import type { CallContext } from '@parley/rpc';
import type { Store } from '../db';
import type { Deps } from '../deps';
import {
  articleCreated,
  articleDeleted,
  articlePublished,
  articleUpdated,
  briefArticleUpdated,
} from './article.events';
import type { ArticleRow, BriefArticleRow } from './article.store';

/** What happened to an article. */
export type ArticleChange =
  | { kind: 'created'; article: ArticleRow }
  /** `isPublished`: it was a draft before, or a staged draft was published. */
  | { kind: 'updated'; article: ArticleRow; isPublished: boolean }
  /** It changed with others, all but its content. */
  | { kind: 'updated with others'; article: BriefArticleRow }
  /** It was a draft before, as were others. */
  | { kind: 'published with others'; article: ArticleRow }
  | { kind: 'deleted'; article: ArticleRow };

const toEvents = (change: ArticleChange, context: CallContext) => {
  switch (change.kind) {
    case 'created':
      return articleCreated(change.article, context);
    case 'updated':
      return articleUpdated(change.article, change.isPublished, context);
    case 'updated with others':
      return [briefArticleUpdated(change.article, context)];
    case 'published with others':
      return [briefArticleUpdated(change.article, context), articlePublished(change.article, context)];
    case 'deleted':
      return [articleDeleted(change.article, context)];
  }
};

/** Whatever must follow a change of articles in the same transaction: every write of articles ends here. */
export const recordChanges = async (
  { events }: Pick<Deps, 'events'>,
  tx: Store,
  changes: readonly ArticleChange[],
  context: CallContext,
): Promise<void> => {
  await events.append(
    tx.sql,
    changes.flatMap((change) => toEvents(change, context)),
  );
};
