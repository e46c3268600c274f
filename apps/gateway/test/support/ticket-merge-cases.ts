import { TICKET } from './identities';
import type { RowCase } from './row-case';

const OTHER = '0000000000000000000000f7';
const stored = { id: TICKET, _id: TICKET };
const group = { title: 'Dark mode', ticketIds: [TICKET, OTHER], similarity: 0.83 };

/** Cases of merging, tracker tickets and feature requests. */
export const ticketMergeCases: RowCase[] = [
  {
    row: 'tickets.merge',
    method: 'PUT',
    path: '/tickets/merge',
    request: { body: { ticketsToMergeIds: [OTHER], targetTicketId: TICKET } },
    rpc: 'mergeTickets',
    received: { ticketsToMergeIds: [OTHER], targetTicketId: TICKET },
    response: { ticket: { ...stored, duplicatesCount: 1 } },
    document: { ...stored, duplicatesCount: 1 },
  },
  {
    row: 'tickets.merge',
    method: 'PUT',
    path: '/tickets/merge',
    request: { body: { ticketsToMergeIds: [OTHER], shouldCreateNewTicket: true } },
    rpc: 'mergeTickets',
    received: { ticketsToMergeIds: [OTHER], shouldCreateNewTicket: true },
    response: { ticket: stored },
    document: stored,
  },
  {
    row: 'tickets.tracker-find',
    method: 'GET',
    path: '/tickets/tracker-tickets?searchTerm=dark%20mode&page=2',
    rpc: 'findTrackerTickets',
    received: { searchTerm: 'dark mode', page: 2 },
    response: { tickets: [{ ...stored, isTracker: true }] },
    document: [{ ...stored, isTracker: true }],
  },
  {
    row: 'tickets.tracker-create',
    method: 'POST',
    path: '/tickets/tracker-tickets',
    request: { body: { title: 'Dark mode', customerEmail: 'ada@example.com', isTracker: false } },
    rpc: 'createTrackerTicket',
    received: { customerEmail: 'ada@example.com', ticket: expect.objectContaining({ title: 'Dark mode' }) },
    response: { ticket: { ...stored, isTracker: true } },
    document: { ...stored, isTracker: true },
  },
  {
    row: 'tickets.generate-data',
    method: 'POST',
    path: '/tickets/generate-data',
    request: { body: { sourceTicketId: TICKET, type: 'FEATURE_REQUEST' } },
    rpc: 'generateTicketData',
    received: { sourceTicketId: TICKET, type: 'FEATURE_REQUEST' },
    response: { title: 'Dark mode', description: 'A dark theme for the night.' },
    document: { title: 'Dark mode', description: 'A dark theme for the night.' },
  },
  {
    row: 'tickets.search-feature-requests',
    method: 'GET',
    path: '/tickets/search-feature-requests?query=night%20theme&limit=99',
    rpc: 'searchFeatureRequests',
    received: { query: 'night theme', limit: 10 },
    response: { matches: [{ ...stored, score: 0.7 }] },
    document: { matches: [{ ...stored, score: 0.7 }] },
  },
  {
    row: 'tickets.deduplicate',
    method: 'POST',
    path: '/tickets/deduplicate?force=true',
    rpc: 'findDuplicates',
    received: { force: true },
    response: { groups: [group] },
    document: { groups: [group] },
  },
  {
    row: 'tickets.deduplicate',
    method: 'POST',
    path: '/tickets/deduplicate',
    request: { body: {} },
    rpc: 'findDuplicates',
    received: { force: undefined },
    response: {},
    document: { groups: [] },
  },
  {
    row: 'tickets.deduplicate-merge',
    method: 'PUT',
    path: '/tickets/deduplicate/merge',
    request: { body: { mainTicketId: TICKET, duplicateTicketIds: [OTHER] } },
    rpc: 'mergeDuplicates',
    received: { mainTicketId: TICKET, duplicateTicketIds: [OTHER] },
    response: { ticket: stored },
    document: stored,
  },
];
