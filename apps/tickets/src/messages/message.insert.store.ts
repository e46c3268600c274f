import { type EventRow, outboxColumns, outboxValues } from '@parley/events';
import { newId, type Sql } from '@parley/persistence';
import { markDirtySql } from '@parley/search';
import { type HistoryActor } from '../history/history';
import { TICKET_INDEX } from '../tickets/ticket.search';
import { type MessageKind, type MessageRow } from './message';
import { messageColumns, toMessageRecord } from './message.columns';
import { MESSAGE_INDEX } from './message.search';
import { type ReplyMail } from './reply-mail';

/** A message to insert with everything that follows from it. */
export interface MessageInsert {
  row: MessageRow;
  clientMutationId: string | null;
  kind: MessageKind;
  /** Beginning of its text, for the ticket; null when it has none. */
  latestComment: string | null;
  /** When an answer is due to the contact who wrote it; null when only the ticket's team may have promised one. */
  slaDueAt: Date | null;
  /** What the database makes a mail of when the ticket's contact takes mail; null for no mail. */
  mail: ReplyMail | null;
  /** The event, of which the database fills in `index`, `emailId`, type and contact of the ticket, and how it shows. */
  event: EventRow;
  /** The event that its contact was heard from; null when nobody was. */
  heardFrom: EventRow | null;
  actor: HistoryActor;
  /** The member of the team who says it publicly by hand; null for all else. */
  personId: string | null;
}

/** What became of a message. */
export interface InsertedMessage {
  index: number;
  emailId: string | null;
  statusBefore: string;
  status: string;
  /** The ticket that its ticket is merged into. */
  duplicateOfId: string | null;
  /** The ticket's contact. */
  contactId: string | null;
  /** Whether it is in the conversation of that contact. */
  isPublic: boolean;
  /** Whether the contact now talks with somebody else of the team. */
  hasNewAgent: boolean;
  /** Identifier in the history of the change of status, if there was one. */
  changeId: string;
}

/** Which tickets take the message. */
export interface InsertOptions {
  /** Whether one that is merged into another does. */
  toMerged: boolean;
  /** Whether one does whose contact would talk with somebody else of the team from now on. */
  toNewAgent: boolean;
  /**
   * Whether nothing else goes along in a transaction. A message of a contact then demands by itself that the contact is kept and not
   * blocked, and that it changes no status; the statement keeps the contact from being forgotten meanwhile.
   */
  isAlone: boolean;
}

/** Whether the ticket `b` has a contact who sees the message. */
const PUBLIC = "(b.session_id IS NOT NULL AND $5 IN ('reply', 'contact'))";
/** Whether that contact wrote it. */
const OWN = "(b.session_id IS NOT DISTINCT FROM ($3::json ->> 'session_id'))";
/** Whether the contact sees somebody else as its agent from then on. */
const NEW_AGENT = `(${PUBLIC} AND $19::text IS NOT NULL AND NOT b.hidden
  AND coalesce(b.contact_agent_id, b.processing_user_id) IS DISTINCT FROM $19::text)`;

const copied = Object.values(messageColumns).filter((column) => !['index', 'email_id'].includes(column));

/** The ticket, of a merged one its main, and the message itself: one insert for both. */
const MARKED = `
SELECT project_id, '${TICKET_INDEX}', coalesce(duplicate_of_id, id) FROM changed
UNION ALL SELECT project_id, '${MESSAGE_INDEX}', id FROM inserted`;

/** Whether somebody of the team answered: a bot's answer is no first response, and the contact waits on. */
const BY_PERSON = "($5 = 'reply' AND NOT ($3::json ->> 'bot')::boolean)";

/**
 * Message, ticket, history, mail, search mark and event in one statement. The ticket's row is locked first, so that
 * messages of a ticket are numbered without gaps and every later part sees the state it acts on. A contact's message
 * wakes and reopens, and tells that it was heard from; on a closed conversation it changes nothing. When the ticket's contact wrote it by mail, the next mail
 * answers that one. In a ticket with a contact a public message takes the next position of the conversation, and the event
 * tells how the contact sees it. Source of the rules: decisions, sections 5 and 6.
 */
const INSERT = `
WITH writer AS MATERIALIZED (
  SELECT blocked FROM contact_reference
   WHERE $21::boolean AND project_id = $1 AND id = $3::json ->> 'session_id' AND version > 0 FOR KEY SHARE
), before AS MATERIALIZED (
  SELECT t.*, c.email AS contact_email, c.name AS contact_name,
         $7::jsonb IS NOT NULL AND c.email IS NOT NULL AND NOT c.unsubscribed AS is_mailed,
         CASE WHEN t.status = 'SNOOZED' THEN coalesce(t.snoozed_from, 'OPEN') ELSE t.status END AS awake_status,
         CASE WHEN g.default_sla > 0 THEN $4::timestamptz + g.default_sla * interval '1 minute' END AS team_due_at
    FROM ticket t LEFT JOIN contact_reference c ON c.project_id = t.project_id AND c.id = t.session_id
         LEFT JOIN team_reference g ON g.project_id = t.project_id AND g.id = t.processing_team_id
   WHERE t.project_id = $1 AND t.id = $2 AND (NOT $21::boolean OR $5 <> 'contact' OR (SELECT NOT blocked FROM writer))
     FOR UPDATE OF t
), changed AS (
  UPDATE ticket t SET
    message_count = b.message_count + 1,
    updated_at = $4::timestamptz,
    last_activity = greatest(b.last_activity, $4::timestamptz),
    latest_comment = CASE WHEN $5 = 'internal' THEN b.latest_comment ELSE coalesce($6, b.latest_comment) END,
    latest_public_comment =
      CASE WHEN $5 IN ('reply', 'contact') THEN coalesce($6, b.latest_public_comment) ELSE b.latest_public_comment END,
    last_response_admin = CASE WHEN $5 = 'reply' THEN $4::timestamptz ELSE b.last_response_admin END,
    first_response = CASE WHEN ${BY_PERSON} THEN coalesce(b.first_response, $4::timestamptz) ELSE b.first_response END,
    has_agent_reply = b.has_agent_reply OR ${BY_PERSON},
    session_notifications_unread = b.session_notifications_unread OR $5 = 'reply',
    sla_due_at = CASE WHEN ${BY_PERSON} OR b.duplicate_of_id IS NOT NULL THEN NULL
      WHEN $5 = 'contact' THEN coalesce(b.sla_due_at, $8::timestamptz, b.team_due_at) ELSE b.sla_due_at END,
    sla_breached = b.sla_breached AND NOT ${BY_PERSON},
    last_response_contact = CASE WHEN $5 = 'contact' THEN $4::timestamptz ELSE b.last_response_contact END,
    notifications_unread = b.notifications_unread OR $5 = 'contact',
    status = CASE WHEN $5 <> 'contact' THEN b.status WHEN b.awake_status = 'DONE' THEN 'OPEN' ELSE b.awake_status END,
    revision = b.revision + ($5 = 'contact' AND (b.awake_status <> b.status OR b.status = 'DONE'))::integer,
    snoozed_until = CASE WHEN $5 = 'contact' THEN NULL ELSE b.snoozed_until END,
    snoozed_from = CASE WHEN $5 = 'contact' THEN NULL ELSE b.snoozed_from END,
    last_mail_id = CASE WHEN b.is_mailed THEN $7::jsonb ->> 'messageId'
      WHEN $5 = 'contact' AND b.session_id = $3::json ->> 'session_id' THEN coalesce($3::json ->> 'email_id', b.last_mail_id)
      ELSE b.last_mail_id END,
    contact_position = b.contact_position + (${PUBLIC})::integer,
    contact_unread = b.contact_unread + (${PUBLIC} AND NOT ${OWN})::integer,
    contact_activity = CASE WHEN ${PUBLIC} THEN greatest(b.contact_activity, $4::timestamptz) ELSE b.contact_activity END,
    contact_updated_at = CASE WHEN ${PUBLIC} THEN greatest(b.contact_updated_at, $4::timestamptz) ELSE b.contact_updated_at END,
    last_public_message_id = CASE WHEN ${PUBLIC} THEN greatest(b.last_public_message_id, $3::json ->> 'id')
      ELSE b.last_public_message_id END,
    contact_agent_id = CASE WHEN ${PUBLIC} THEN coalesce($19::text, b.contact_agent_id) ELSE b.contact_agent_id END,
    no_human_interaction = b.no_human_interaction AND NOT ($5 = 'contact' OR $19::text IS NOT NULL)
  FROM before b
  WHERE t.project_id = b.project_id AND t.id = b.id AND NOT ($5 = 'contact' AND b.conversation_closed)
    AND ($18::boolean OR b.duplicate_of_id IS NULL) AND ($20::boolean OR NOT ${NEW_AGENT})
    AND (NOT $21::boolean OR $5 <> 'contact' OR b.awake_status = b.status AND b.status <> 'DONE')
  RETURNING t.project_id, t.id, t.session_id, t.duplicate_of_id, t.type, t.status, t.message_count,
    b.status AS status_before, b.is_mailed, t.hidden, t.contact_position, t.contact_unread,
    ${PUBLIC} AS is_public, ${OWN} AS is_own, ${NEW_AGENT} AS has_new_agent
), inserted AS (
  INSERT INTO message (index, email_id, client_mutation_id, ${copied.join(', ')})
  SELECT changed.message_count, CASE WHEN changed.is_mailed THEN $7::jsonb ->> 'messageId' ELSE r.email_id END, $9,
         ${copied.map((column) => `r.${column}`).join(', ')}
    FROM changed, json_populate_record(NULL::message, $3::json) r
  RETURNING project_id, id, index, email_id
), placed AS (
  INSERT INTO conversation_message (project_id, conversation_id, position, message_id, counts)
  SELECT project_id, id, contact_position, $3::json ->> 'id', NOT is_own FROM changed WHERE is_public
), mailed AS (
  INSERT INTO mail_job (id, project_id, aggregate_id, mail)
  SELECT $7::jsonb ->> 'messageId', b.project_id, b.id, ($7::jsonb - 'domain') || jsonb_strip_nulls(jsonb_build_object(
           'to', jsonb_build_object('address', b.contact_email, 'name', b.contact_name),
           'recipient', b.session_id,
           'subject', CASE WHEN b.message_count = 0 OR s.subject ~* '^re:' THEN s.subject ELSE 'Re: ' || s.subject END,
           'inReplyTo', b.last_mail_id,
           'references', array_remove(ARRAY['ticket.' || b.id || '@' || s.domain, b.last_mail_id], NULL),
           'headers', jsonb_build_object('Reply-To', 'reply+' || b.id || '.' || b.mail_token || '@' || s.domain)))
    FROM before b JOIN changed USING (project_id, id),
         LATERAL (SELECT coalesce(nullif(btrim(b.title), ''), 'Ticket #' || b.bug_id) AS subject,
                         $7::jsonb ->> 'domain' AS domain) s
   WHERE b.is_mailed
), noted AS (
  INSERT INTO ticket_history (project_id, id, ticket_id, at, actor, field, from_value, to_value)
  SELECT project_id, $10, id, $4::timestamptz, $11::jsonb, 'status', to_jsonb(status_before), to_jsonb(status)
    FROM changed WHERE status <> status_before
), marked AS (${markDirtySql(MARKED)}
), told AS (
  INSERT INTO outbox_event (${outboxColumns})
  SELECT $12::text, $13::text, $14::text, $15::text, jsonb_set($16::jsonb - 'shown', '{message}', ($16::jsonb -> 'message')
           || jsonb_strip_nulls(jsonb_build_object('index', inserted.index, 'emailId', inserted.email_id)))
           || jsonb_strip_nulls(jsonb_build_object('ticketType', changed.type, 'contactId', changed.session_id))
           || CASE WHEN changed.is_public AND NOT changed.hidden THEN jsonb_build_object('shown',
                CASE WHEN changed.is_own THEN $16::jsonb -> 'shown'
                     ELSE ($16::jsonb -> 'shown') #- '{message,clientMutationId}' END
                || jsonb_build_object('position', changed.contact_position, 'unreadCount', changed.contact_unread))
              ELSE '{}' END, $17::jsonb
    FROM inserted, changed
  UNION ALL SELECT ${outboxValues(22)} FROM inserted WHERE $22::text IS NOT NULL
)
SELECT inserted.index, inserted.email_id AS "emailId", changed.status_before AS "statusBefore", changed.status,
       changed.duplicate_of_id AS "duplicateOfId", changed.session_id AS "contactId", changed.is_public AS "isPublic",
       changed.has_new_agent AS "hasNewAgent"
  FROM inserted, changed`;

const NO_EVENT: readonly null[] = Array.from({ length: 6 }, () => null);

/**
 * Inserts a message. Answers undefined, with nothing changed, when there is no such ticket, the contact may no longer
 * write to it, or it shall not take the message; fails on `mutationKey` when the ticket has a message with the same `clientMutationId`.
 */
export const insertMessage = async (
  sql: Sql,
  message: MessageInsert,
  { toMerged, toNewAgent, isAlone }: InsertOptions,
): Promise<InsertedMessage | undefined> => {
  const { row, mail, event, heardFrom, actor } = message;
  const changeId = newId();
  const [inserted] = await sql.query<Omit<InsertedMessage, 'changeId'>>(
    INSERT,
    [
      row.projectId,
      row.ticketId,
      JSON.stringify(toMessageRecord(row)),
      row.createdAt,
      message.kind,
      message.latestComment,
      mail && JSON.stringify(mail),
      message.slaDueAt,
      message.clientMutationId,
      changeId,
      JSON.stringify(actor),
      ...event,
      toMerged,
      message.personId,
      toNewAgent,
      isAlone,
      ...(heardFrom ?? NO_EVENT),
    ],
    { prepare: true },
  );
  return inserted && { ...inserted, changeId };
};

/** Name of the index that keeps a `clientMutationId` from being used twice in a ticket. */
export const mutationKey = 'message_project_id_ticket_id_client_mutation_id_key';
