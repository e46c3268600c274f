import type { RowCase } from './row-case';

const ID = '0000000000000000000000f2';
const DELIVERY = '0000000000000000000000f3';

const webhook = {
  id: ID,
  _id: ID,
  url: 'https://hooks.example.com/',
  enabled: true,
  events: ['TICKET_CREATED'],
};
const delivery = {
  id: DELIVERY,
  _id: DELIVERY,
  webhook: ID,
  messageId: 'msg_1',
  event: 'TICKET_CREATED',
  status: 'failed',
  attempts: [{ at: '2026-11-21T00:00:00.000Z', status: 500, durationMs: 12, response: 'no' }],
};
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

/** Cases of webhooks. */
export const webhookCases: RowCase[] = [
  {
    row: 'webhooks.list',
    method: 'GET',
    path: '/webhooks',
    rpc: 'listWebhooks',
    received: {},
    response: { webhooks: [webhook] },
    document: [webhook],
  },
  {
    row: 'webhooks.create',
    method: 'POST',
    path: '/webhooks',
    request: {
      body: {
        url: 'https://hooks.example.com/',
        events: ['TICKET_CREATED'],
        headers: [{ key: 'x-key', value: '1' }],
        filters: { ticketTypes: ['BUG'] },
        secret: 'chosen',
      },
    },
    rpc: 'createWebhook',
    received: {
      url: 'https://hooks.example.com/',
      events: ['TICKET_CREATED'],
      headers: [{ key: 'x-key', value: '1' }],
      filters: { ticketTypes: ['BUG'] },
    },
    response: { webhook: { ...webhook, secret } },
    document: { ...webhook, secret },
  },
  {
    row: 'webhooks.get',
    method: 'GET',
    path: `/webhooks/${ID}`,
    rpc: 'getWebhook',
    received: { webhookId: ID },
    response: { webhook },
    document: webhook,
  },
  {
    row: 'webhooks.update',
    method: 'PUT',
    path: `/webhooks/${ID}`,
    request: { body: { name: null, enabled: false, headers: [], events: ['TICKET_UPDATED'] } },
    rpc: 'updateWebhook',
    received: { webhookId: ID, nulls: ['name'], enabled: false, headers: [], events: ['TICKET_UPDATED'] },
    response: { webhook },
    document: webhook,
  },
  {
    row: 'webhooks.delete',
    method: 'DELETE',
    path: `/webhooks/${ID}`,
    rpc: 'deleteWebhook',
    received: { webhookId: ID },
    response: { webhook },
    document: webhook,
  },
  {
    row: 'webhooks.deliveries',
    method: 'GET',
    path: `/webhooks/${ID}/deliveries?status=failed&before=${DELIVERY}&skip=2&limit=500`,
    rpc: 'listWebhookDeliveries',
    received: { webhookId: ID, status: 'failed', before: DELIVERY, skip: 2, limit: 100 },
    response: { deliveries: [delivery] },
    document: [delivery],
  },
  {
    row: 'webhooks.deliveries',
    method: 'GET',
    path: `/webhooks/${ID}/deliveries`,
    rpc: 'listWebhookDeliveries',
    received: { webhookId: ID, skip: 0, limit: 50 },
    response: { deliveries: [] },
    document: [],
  },
  {
    row: 'webhooks.redeliver',
    method: 'POST',
    path: `/webhooks/${ID}/deliveries/${DELIVERY}/redeliver`,
    rpc: 'redeliverWebhook',
    received: { webhookId: ID, deliveryId: DELIVERY },
    response: { delivery: { ...delivery, status: 'pending' } },
    document: { ...delivery, status: 'pending' },
  },
  {
    row: 'webhooks.rotate-secret',
    method: 'POST',
    path: `/webhooks/${ID}/rotate-secret`,
    rpc: 'rotateWebhookSecret',
    received: { webhookId: ID },
    response: { webhook: { ...webhook, secret } },
    document: { ...webhook, secret },
  },
];
