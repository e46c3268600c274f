import { TICKET } from './identities';
import type { RowCase } from './row-case';

const REPLY = '0000000000000000000000e1';
const OTHER = '0000000000000000000000c9';

const scheduled = {
  id: REPLY,
  _id: REPLY,
  ticket: TICKET,
  batchId: 'outage-7',
  status: 'pending',
  fireAt: '2026-01-02T03:04:05.678Z',
};

/** Cases of bulk updates, bulk replies and scheduled replies. */
export const ticketBulkCases: RowCase[] = [
  {
    row: 'tickets.bulk-update',
    method: 'PUT',
    path: '/tickets/bulk',
    request: {
      body: {
        action: 'snooze',
        selection: { ids: [TICKET, OTHER], limit: 1 },
        payload: { snoozedUntil: null },
        nulls: ['x'],
      },
    },
    rpc: 'bulkUpdateTickets',
    received: {
      action: 'snooze',
      selection: { ids: [TICKET, OTHER], query: undefined, sort: undefined, limit: 1 },
      payload: { snoozedUntil: null },
      nulls: [],
    },
    response: { mode: 'full', matched: 0, failed: [{ ticketId: TICKET, code: 'ticket_not_found' }] },
    document: {
      mode: 'full',
      matched: 0,
      updated: 0,
      failed: [{ ticketId: TICKET, code: 'ticket_not_found' }],
    },
  },
  {
    row: 'tickets.bulk-update',
    method: 'PUT',
    path: '/tickets/bulk',
    request: {
      body: {
        action: 'assign',
        selection: { query: { status: ['OPEN', 'DONE'], 'customData.plan': 'pro' }, sort: '-priority' },
        payload: null,
      },
    },
    rpc: 'bulkUpdateTickets',
    received: {
      action: 'assign',
      selection: {
        ids: [],
        query: { status: ['OPEN', 'DONE'], 'customData.plan': 'pro' },
        sort: '-priority',
        limit: undefined,
      },
      payload: undefined,
      nulls: ['payload'],
    },
    response: { mode: 'fast', matched: 40, updated: 40 },
    document: { mode: 'fast', matched: 40, updated: 40, failed: [] },
  },
  {
    row: 'tickets.bulk-reply',
    method: 'POST',
    path: '/tickets/bulk/reply',
    request: {
      body: {
        selection: { ids: [TICKET] },
        comment: { type: 'doc', content: [{ type: 'paragraph' }] },
        batchId: 'outage-7',
      },
    },
    rpc: 'bulkReplyToTickets',
    received: {
      selection: { ids: [TICKET], query: undefined, sort: undefined, limit: undefined },
      comment: { type: 'doc', content: [{ type: 'paragraph' }] },
      batchId: 'outage-7',
    },
    response: { batchId: 'outage-7', mode: 'inline', total: 1, sent: 1 },
    document: {
      batchId: 'outage-7',
      mode: 'inline',
      total: 1,
      sent: 1,
      scheduled: 0,
      deduplicated: 0,
      failed: 0,
      failures: [],
    },
  },
  {
    row: 'tickets.list-scheduled-replies',
    method: 'GET',
    path: `/tickets/${TICKET}/scheduled-replies?limit=1000&skip=2`,
    rpc: 'listScheduledReplies',
    received: { ticketId: TICKET, skip: 2, limit: 100 },
    response: { replies: [scheduled] },
    document: [scheduled],
  },
  {
    row: 'tickets.cancel-scheduled-reply',
    method: 'DELETE',
    path: `/tickets/${TICKET}/scheduled-replies/${REPLY}`,
    rpc: 'cancelScheduledReply',
    received: { ticketId: TICKET, scheduledReplyId: REPLY },
    response: { reply: { ...scheduled, status: 'cancelled' } },
    document: { ...scheduled, status: 'cancelled' },
  },
];
