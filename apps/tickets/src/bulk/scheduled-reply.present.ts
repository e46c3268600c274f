import type { ScheduledReply } from '@parley/proto/generated/parley/tickets/v1/ticket_bulk_service';
import type { ScheduledReplyRow } from './scheduled-reply.store';

/** A scheduled reply's document. */
export const presentScheduledReply = (row: ScheduledReplyRow): ScheduledReply => ({
  id: row.id,
  _id: row.id,
  ticket: row.ticketId,
  batchId: row.batchId,
  status: row.status,
  fireAt: row.fireAt.toISOString(),
  sentAt: row.sentAt?.toISOString(),
  reason: row.reason ?? undefined,
});
