import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type {
  GetArticleByRefRequest,
  GetArticleByRefResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/articles_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { readReference } from '../visitor';
import { type ContentFormat, presentInFormat } from './article.present';
import { findArticleByDocId, findArticleById } from './article.store';

/** An article of the project by its id or its running number, in whatever collection it is; 404 without one. */
export const getArticleByRef = async (
  { store }: Pick<Deps, 'store'>,
  { articleRef, format }: GetArticleByRefRequest,
  context: CallContext,
): Promise<Partially<GetArticleByRefResponse>> => {
  const { projectId } = projectScope(context.scope);
  const reference = readReference(articleRef);
  const row =
    reference &&
    ('id' in reference
      ? await findArticleById(store, projectId, reference.id)
      : await findArticleByDocId(store, projectId, reference.docId));
  if (!row) throw notFound('article');
  return { article: await presentInFormat(row, format as ContentFormat | undefined) };
};
