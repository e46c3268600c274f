import type { RowCase } from './row-case';

const SESSION = '0000000000000000000000f1';
const JOB = '0000000000000000000000e1';

/** Cases of imports and of commerce look-ups. */
export const importCases: RowCase[] = [
  {
    row: 'sessions.import',
    method: 'POST',
    path: '/sessions/importer',
    request: {
      body: {
        sessions: [
          { userId: 'u1', phone: null, tags: ['vip'], customData: { a: null }, nulls: ['name'], id: 'x' },
          { email: 'ada@example.com', name: 'Ada' },
          {},
        ],
      },
    },
    rpc: 'importContacts',
    received: {
      sessions: [
        expect.objectContaining({
          userId: 'u1',
          phone: undefined,
          tags: ['vip'],
          customData: { a: null },
          nulls: ['phone'],
        }),
        expect.objectContaining({ email: 'ada@example.com', name: 'Ada', nulls: [] }),
        expect.objectContaining({ nulls: [] }),
      ],
    },
    response: { ids: [SESSION, SESSION, null] },
    document: [SESSION, SESSION, null],
  },
  {
    row: 'sessions.import-intercom',
    method: 'POST',
    path: '/sessions/importer/intercom',
    request: { body: { endpoint: 'https://api.intercom.io', apiKey: 'key' } },
    rpc: 'startIntercomImport',
    received: { endpoint: 'https://api.intercom.io', apiKey: 'key' },
    response: { jobId: JOB, status: 'queued' },
    document: { jobId: JOB, status: 'queued' },
  },
  {
    row: 'sessions.import-hubspot',
    method: 'POST',
    path: '/sessions/importer/hubspot',
    request: { body: { apiKey: 'key' } },
    rpc: 'startHubspotImport',
    received: { apiKey: 'key' },
    response: { jobId: JOB, status: 'queued' },
    document: { jobId: JOB, status: 'queued' },
  },
  {
    row: 'sessions.import-zendesk',
    method: 'POST',
    path: '/sessions/importer/zendesk',
    request: { body: { apiToken: 'token', email: 'agent@example.com', subdomain: 'acme' } },
    rpc: 'startZendeskImport',
    received: { apiToken: 'token', email: 'agent@example.com', subdomain: 'acme' },
    response: { jobId: JOB, status: 'queued' },
    document: { jobId: JOB, status: 'queued' },
  },
  {
    row: 'sessions.import-job',
    method: 'GET',
    path: `/sessions/importer/jobs/${JOB}`,
    rpc: 'getImportJob',
    received: { jobId: JOB },
    response: { job: { id: JOB, status: 'done', created: 2 } },
    document: { id: JOB, status: 'done', created: 2, failed: 0, errors: [] },
  },
  {
    row: 'sessions.stripe',
    method: 'GET',
    path: `/sessions/${SESSION}/stripe`,
    rpc: 'getStripeCustomer',
    received: { sessionId: SESSION },
    response: { customer: { id: 'cus_1', phone: null }, charges: [{ id: 'ch_1' }], subscriptions: [] },
    document: { customer: { id: 'cus_1', phone: null }, charges: [{ id: 'ch_1' }], subscriptions: [] },
  },
  {
    row: 'sessions.chargebee',
    method: 'GET',
    path: `/sessions/${SESSION}/chargebee`,
    rpc: 'getChargebeeCustomer',
    received: { sessionId: SESSION },
    response: { customer: { id: 'cb_1' }, subscriptions: [], invoices: [{ id: 'in_1' }] },
    document: { customer: { id: 'cb_1' }, subscriptions: [], invoices: [{ id: 'in_1' }] },
  },
  {
    row: 'sessions.lemonsqueezy',
    method: 'GET',
    path: `/sessions/${SESSION}/lemonsqueezy`,
    rpc: 'getLemonSqueezyCustomer',
    received: { sessionId: SESSION },
    response: { customer: { id: '1' }, subscriptions: [], invoices: [] },
    document: { customer: { id: '1' }, subscriptions: [], invoices: [] },
  },
  {
    row: 'sessions.shopify',
    method: 'GET',
    path: `/sessions/${SESSION}/shopify`,
    rpc: 'getShopifyCustomer',
    received: { sessionId: SESSION },
    response: { customer: null, orders: [{ id: 1, customer: null }], shopDomain: 'acme.myshopify.com' },
    document: { customer: null, orders: [{ id: 1, customer: null }], shopDomain: 'acme.myshopify.com' },
  },
];
