import { projectScope } from '@parley/auth';
import type {
  GetContentRequest,
  GetContentResponse,
} from '@parley/proto/generated/parley/knowledge/v1/content_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { contentNotFound } from './content.errors';
import { presentContent } from './content.present';
import { findContent } from './content.store';

/** An entry. */
export const getContent = async (
  { db }: Pick<Deps, 'db'>,
  { contentId }: GetContentRequest,
  context: CallContext,
): Promise<Partially<GetContentResponse>> => {
  const row = await findContent(db, projectScope(context.scope).projectId, contentId);
  if (!row) throw contentNotFound();
  return { content: presentContent(row) };
};
