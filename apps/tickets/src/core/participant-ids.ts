import type { TicketRow } from './ticket';

/** A contact who gets a copy of a ticket's mails, as the ticket's document shows it. */
export interface ParticipantContact {
  id: string;
  name: string | null;
  email: string | null;
}

/**
 * The contacts who get a copy of a ticket's mails, without its requester. They are among its sessions, and the index of these
 * finds them.
 */
export const readParticipantIds = ({ sessionId, extra }: Pick<TicketRow, 'sessionId' | 'extra'>): string[] =>
  ((extra['participants'] as string[] | undefined) ?? []).filter((id) => id !== sessionId);

/** The same with name and address, of a ticket `t`, as JSON; null without any. */
export const participantsSql = `CASE WHEN t.extra ? 'participants' THEN (
  SELECT jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email) ORDER BY n.at)
    FROM jsonb_array_elements_text(t.extra -> 'participants') WITH ORDINALITY n(id, at)
    JOIN contact_reference p ON p.project_id = t.project_id AND p.id = n.id) END`;
