import type { CallContext } from '@parley/rpc';
import type { Store } from '../db';
import type { Deps } from '../deps';
import { differences } from '../differences';
import { languageChangesAfter } from '../localised';
import { recordChanges } from './article.changes';
import { type ArticlePatch, type ArticleRow, updateArticleRow } from './article.store';
import { keepVersion, type VersionKind } from './versions/keep-version';

/** Fields that a version holds; `plainContent` follows the content. */
const kept = ['title', 'description', 'content', 'tags', 'author'] as const;

/** Fields with counted changes; positions and the collection's audience do not count. */
const counted: readonly (keyof ArticlePatch)[] = [
  ...kept,
  'isDraft',
  'targetAudience',
  'extendedAudienceFilter',
  'externalId',
  'upvotes',
];

/** A change of one article. */
export interface ArticleWrite {
  /** What its fields are to be; those that are so already do not change. */
  fields: ArticlePatch;
  at: Date;
  /** Kind of the version that keeps the former texts; auto by default. */
  keeps?: VersionKind;
  /** A staged draft is published: the former state is kept and it counts, also without a difference. */
  publishesDraft?: boolean;
}

/**
 * The one way in which an article changes, locked and read as `before`: stores a version of its texts, counts, and emits an event.
 * Without a change nothing is written.
 */
export const writeArticle = async (
  deps: Pick<Deps, 'events'>,
  tx: Store,
  before: ArticleRow,
  { fields, at, keeps = 'auto', publishesDraft = false }: ArticleWrite,
  context: CallContext,
): Promise<ArticleRow> => {
  const patch = differences(before, fields);
  if (Object.keys(patch).length === 0 && !publishesDraft) return before;
  const counts = publishesDraft || counted.some((field) => field in patch);
  if (publishesDraft || kept.some((field) => field in patch))
    await keepVersion(tx, before, keeps, at, context);
  const isPublished = before.isDraft && patch.isDraft === false;
  const was = { title: before.title, description: before.description, content: before.content };
  const { title, description, content } = { ...was, ...patch };
  const after = await updateArticleRow(tx, before, {
    ...patch,
    languageChanges: languageChangesAfter(before.languageChanges, was, { title, description, content }, at),
    ...(isPublished && !before.publishedAt && { publishedAt: at }),
    ...(counts && { version: before.version + 1, updatedAt: at }),
  });
  await recordChanges(
    deps,
    tx,
    [{ kind: 'updated', article: after, isPublished: isPublished || publishesDraft }],
    context,
  );
  return after;
};
