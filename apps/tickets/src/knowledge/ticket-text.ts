import type {
  GetTicketTextsRequest,
  GetTicketTextsResponse,
  ListAllAcceptedFaqsRequest,
  ListAllAcceptedFaqsResponse,
  ListTicketPositionsRequest,
  ListTicketPositionsResponse,
} from '@parley/proto/generated/parley/tickets/v1/ticket_text_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { presentAcceptedFaq, findAllAcceptedFaqs } from '../messages';
import { getPublicTexts, listPositions, MAX_CHARACTERS } from './ticket-text.store';

const MAX_TICKETS = 100;
const MAX_LISTED = 1_000;
const MAX_FAQS = 500;

/** What tickets say in public. */
export const getTicketTexts = async (
  { db }: Pick<Deps, 'db'>,
  { ticketIds, withMessages }: GetTicketTextsRequest,
  context: CallContext,
): Promise<GetTicketTextsResponse> => {
  const { projectId = '' } = context.scope;
  const rows = await getPublicTexts(db, projectId, ticketIds.slice(0, MAX_TICKETS), withMessages);
  return {
    tickets: rows.map(({ id, sessionId, title, description, messages }) => ({
      ticketId: id,
      sessionId: sessionId ?? undefined,
      title,
      content: description === '' ? (messages[0] ?? '') : description,
      text: withMessages
        ? [title, description, ...messages].filter(Boolean).join('\n').slice(0, MAX_CHARACTERS).toWellFormed()
        : '',
    })),
  };
};

const bounded = (limit: number, most: number): number => (limit > 0 ? Math.min(limit, most) : most);

/** Tickets of all projects, page by page. */
export const listTicketPositions = async (
  { db }: Pick<Deps, 'db'>,
  { after, limit }: ListTicketPositionsRequest,
): Promise<ListTicketPositionsResponse> => {
  const { projectId = '', ticketId = '' } = after ?? {};
  return { tickets: await listPositions(db, { projectId, ticketId }, bounded(limit, MAX_LISTED)) };
};

/** Accepted questions and answers of all projects, page by page. */
export const listAllAcceptedFaqs = async (
  { db }: Pick<Deps, 'db'>,
  { afterProjectId, afterId, limit }: ListAllAcceptedFaqsRequest,
): Promise<ListAllAcceptedFaqsResponse> => {
  const rows = await findAllAcceptedFaqs(db, afterProjectId, afterId, bounded(limit, MAX_FAQS));
  return { faqs: rows.map(presentAcceptedFaq) };
};
