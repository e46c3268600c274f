import { DomainError } from '@parley/errors';
import type { MessagesServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/messages_service';
import type { TicketsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/tickets_service';
import type { RichText } from '@parley/rich-text';
import type { CallContext, Client } from '@parley/rpc';

/** A ticket that an answer makes. */
export interface AnswerTicket {
  type: 'INQUIRY' | 'SURVEY';
  contactId: string;
  itemId: string;
  title: string;
  /** The item's text as the contact saw it, its first message; none without it. */
  opening?: RichText;
  /** Member who says it; a bot without one. */
  senderId: string | undefined;
  /** The same for every repetition. */
  key: string;
}

/** A contact's answer. */
export interface Answer {
  ticketId: string;
  contactId: string;
  comment: RichText;
  clientMutationId: string | undefined;
}

/** What this service asks of the tickets service. */
export interface Tickets {
  /** Makes a ticket, with the item's text as its first message, once for each key; answers its id. */
  open(ticket: AnswerTicket, context: CallContext): Promise<string>;
  /** Adds a contact's message; answers its id, for a repeated `clientMutationId` the first one's; undefined when the ticket is gone. */
  answer(answer: Answer, context: CallContext): Promise<string | undefined>;
}

const isGone = (error: unknown): boolean =>
  error instanceof DomainError && error.reason === 'TICKET_NOT_FOUND';

/** Asks the tickets service. */
export const createTicketsClient = (
  tickets: Client<TicketsServiceDefinition>,
  messages: Client<MessagesServiceDefinition>,
): Tickets => ({
  open: async ({ type, contactId, itemId, title, opening, senderId, key }, context) => {
    const { ticket } = await tickets.createTicket(
      { ticket: { type, session: contactId, title, outbound: itemId } },
      { ...context, idempotencyKey: key },
    );
    if (!ticket) throw new Error('The tickets service answered no ticket');
    if (!opening) return ticket.id;
    const by: CallContext =
      senderId === undefined
        ? context
        : {
            ...context,
            scope: { ...context.scope, actor: { type: 'user', id: senderId, email: '', confirmed: true } },
          };
    await messages.createMessage(
      {
        ticket: ticket.id,
        comment: opening,
        outbound: itemId,
        sendToChannel: false,
        ...(senderId === undefined && { bot: true }),
        data: { clientMutationId: `engagement_${itemId}` },
      },
      by,
    );
    return ticket.id;
  },
  answer: async ({ ticketId, contactId, comment, clientMutationId }, context) => {
    try {
      const { message } = await messages.createMessage(
        {
          ticket: ticketId,
          session: contactId,
          comment,
          ...(clientMutationId !== undefined && { data: { clientMutationId } }),
        },
        context,
      );
      return message?.id;
    } catch (error) {
      if (isGone(error)) return undefined;
      throw error;
    }
  },
});
