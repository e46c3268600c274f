import { projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { invalid, notFound } from '@parley/errors';
import type {
  ReplyToEngagementRequest,
  ReplyToEngagementResponse,
} from '@parley/proto/generated/parley/engagement/v1/widget_engagements_service';
import { isEmptyRichText, normalizeRichText, toPlainText } from '@parley/rich-text';
import { type CallContext, eventHeaders, type Partially, systemContext } from '@parley/rpc';
import type { SeenContact } from '../contacts';
import { findEngagement, recordHappening } from '../delivery';
import { lockStanding, readStandings, demandLiving, type Item } from '../core';
import type { Deps } from '../deps';
import { pickDocument, pickText, readingLanguages, fillDocument, fillLine } from '../texts';
import type { AnswerTicket } from './tickets';

/** Longest title that is made of the item's text, in characters. */
const MAX_TITLE = 80;

type Needed = Pick<Deps, 'db' | 'events' | 'contacts' | 'workspace' | 'tickets' | 'clock'>;

const readComment = (sent: unknown) => {
  const comment = normalizeRichText(sent, 'comment');
  if (isEmptyRichText(comment)) throw invalid({ field: 'comment', message: 'must not be empty' });
  return comment;
};

/** Who calls the tickets service on behalf of a contact. */
const makeContext = (context: CallContext): CallContext => {
  const { projectId, organisationId } = projectScope(context.scope);
  const { requestId, traceparent } = context;
  return systemContext('engagement', {
    projectId,
    organisationId,
    requestId,
    ...(traceparent !== undefined && { traceparent }),
  });
};

const buildTicket = async (
  { workspace }: Needed,
  item: Item,
  contact: SeenContact,
  previous: string | undefined,
  context: CallContext,
): Promise<AnswerTicket> => {
  const { defaultLanguage } = await workspace.settings(item.projectId, context);
  const languages = readingLanguages(undefined, contact.lang, defaultLanguage);
  const document = pickDocument(item.message?.localized, languages);
  const opening = document ? fillDocument(document, contact.document) : normalizeRichText('', 'message');
  const subject = pickText(item.subject?.localized, languages);
  const text = toPlainText(opening).replaceAll(/\s+/g, ' ').trim();
  const title =
    subject === undefined ? [...text].slice(0, MAX_TITLE).join('') : fillLine(subject, contact.document);
  const isMember =
    typeof item.sender === 'string' && (await workspace.isMember(item.projectId, item.sender, context));
  return {
    type: 'INQUIRY',
    contactId: contact.id,
    itemId: item.id,
    title,
    opening,
    senderId: isMember ? (item.sender as string) : undefined,
    key: ['engagement', item.id, contact.id, previous ?? ''].join(' ').trim(),
  };
};

/** A chat message that a contact can answer, and how the contact stands to it; 404 `engagement_not_found` for any other item. */
export const findAnswerable: typeof findEngagement = async (...of) => {
  const found = await findEngagement(...of);
  if (found.item.type !== 'CHAT_MESSAGE') throw notFound('engagement');
  return found;
};

/** Answers a chat message: in the ticket of earlier answers while it exists, else in a new one. */
export const replyToEngagement = async (
  deps: Needed,
  { engagementId, comment: sent, clientMutationId }: ReplyToEngagementRequest,
  context: OnceContext<ReplyToEngagementResponse>,
): Promise<Partially<ReplyToEngagementResponse>> => {
  const { db, events, tickets, clock } = deps;
  const { projectId } = projectScope(context.scope);
  const { item, contact, standing: before } = await findAnswerable(deps, engagementId, context);
  const place = { projectId, contactId: contact.id };
  const comment = readComment(sent);

  const caller = makeContext(context);
  const mutation = clientMutationId ?? (context.idempotencyKey && `request_${context.idempotencyKey}`);
  const words = { contactId: contact.id, comment, clientMutationId: mutation };
  const known = before.reach?.ticketId ?? undefined;
  let ticketId = known;
  let messageId = ticketId && (await tickets.answer({ ...words, ticketId }, caller));
  if (messageId === undefined) {
    ticketId = await tickets.open(await buildTicket(deps, item, contact, known, context), caller);
    messageId = await tickets.answer({ ...words, ticketId }, caller);
  }
  if (ticketId === undefined || messageId === undefined) throw notFound('engagement');
  const answer = { ticket: ticketId, message: messageId };

  const now = clock();
  await db.transaction(async (tx) => {
    await demandLiving(tx, place);
    await lockStanding(tx, { ...place, itemId: item.id });
    const standing = (await readStandings(tx, place, [item.id], now)).get(item.id) ?? before;
    const { events: told } = await recordHappening(tx, {
      item,
      contactId: contact.id,
      standing,
      did: ['seen', 'clicked', 'replied'],
      ticketId: answer.ticket,
      // Another answer belongs to the showing that the contact answers.
      mayOpen: false,
      at: now,
      headers: eventHeaders(context),
    });
    await events.append(tx, told);
    await context.record(tx, answer);
  });
  events.wake();
  return answer;
};
