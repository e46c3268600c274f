import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type {
  GetLinkPreviewRequest,
  GetLinkPreviewResponse,
} from '@parley/proto/generated/parley/s2s/v1/link_previews_service';
import type { RichText } from '@parley/rich-text';
import type { CallContext } from '@parley/rpc';
import { findOwner } from '../core';
import type { Deps } from '../deps';
import { findFirstLink } from './find-first-link';

/** The preview of the first link in a message of the team; none unless the project shows previews. */
export const getLinkPreview = async (
  deps: Deps,
  { conversationId, messageId }: GetLinkPreviewRequest,
  context: CallContext,
): Promise<GetLinkPreviewResponse> => {
  const { projectId } = projectScope(context.scope);
  const contactId = await findOwner(deps, {}, context);
  const found = await deps.conversations.getConversationMessage({ messageId, contactId }, context);
  const { message } = found;
  if (!message || message.conversation !== conversationId) throw notFound('message');
  const { settings } = await deps.directory.getProjectSettings({ projectId }, context);
  if (settings?.widget?.['linkPreviews'] !== true || message.author?.type === 'contact') return {};
  const url = message.content && findFirstLink(message.content as RichText);
  return url === undefined ? {} : deps.linkPreviews.previewLink({ url }, context);
};
