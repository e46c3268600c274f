import type { Sql } from '@parley/persistence';

/** A mail of an engagement item. */
export interface MailOf {
  projectId: string;
  id: string;
  outbound: string;
  contactId: string;
}

/** The new data of a mail; times as ISO 8601. */
export interface MailChange {
  sentAt?: string;
  domain?: string | undefined;
  openedAt?: string;
  client?: string | undefined;
  clickedAt?: string;
  bouncedAt?: string;
  bounceType?: string | undefined;
  code?: string | undefined;
  reason?: string | undefined;
  unsubscribedAt?: string;
}

const NOTE = `
INSERT INTO mail AS m (project_id, id, outbound, contact_id, domain, sent_at, opened_at, client, clicked_at, bounced_at,
                       bounce_type, code, reason, unsubscribed_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
ON CONFLICT (project_id, id) DO UPDATE SET
  domain = COALESCE(excluded.domain, m.domain),
  sent_at = LEAST(m.sent_at, excluded.sent_at),
  client = CASE WHEN excluded.opened_at IS NULL THEN m.client
                WHEN m.opened_at IS NULL OR excluded.opened_at < m.opened_at THEN COALESCE(excluded.client, m.client)
                ELSE COALESCE(m.client, excluded.client) END,
  opened_at = LEAST(m.opened_at, excluded.opened_at),
  clicked_at = LEAST(m.clicked_at, excluded.clicked_at),
  bounced_at = LEAST(m.bounced_at, excluded.bounced_at),
  bounce_type = COALESCE(m.bounce_type, excluded.bounce_type),
  code = COALESCE(m.code, excluded.code),
  reason = COALESCE(m.reason, excluded.reason),
  unsubscribed_at = LEAST(m.unsubscribed_at, excluded.unsubscribed_at)`;

/** Adds new data of a mail to the known one; each thing counts from its first time, in any order of events. */
export const noteMail = async (tx: Sql, mail: MailOf, change: MailChange): Promise<void> => {
  await tx.query(
    NOTE,
    [
      mail.projectId,
      mail.id,
      mail.outbound,
      mail.contactId,
      change.domain ?? null,
      change.sentAt ?? null,
      change.openedAt ?? null,
      change.client ?? null,
      change.clickedAt ?? null,
      change.bouncedAt ?? null,
      change.bounceType ?? null,
      change.code ?? null,
      change.reason ?? null,
      change.unsubscribedAt ?? null,
    ],
    { prepare: true },
  );
};

/** Deletes the mails to a contact. */
export const removeMails = async (tx: Sql, projectId: string, contactId: string): Promise<void> => {
  await tx.query('DELETE FROM mail WHERE project_id = $1 AND contact_id = $2', [projectId, contactId]);
};
