import type { CallContext } from '@parley/rpc';
import type {
  ListMessageTemplateTagsRequest,
  ListMessageTemplateTagsResponse,
} from '@parley/proto/generated/parley/tickets/v1/message_templates_service';
import type { Deps } from '../deps';
import { findTags } from './template.store';
import { loadViewer } from './viewer';

/** Most tags of one answer. */
export const MAX_TAGS = 10_000;

const alphabet = new Intl.Collator('en');

/** The tags of the templates that the caller sees, each once, alphabetically. */
export const listMessageTemplateTags = async (
  deps: Pick<Deps, 'db' | 'memberships'>,
  _request: ListMessageTemplateTagsRequest,
  context: CallContext,
): Promise<ListMessageTemplateTagsResponse> => {
  const tags = await findTags(deps.db, await loadViewer(deps, context), MAX_TAGS);
  return { tags: tags.sort(alphabet.compare) };
};
