import { InboundEmailServiceDefinition as inbound } from '@parley/proto/generated/parley/tickets/v1/inbound_email_service';
import { operation } from '../rest';

/** Largest mail: 30 MB, above what mail servers hand on. */
const MAX_MAIL_BYTES = 30 * 1024 * 1024;

export const inboundEmailOperations = [
  operation('tickets.inbound-email', 'POST /inbound/email', inbound, 'receiveEmail', {
    surface: 's2s',
    permission: 'MESSAGE_CREATE',
    raw: { types: ['message/rfc822'], into: 'mime' },
    maxBodyBytes: MAX_MAIL_BYTES,
    timeoutMs: 60_000,
  }),
];
