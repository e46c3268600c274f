import { PROJECT_KEY, SESSION_SECRET } from './identities';
import type { RowCase } from './row-case';
import { widgetSignature } from '../../src/auth/widget';

const SESSION = '0000000000000000000000f1';
const OUTBOUND = '0000000000000000000000f2';

export const keyOnly = { token: null, project: null, headers: { 'api-token': PROJECT_KEY } };
const signed = {
  ...keyOnly,
  headers: { ...keyOnly.headers, 'svc-id': 's1', 'svc-hash': widgetSignature(SESSION_SECRET, 's1') },
};

/** Cases of what happens to sessions beside their own changes, and of widgets. */
export const sessionCases: RowCase[] = [
  {
    row: 'sessions.export',
    method: 'GET',
    path: '/sessions/export?limit=1&type=guests&anything=else',
    rpc: 'exportContacts',
    received: {},
    response: { chunk: Buffer.from('id,userId\r\n1,u\r\n') },
    text: 'id,userId\r\n1,u\r\n',
    document: undefined,
  },
  {
    row: 'sessions.warmup',
    method: 'POST',
    path: '/sessions/warmup',
    rpc: 'warmUpContacts',
    received: {},
    response: { ok: true },
    document: { ok: true },
  },
  {
    row: 'sessions.unsubscribe',
    method: 'POST',
    path: '/sessions/unsubscribe',
    request: {
      body: {
        sessions: [{ email: 'ada@example.com', userId: null }, { userId: 'u' }, {}, { email: null }],
        reason: 'asked by phone',
      },
    },
    rpc: 'unsubscribeContacts',
    received: {
      sessions: [{ email: 'ada@example.com', nulls: ['userId'] }, { userId: 'u' }, {}, { nulls: ['email'] }],
      reason: 'asked by phone',
    },
    response: { success: true },
    document: { success: true },
  },
  {
    row: 'sessions.resubscribe',
    method: 'PUT',
    path: `/sessions/${SESSION}/resubscribe`,
    rpc: 'resubscribeContact',
    received: { sessionId: SESSION },
    response: { resubscribed: true },
    document: true,
  },
  {
    row: 'sessions.identity-history',
    method: 'GET',
    path: `/sessions/${SESSION}/identity-history`,
    rpc: 'getIdentityHistory',
    received: { sessionId: SESSION },
    response: {
      history: [
        {
          at: '2026-01-02T03:04:05.678Z',
          changes: { email: { to: 'ada@example.com' } },
          by: { source: 'dashboard', method: 'update' },
        },
      ],
    },
    document: {
      history: [
        {
          at: '2026-01-02T03:04:05.678Z',
          changes: { email: { to: 'ada@example.com' } },
          by: { source: 'dashboard', method: 'update' },
        },
      ],
    },
  },
  {
    row: 'sessions.events',
    method: 'GET',
    path: `/sessions/${SESSION}/events`,
    rpc: 'listContactEvents',
    received: { sessionId: SESSION, limit: 5 },
    response: { events: [{ name: 'submitted', outbound: OUTBOUND, data: { a: 1 } }] },
    document: [{ name: 'submitted', outbound: OUTBOUND, data: { a: 1 } }],
  },
  {
    row: 'sessions.events',
    method: 'GET',
    path: `/sessions/${SESSION}/events?limit=301`,
    rpc: 'listContactEvents',
    received: { sessionId: SESSION, limit: 300 },
    response: { events: [] },
    document: [],
  },
  {
    row: 'widget.start-session',
    method: 'POST',
    path: '/shared/sessions',
    request: { ...keyOnly, body: { lang: 'de', platform: 'web', email: 'ignored@example.com' } },
    rpc: 'startSession',
    received: { device: { lang: 'de', platform: 'web' } },
    response: { session: { id: SESSION, svcId: 's1', svcHash: 'h' } },
    document: { id: SESSION, svcId: 's1', svcHash: 'h' },
  },
  {
    row: 'widget.start-session',
    method: 'POST',
    path: '/shared/sessions',
    request: signed,
    rpc: 'startSession',
    received: {},
    response: { session: { id: SESSION, svcId: 's1', svcHash: 'h' } },
    document: { id: SESSION, svcId: 's1', svcHash: 'h' },
  },
  {
    row: 'widget.identify',
    method: 'POST',
    path: '/shared/sessions/identify',
    request: {
      ...signed,
      body: { userId: 'u', userHash: 'abc', name: 'Ada', email: null, tags: ['vip'], svcId: 'forged' },
    },
    rpc: 'identifySession',
    received: { userId: 'u', userHash: 'abc', profile: { name: 'Ada' }, nulls: ['email'] },
    response: { session: { id: SESSION, svcId: 's2', svcHash: 'h2', userId: 'u' } },
    document: { svcId: 's2', svcHash: 'h2', userId: 'u' },
  },
  {
    row: 'widget.track-events',
    method: 'POST',
    path: '/shared/sessions/events',
    request: {
      ...signed,
      body: { events: [{ name: 'order', date: '2026-01-02', data: { total: 3 }, outbound: OUTBOUND }] },
    },
    rpc: 'trackEvents',
    received: {
      events: [{ name: 'order', date: '2026-01-02T00:00:00.000Z', data: { total: 3 }, outbound: OUTBOUND }],
    },
    response: { success: true },
    document: { success: true },
  },
];
