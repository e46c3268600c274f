import { missing, type ProbeRequest, type Probes, refused } from './request';
import type { FullProject } from '../full-project';

const ticket = missing('ticket');

/** What a ticket refers to, each alone. */
const references = (its: FullProject): [field: string, body: Record<string, unknown>][] => [
  ['session', { session: its.ids.contact }],
  ['sessions.0', { sessions: [its.ids.contact] }],
  ['processingUser', { processingUser: its.ids.agent }],
  ['processingTeam', { processingTeam: its.ids.team }],
  ['mentions.0', { mentions: [its.ids.agent] }],
  ['linkedTickets.0', { linkedTickets: [its.ids.main] }],
  ['trackerTicket', { trackerTicket: its.ids.tracker }],
];

const referring = (its: FullProject, path: string, more: object = {}): ProbeRequest[] =>
  references(its).map(([field, body]) => ({ path, body: { ...more, ...body }, stranger: refused(field) }));

const withTicket = (its: FullProject, path: string): ProbeRequest[] => [
  { path: `/tickets/${its.ids.ticket}/${path}`, stranger: ticket },
];

const acting = (its: FullProject, action: string, body: object = {}): ProbeRequest[] => [
  { path: `/tickets/${its.ids.ticket}/${action}`, body, stranger: ticket },
];

const searching = (its: FullProject, path: string): ProbeRequest[] =>
  [`Ticket${its.mark}`, `Message${its.mark}`, its.texts.email].map((term) => ({
    path: `${path}?searchTerm=${encodeURIComponent(term)}`,
  }));

/** Tickets. */
export const ticketProbes: Record<string, Probes> = {
  'tickets.list': (its) => [
    { path: '/tickets' },
    { path: '/tickets?ignoreArchived=false&limit=1000' },
    { path: `/tickets?session=${its.ids.contact}` },
    { path: `/tickets?processingUser=${its.ids.agent}` },
    { path: `/tickets?id=${its.ids.ticket}` },
    { path: `/tickets?customData.order=order${its.mark}` },
  ],
  'tickets.create': (its) => referring(its, '/tickets', { title: 'New' }),
  'tickets.compose': (its) => [
    {
      path: '/tickets/compose',
      body: { session: its.ids.contact, message: 'Hi' },
      stranger: refused('session'),
    },
    { path: '/tickets/compose', body: { email: `new-${its.mark}@example.com`, message: 'Hi' } },
  ],
  'tickets.search': (its) => searching(its, '/tickets/search'),
  'tickets.counts': () => [{ path: '/tickets/ticketscount' }],
  'tickets.tags': () => [{ path: '/tags' }],
  'tickets.get': (its) => [
    { path: `/tickets/${its.ids.ticket}`, stranger: ticket },
    { path: `/tickets/${its.ids.merged}`, stranger: ticket },
  ],
  'tickets.update': (its, mine) => [
    { path: `/tickets/${its.ids.ticket}`, body: { priority: 'HIGH' }, stranger: ticket },
    {
      path: `/tickets/${its.ids.ticket}`,
      body: { addTags: ['a', 'b'], removeTags: ['a'] },
      stranger: ticket,
    },
    ...referring(its, `/tickets/${mine.ids.ticket}`),
  ],
  'tickets.send-transcript': (its) => [
    {
      path: `/tickets/${its.ids.ticket}/send-transcript`,
      body: { emails: [`partner-${its.mark}@example.com`] },
      stranger: ticket,
    },
  ],
  'tickets.snooze': (its) => acting(its, 'snooze', { duration: 3600 }),
  'tickets.archive': (its) => acting(its, 'archive'),
  'tickets.unarchive': (its) => acting(its, 'unarchive'),
  'tickets.spam': (its) => acting(its, 'spam'),
  'tickets.close-as-spam': (its) => [
    { path: `/tickets/${its.ids.sameRequest}/close-as-spam`, body: { reason: 'Junk' }, stranger: ticket },
  ],
  'tickets.await-customer-reply': (its) => acting(its, 'await-customer-reply'),
  'tickets.archive-all': () => [{ path: '/tickets/archive/all', body: { type: 'OLD', status: 'OPEN' } }],
  'tickets.feature-request': (its) => [
    { path: `/tickets/${its.ids.request}/feature-request`, stranger: ticket },
  ],
  'tickets.replay': (its) => withTicket(its, 'replay'),
  'tickets.read': (its) => [...acting(its, 'read', { read: false }), ...acting(its, 'read')],
  'tickets.link': (its, mine) => [
    ...acting(its, 'link', { targetTicketId: its.ids.tracker }),
    {
      path: `/tickets/${mine.ids.ticket}/link`,
      body: { targetTicketId: its.ids.tracker },
      stranger: refused('targetTicketId'),
    },
  ],
  'tickets.unlink': (its) => acting(its, 'unlink', { targetTicketId: its.ids.tracker }),
  'tickets.drafted': () => [{ path: '/tickets/draft-messages' }],
  'tickets.draft': (its) => [{ path: `/tickets/${its.ids.ticket}/draft-message`, stranger: ticket }],
  'tickets.put-draft': (its) => acting(its, 'draft-message', { comment: 'Begun' }),
  'tickets.draft-reply': (its) => acting(its, 'draft-reply'),
  // The platform of these tests has no model.
  'tickets.translate-reply': (its) =>
    acting(its, 'translate-reply', { text: 'Soon', language: 'de' }).map((one) => ({ ...one, own: 409 })),
  'tickets.delete-draft': (its) => [{ path: `/tickets/${its.ids.ticket}/draft-message`, stranger: ticket }],
  'tickets.vote': (its) => acting(its, 'vote', { email: `voter-${its.mark}@example.com` }),
  'tickets.delete': (its) => [{ path: `/tickets/${its.ids.duplicate}`, stranger: ticket }],
  'tickets.import': (its) => {
    const ticket = { externalId: `import-${its.mark}`, createdAt: '2024-03-01T09:00:00Z' };
    const of = (more: object) => ({ path: '/tickets/importer', body: { tickets: [{ ...ticket, ...more }] } });
    const [contact, agent] = [its.ids.contact, its.ids.agent];
    const assign = { at: ticket.createdAt, kind: 'assign', processingTeam: its.ids.team };
    return [
      { ...of({ session: contact }), stranger: refused('tickets.0.session') },
      { ...of({ processingUser: agent }), stranger: refused('tickets.0.processingUser') },
      { ...of({ events: [assign] }), stranger: refused('tickets.0.events.0.processingTeam') },
      of({ title: 'Old' }),
    ];
  },
  'tickets.bulk-update': (its, mine) => [
    { path: '/tickets/bulk', body: { action: 'close', selection: { ids: [its.ids.tracker] } } },
    {
      path: '/tickets/bulk',
      body: {
        action: 'assign',
        selection: { ids: [mine.ids.main] },
        payload: { processingUser: its.ids.agent },
      },
      stranger: refused('payload.processingUser'),
    },
    {
      path: '/tickets/bulk',
      body: {
        action: 'team',
        selection: { ids: [mine.ids.main] },
        payload: { processingTeam: its.ids.team },
      },
      stranger: refused('payload.processingTeam'),
    },
  ],
  'tickets.bulk-reply': (its) => [
    { path: '/tickets/bulk/reply', body: { selection: { ids: [its.ids.tracker] }, comment: 'Bulk' } },
    { path: '/tickets/bulk/reply', body: { selection: { query: { type: 'BULK' } }, comment: 'Bulk' } },
  ],
  'tickets.list-scheduled-replies': (its) => [
    { path: `/tickets/${its.ids.scheduledTicket}/scheduled-replies`, stranger: ticket },
  ],
  'tickets.cancel-scheduled-reply': (its, mine) => [
    {
      path: `/tickets/${its.ids.scheduledTicket}/scheduled-replies/${its.ids.scheduledReply}`,
      stranger: ticket,
    },
    {
      path: `/tickets/${mine.ids.scheduledTicket}/scheduled-replies/${its.ids.scheduledReply}`,
      stranger: missing('scheduled_reply'),
    },
  ],
  'tickets.extended-search': (its) => searching(its, '/tickets/extendedsearch'),
  'tickets.by-session-query': (its) => [
    { path: `/tickets/by-session-query?email=${its.texts.email}` },
    { path: `/tickets/by-session-query?userId=${its.texts.userId}` },
    { path: `/tickets/by-session-query?customData.plan=plan${its.mark}` },
  ],
  'tickets.notification': (its) => [
    { path: `/tickets/notification/${its.texts.shareToken}`, stranger: ticket },
    { path: `/tickets/notification/${its.texts.secretShareToken}`, stranger: ticket },
  ],
  'tickets.export-json': (its) => [
    { path: '/tickets/export' },
    { path: `/tickets/export?session=${its.ids.contact}` },
  ],
  'tickets.export-csv': (its) => [
    { path: '/tickets/csv-export?type=INQUIRY,BUG' },
    { path: `/tickets/csv-export?type=INQUIRY&session=${its.ids.contact}` },
  ],
  'tickets.export-fields': () => [{ path: '/tickets/export-fields' }],
  'tickets.audit-export': (its) => withTicket(its, 'audit-export'),
  'tickets.console-logs': (its) => withTicket(its, 'console-logs'),
  'tickets.activity-logs': (its) => withTicket(its, 'activity-logs'),
  'tickets.network-logs': (its) => withTicket(its, 'network-logs'),
  'tickets.history': (its) => withTicket(its, 'history'),
  'tickets.merge': (its, mine) => [
    {
      path: '/tickets/merge',
      body: { ticketsToMergeIds: [its.ids.duplicate], targetTicketId: mine.ids.main },
      stranger: refused('ticketsToMergeIds.0'),
    },
  ],
  'tickets.tracker-find': (its) => [
    { path: '/tickets/tracker-tickets' },
    { path: `/tickets/tracker-tickets?searchTerm=${its.mark}` },
  ],
  'tickets.tracker-create': (its) => [
    ...referring(its, '/tickets/tracker-tickets', { title: 'New' }),
    { path: '/tickets/tracker-tickets', body: { title: 'New', customerEmail: its.texts.email } },
  ],
  'tickets.generate-data': (its) => [
    { path: '/tickets/generate-data', body: { sourceTicketId: its.ids.ticket }, stranger: ticket },
  ],
  'tickets.search-feature-requests': (its) => [
    { path: '/tickets/search-feature-requests?query=dark%20theme%20at%20night' },
    { path: `/tickets/search-feature-requests?query=${its.mark}` },
  ],
  'tickets.deduplicate': () => [
    { path: '/tickets/deduplicate?force=true' },
    { path: '/tickets/deduplicate' },
  ],
  'tickets.deduplicate-merge': (its, mine) => [
    {
      path: '/tickets/deduplicate/merge',
      body: { mainTicketId: mine.ids.request, duplicateTicketIds: [its.ids.sameRequest] },
      stranger: refused('duplicateTicketIds.0'),
    },
  ],
};
