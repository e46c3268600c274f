import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type {
  GetContentRequest,
  GetContentResponse,
} from '@parley/proto/generated/parley/knowledge/v1/content_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { presentContent } from './content.present';
import { findContent } from './content.store';

/** An entry. */
export const getContent = async (
  { db }: Pick<Deps, 'db'>,
  { contentId }: GetContentRequest,
  context: CallContext,
): Promise<Partially<GetContentResponse>> => {
  const row = await findContent(db, projectScope(context.scope).projectId, contentId);
  if (!row) throw notFound('content');
  return { content: presentContent(row) };
};
