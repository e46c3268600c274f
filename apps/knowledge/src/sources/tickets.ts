import type { AcceptedFaq } from '@parley/proto/generated/parley/tickets/v1/events';
import type {
  TicketText,
  TicketTextServiceDefinition,
} from '@parley/proto/generated/parley/tickets/v1/ticket_text_service';
import { type Client, systemContext } from '@parley/rpc';

/** What this service asks of tickets. */
export interface Tickets {
  /** What those of the tickets say that may be found, at most 100. */
  texts(projectId: string, ids: readonly string[], withMessages: boolean): Promise<TicketText[]>;
  /** Tickets of all projects after one, in the order of project and id. */
  list(after: { projectId: string; id: string }): Promise<{ projectId: string; id: string }[]>;
  /** Accepted questions and answers of all projects after one, in the order of project and id. */
  faqs(after: { projectId: string; id: string }): Promise<AcceptedFaq[]>;
}

const PAGE = 1_000;
const FAQ_PAGE = 200;

/** Asks the tickets service. */
export const createTicketsClient = (client: Client<TicketTextServiceDefinition>): Tickets => ({
  texts: async (projectId, ids, withMessages) => {
    const request = { ticketIds: [...ids], withMessages };
    return (await client.getTicketTexts(request, systemContext('knowledge', { projectId }))).tickets;
  },
  list: async ({ projectId, id }) => {
    const after = { projectId, ticketId: id };
    const { tickets } = await client.listTicketPositions({ after, limit: PAGE }, systemContext('knowledge'));
    return tickets.map((one) => ({ projectId: one.projectId, id: one.ticketId }));
  },
  faqs: async ({ projectId, id }) => {
    const request = { afterProjectId: projectId, afterId: id, limit: FAQ_PAGE };
    return (await client.listAllAcceptedFaqs(request, systemContext('knowledge'))).faqs;
  },
});
