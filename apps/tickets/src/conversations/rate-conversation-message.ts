import { projectScope } from '@parley/auth';
import { invalid, notFound } from '@parley/errors';
import { runTransaction, type Sql } from '@parley/persistence';
import { type CallContext, eventHeaders } from '@parley/rpc';
import type { ConversationMessage } from '@parley/proto/generated/parley/tickets/v1/conversation';
import type {
  RateConversationMessageRequest,
  RateConversationMessageResponse,
} from '@parley/proto/generated/parley/tickets/v1/conversations_service';
import type { Deps } from '../deps';
import {
  appendRows,
  messageUpdated,
  lockMessage,
  notRateable,
  presentConversationMessage,
  noteChangeOfMessage,
} from '../core';
import { writeRating, presentMessage } from '../messages';
import { requireShown } from './get-conversation-message';

/** Ratings as the team sees them, by how contacts give them. */
const stored: Readonly<Record<string, string>> = { up: 'positive', down: 'negative' };

const readRating = (rating: string | undefined): string | null => {
  if (rating === undefined) return null;
  const value = stored[rating];
  if (value === undefined) throw invalid({ field: 'rating', message: 'must be up, down or null' });
  return value;
};

const rate = async (
  tx: Sql,
  projectId: string,
  request: RateConversationMessageRequest,
  { rating, now, headers }: { rating: string | null; now: Date; headers: Record<string, string> },
): Promise<ConversationMessage> => {
  const locked = await lockMessage(tx, projectId, request.messageId);
  if (!locked) throw notFound('message');
  const { message, ticket } = locked;
  const place = await requireShown(tx, projectId, request);
  if (message.sessionId === place.contactId) throw notRateable();
  if (message.rating === rating) return presentConversationMessage(message, place);
  const after = { ...message, rating, updatedAt: now, contactUpdatedAt: now };
  await writeRating(tx, after, rating, now);
  const shown = await noteChangeOfMessage(tx, after, now);
  await appendRows(tx, [messageUpdated(presentMessage(after), ['rating'], ticket, headers, shown)]);
  return presentConversationMessage(after, place);
};

/** Rates a message of others, or takes the rating back; the team sees positive and negative. */
export const rateConversationMessage = async (
  { db, clock, wakeEvents }: Pick<Deps, 'db' | 'clock' | 'wakeEvents'>,
  request: RateConversationMessageRequest,
  context: CallContext,
): Promise<RateConversationMessageResponse> => {
  const { projectId } = projectScope(context.scope);
  const change = { rating: readRating(request.rating), now: clock(), headers: eventHeaders(context) };
  await requireShown(db, projectId, request);
  const message = await runTransaction(db, (tx) => rate(tx, projectId, request, change));
  wakeEvents();
  return { message };
};
