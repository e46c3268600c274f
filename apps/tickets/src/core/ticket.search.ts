import { defineIndex } from '@parley/search';

/** Name of the index and of the marks for it. */
export const TICKET_INDEX = 'tickets';

/** What tickets are found by, the weightiest first; `comments` holds notes too, because only the team searches. */
export const ticketIndex = defineIndex({
  name: TICKET_INDEX,
  searchable: ['title', 'description', 'comments', 'customer'],
  filterable: ['type'],
});
