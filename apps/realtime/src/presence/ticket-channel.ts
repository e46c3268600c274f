const PREFIX = 'presence-ticket-';

/** The presence channel of a ticket, whose members look at it. */
export const ticketChannel = (ticketId: string): string => `${PREFIX}${ticketId}`;

/** The ticket of such a channel. */
export const ticketOf = (channel: string): string => channel.slice(PREFIX.length);
