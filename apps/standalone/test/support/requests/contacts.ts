import { missing, type ProbeRequest, type Probes } from './request';
import type { FullProject } from '../full-project';

const session = missing('session');

const commerce =
  (provider: string): Probes =>
  (its) => [{ path: `/sessions/${its.ids.contact}/${provider}`, stranger: session }];

/** Each is refused before anything is asked of the platform: the real ones are nobody's business in a test. */
const faultyImport = (path: string): ProbeRequest[] => [
  { path, body: {}, own: 400, stranger: { status: 400, code: 'invalid_input' } },
];

const searches = (its: FullProject, path: string, more = ''): ProbeRequest[] =>
  [its.mark, its.texts.email, its.texts.userId].map((term) => ({
    path: `${path}?searchTerm=${encodeURIComponent(term)}${more}`,
  }));

const member = (its: FullProject): string => `/companies/${its.texts.company}/members/${its.ids.contact}`;

/** Contacts, their memory, and companies. */
export const contactProbes: Record<string, Probes> = {
  'sessions.list': (its) => [
    { path: '/sessions' },
    { path: '/sessions?type=users' },
    { path: '/sessions?type=organisations' },
    { path: `/sessions?email=${its.texts.email}` },
    { path: `/sessions?customData.plan=plan${its.mark}` },
    { path: `/sessions?companyId=${its.texts.company}` },
  ],
  'sessions.create': (its) => [
    { path: '/sessions', body: { userId: its.texts.userId, lang: 'de' } },
    { path: '/sessions', body: { email: its.texts.email, companyId: its.texts.company } },
  ],
  'sessions.search': (its) => searches(its, '/sessions/search'),
  'sessions.get-by-user-id': (its) => [
    { path: `/sessions/by-user-id/${its.texts.userId}`, stranger: session },
  ],
  'sessions.get': (its) => [{ path: `/sessions/${its.ids.contact}`, stranger: session }],
  'sessions.update': (its) => [
    { path: `/sessions/${its.ids.contact}`, body: { lang: 'de' }, stranger: session },
  ],
  'sessions.delete': (its) => [{ path: `/sessions/${its.ids.otherContact}`, stranger: session }],
  'sessions.export': () => [{ path: '/sessions/export' }],
  'sessions.warmup': () => [{ path: '/sessions/warmup' }],
  'sessions.unsubscribe': (its) => [
    {
      path: '/sessions/unsubscribe',
      body: { sessions: [{ email: its.texts.email }, { userId: its.texts.userId }] },
    },
  ],
  'sessions.resubscribe': (its) => [{ path: `/sessions/${its.ids.contact}/resubscribe`, stranger: session }],
  'sessions.identity-history': (its) => [
    { path: `/sessions/${its.ids.contact}/identity-history`, stranger: session },
  ],
  'sessions.events': (its) => [{ path: `/sessions/${its.ids.contact}/events`, stranger: session }],
  'sessions.activities': (its) => [{ path: `/sessions/${its.ids.contact}/activities`, stranger: session }],
  'sessions.import': (its) => [
    {
      path: '/sessions/importer',
      body: {
        sessions: [
          { userId: its.texts.userId, lang: 'fr' },
          { email: its.texts.email, lang: 'fr' },
        ],
      },
    },
  ],
  'sessions.import-intercom': (its) => [
    { path: '/sessions/importer/intercom', body: { endpoint: its.site, apiKey: 'key' } },
  ],
  'sessions.import-hubspot': () => faultyImport('/sessions/importer/hubspot'),
  'sessions.import-freshdesk': () => faultyImport('/sessions/importer/freshdesk'),
  'sessions.import-zendesk': () => faultyImport('/sessions/importer/zendesk'),
  'sessions.import-job': (its) => [
    { path: `/sessions/importer/jobs/${its.ids.importJob}`, stranger: missing('import_job') },
  ],
  'sessions.stripe': commerce('stripe'),
  'sessions.chargebee': commerce('chargebee'),
  'sessions.lemonsqueezy': commerce('lemonsqueezy'),
  'sessions.shopify': commerce('shopify'),
  'contact-memory.list': (its) => [{ path: `/sessions/${its.ids.contact}/memory`, stranger: session }],
  'contact-memory.create': (its) => [
    { path: `/sessions/${its.ids.contact}/memory`, body: { name: 'a', content: 'b' }, stranger: session },
  ],
  'contact-memory.clear': (its) => [{ path: `/sessions/${its.ids.contact}/memory`, stranger: session }],
  'contact-memory.get': (its, mine) => [
    { path: `/sessions/${its.ids.contact}/memory/${its.texts.memory}`, stranger: session },
    { path: `/sessions/${mine.ids.contact}/memory/${its.texts.memory}`, stranger: missing('memory_entry') },
  ],
  'contact-memory.put': (its) => [
    {
      path: `/sessions/${its.ids.contact}/memory/${its.texts.memory}`,
      body: { content: 'c' },
      stranger: session,
    },
  ],
  'contact-memory.delete': (its) => [
    { path: `/sessions/${its.ids.contact}/memory/${its.texts.memory}`, stranger: session },
  ],
  'companies.list': (its) => [
    { path: '/companies' },
    { path: `/companies?search=${its.mark}` },
    { path: `/companies?domain=${its.mark}.example` },
  ],
  'companies.count': (its) => [{ path: '/companies/count' }, { path: `/companies/count?search=${its.mark}` }],
  'companies.search': (its) => [
    { path: `/companies/search?searchTerm=${its.texts.company}` },
    { path: `/companies/search?searchTerm=${its.mark}.example` },
  ],
  'companies.get': (its) => [{ path: `/companies/${its.texts.company}`, stranger: missing('company') }],
  'companies.members': (its) => [
    { path: `/companies/${its.texts.company}/members`, stranger: missing('company') },
  ],
  'companies.conversations': (its) => [
    { path: `/companies/${its.texts.company}/tickets`, stranger: missing('company') },
  ],
  'companies.add-member': (its, mine) => [
    {
      path: `/companies/${its.texts.company}/members`,
      body: { sessionId: mine.ids.otherContact },
      stranger: missing('company'),
    },
    {
      path: `/companies/${mine.texts.company}/members`,
      body: { sessionId: its.ids.otherContact, migrateTickets: true },
      stranger: session,
    },
  ],
  'companies.remove-member': (its, mine) => [
    { path: member(its), stranger: missing('company') },
    {
      path: `/companies/${mine.texts.company}/members/${its.ids.otherContact}`,
      stranger: session,
    },
  ],
  'companies.delete': (its) => [{ path: `/companies/${its.texts.company}`, stranger: missing('company') }],
  // The identifier is the customer's own: a stranger makes a company of the own project with it.
  'companies.upsert': (its) => [{ path: `/companies/${its.texts.company}`, body: { plan: 'pro' } }],
};
