import type { Actor } from '@parley/auth';
import { newId } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import type { Store } from '../../db';
import type { ArticleRow } from '../article.store';
import { type ArticleVersionRow, insertVersion, type VersionActor } from './article-version.store';

/** Why a version is kept: a change of the texts, a restore, or because it was asked for. */
export type VersionKind = 'auto' | 'restore' | 'manual';

const versionActor = (actor: Actor): VersionActor => {
  switch (actor.type) {
    case 'user':
      return { type: 'user', id: actor.id, email: actor.email };
    case 'service':
      return { type: 'service_account', id: actor.id, name: actor.name };
    case 'system':
      return { type: 'system', name: actor.name };
    case 'contact':
    case 'anonymous':
      throw new Error(`A ${actor.type} changes no article`);
  }
};

/** Stores the current state of a locked article as a version. */
export const keepVersion = async (
  tx: Store,
  article: ArticleRow,
  kind: VersionKind,
  at: Date,
  { scope }: CallContext,
): Promise<ArticleVersionRow> => {
  const { projectId, id, version, title, description, content, plainContent, tags, author } = article;
  const row: ArticleVersionRow = {
    projectId,
    id: newId(at.getTime()),
    articleId: id,
    kind,
    version,
    title,
    description,
    content,
    plainContent,
    tags,
    author,
    createdBy: versionActor(scope.actor),
    createdAt: at,
  };
  await insertVersion(tx, row);
  return row;
};
