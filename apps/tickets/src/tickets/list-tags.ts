import { projectScope } from '@parley/auth';
import type {
  ListTagsRequest,
  ListTagsResponse,
} from '@parley/proto/generated/parley/tickets/v1/tickets_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { countTags } from './tag.store';

/** Most tags of one answer. */
export const MOST_TAGS = 1_000;

/** The tags of the project's tickets, those of most tickets first. */
export const listTags = async (
  { db }: Pick<Deps, 'db'>,
  _request: ListTagsRequest,
  context: CallContext,
): Promise<ListTagsResponse> => {
  const { projectId } = projectScope(context.scope);
  const tags = await countTags(db, projectId, MOST_TAGS + 1);
  return { tags: tags.slice(0, MOST_TAGS), truncated: tags.length > MOST_TAGS };
};
