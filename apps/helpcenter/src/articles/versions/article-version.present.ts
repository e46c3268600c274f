import type { ArticleVersion } from '@parley/proto/generated/parley/helpcenter/v1/article_version';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../../deps';
import type { ArticleVersionRow, BriefVersionRow, VersionActor } from './article-version.store';

/** Names of users by their id. */
type Names = ReadonlyMap<string, string>;

/** The names of the users who made the changes; unknown for users who left. */
export const creatorNames = async (
  { workspace }: Pick<Deps, 'workspace'>,
  projectId: string,
  rows: readonly Pick<BriefVersionRow, 'createdBy'>[],
  context: CallContext,
): Promise<Names> => {
  const ids = rows.flatMap(({ createdBy: { type, id } }) => (type === 'user' && id ? [id] : []));
  return workspace.names(projectId, [...new Set(ids)], context);
};

const presentCreator = ({ type, id, name, email }: VersionActor, names: Names) => ({
  id,
  name: (id !== undefined && names.get(id)) || (name ?? email ?? ''),
  type,
});

/** A stored version as lists show it. */
export const presentBriefVersion = (
  { id, articleId, kind, version, title, createdBy, createdAt }: BriefVersionRow,
  names: Names,
): ArticleVersion => ({
  id,
  _id: id,
  article: articleId,
  kind,
  version,
  title: { ...title },
  description: undefined,
  content: undefined,
  plainContent: undefined,
  createdBy: presentCreator(createdBy, names),
  createdAt: createdAt.toISOString(),
});

/** A stored version as the public document. */
export const presentVersion = (row: ArticleVersionRow, names: Names): ArticleVersion => ({
  ...presentBriefVersion(row, names),
  description: { ...row.description },
  content: { ...row.content },
  plainContent: { ...row.plainContent },
  tags: row.tags,
  author: row.author ?? undefined,
});
