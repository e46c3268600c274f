import { invalid } from '@parley/errors';
import type { CallContext } from '@parley/rpc';
import type {
  CloseConversationRequest,
  CloseConversationResponse,
  RateConversationRequest,
  RateConversationResponse,
  ReopenConversationRequest,
  ReopenConversationResponse,
  UpdateConversationRequest,
  UpdateConversationResponse,
} from '@parley/proto/generated/parley/tickets/v1/conversations_service';
import type { Deps } from '../deps';
import { DONE, conversationMerged } from '../core';
import { changeConversation } from './change-conversation';
import { checkRatingComment, checkTitle, writeAttributes } from './conversation.input';

type Needed = Pick<Deps, 'db' | 'clock' | 'wakeEvents'>;

const MAX_RATING = 10;

/** Changes the title, and merges attributes one level deep; the contact sees its own attributes. */
export const updateConversation = async (
  deps: Needed,
  request: UpdateConversationRequest,
  context: CallContext,
): Promise<UpdateConversationResponse> => {
  const { title, attributes, nulls } = request;
  if (title !== undefined) checkTitle(title);
  // Wrong attributes are refused whether or not there is such a conversation to write them to.
  if (attributes) writeAttributes({ attributes: {}, visible: [] }, attributes);
  const isTitleNamed = title !== undefined || nulls.includes('title');
  return {
    conversation: await changeConversation(deps, request, context, (row) => {
      const columns = isTitleNamed ? { title: title ?? null } : {};
      if (!attributes) return { columns };
      const stored = { attributes: row.extra['attributes'], visible: row.visibleAttributes };
      const after = writeAttributes(stored, attributes);
      const isUnset = row.extra['attributes'] === undefined && Object.keys(after.attributes).length === 0;
      return {
        columns: { ...columns, visibleAttributes: after.visible },
        extra: isUnset ? {} : { attributes: after.attributes },
      };
    }),
  };
};

/** Closes a conversation for its contact, and the ticket is done. Twice is the same; a merged one is closed already. */
export const closeConversation = async (
  deps: Needed,
  request: CloseConversationRequest,
  context: CallContext,
): Promise<CloseConversationResponse> => ({
  conversation: await changeConversation(deps, request, context, (row) =>
    row.duplicateOfId === null ? { columns: { conversationClosed: true, status: DONE } } : undefined,
  ),
});

/** Opens a closed conversation and its ticket. One that is not closed stays as it is. 409 when it is merged. */
export const reopenConversation = async (
  deps: Needed,
  request: ReopenConversationRequest,
  context: CallContext,
): Promise<ReopenConversationResponse> => ({
  conversation: await changeConversation(deps, request, context, (row) => {
    if (row.duplicateOfId !== null) throw conversationMerged();
    return { columns: { conversationClosed: false } };
  }),
});

/** Rates a conversation, a closed one too. A comment that is not sent stays. */
export const rateConversation = async (
  deps: Needed,
  request: RateConversationRequest,
  context: CallContext,
): Promise<RateConversationResponse> => {
  const { rating, comment, nulls } = request;
  if (!Number.isInteger(rating) || rating < 0 || rating > MAX_RATING)
    throw invalid({ field: 'rating', message: `must be a whole number from 0 to ${MAX_RATING}` });
  checkRatingComment(comment);
  const isCommentNamed = comment !== undefined || nulls.includes('comment');
  return {
    conversation: await changeConversation(deps, request, context, () => ({
      columns: {
        conversationRating: rating,
        ...(isCommentNamed && { conversationRatingComment: comment ?? null }),
      },
    })),
  };
};
