import { EngagementEditorServiceDefinition as editor } from '@parley/proto/generated/parley/engagement/v1/engagement_editor_service';
import { EngagementMailServiceDefinition as mails } from '@parley/proto/generated/parley/engagement/v1/engagement_mail_service';
import { operation } from '../rest';

/** Largest delivery report. */
const MAX_REPORT_BYTES = 10 * 1024 * 1024;
/** A page may take 10 s. */
const PRECHECK_MS = 15_000;

export const engagementMailOperations = [
  operation('engagement-editor.precheck', 'POST /engagement/editor/precheck', editor, 'precheckPage', {
    permission: 'ENGAGEMENT_UPDATE',
    timeoutMs: PRECHECK_MS,
  }),
  operation(
    'engagement.send-email-preview',
    'POST /engagement/emails/{engagementEmailId}/send-email-preview',
    mails,
    'sendEmailPreview',
    {
      permission: 'ENGAGEMENT_UPDATE',
      exists: 'checkEngagementEmail',
      out: 'empty',
    },
  ),
  operation('engagement.inbound-bounce', 'POST /inbound/bounce', mails, 'receiveBounce', {
    surface: 's2s',
    permission: 'ENGAGEMENT_UPDATE',
    raw: { types: ['message/rfc822'], into: 'mime' },
    maxBodyBytes: MAX_REPORT_BYTES,
    timeoutMs: 60_000,
  }),
];
