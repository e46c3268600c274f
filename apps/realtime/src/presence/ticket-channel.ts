const PREFIX = 'presence-ticket-';

/** The presence channel of a ticket; its members view the ticket. */
export const ticketChannel = (ticketId: string): string => `${PREFIX}${ticketId}`;

/** The ticket of such a channel. */
export const readTicketId = (channel: string): string => channel.slice(PREFIX.length);
