import { outboxColumns } from '@parley/events';
import { sendMailsSql } from '@parley/mail';
import { markDirtySql } from '@parley/search';
import { leftEmailSql } from './conversation';
import { TICKET_INDEX } from './ticket.search';
import { messageColumns } from './message.columns';
import { messageAssignments } from './message-effects';
import { MESSAGE_INDEX } from './message.search';

/** Which tickets take a message, and whether it comes alone. */
export interface InsertOptions {
  /** Whether one that is merged into another does. */
  toMerged: boolean;
  /** Whether one does when its contact would then talk with another person of the team. */
  toNewAgent: boolean;
  /**
   * Whether the transaction contains only this statement. Then the statement itself checks, for a contact's message, that the
   * contact exists, is not blocked, and changes no status; it also keeps the contact from being deleted during the insert. It does
   * not wait: it skips a ticket or contact that another transaction has locked.
   */
  isAlone: boolean;
}

/** Most messages of one statement. The planner expects so many, and then looks tickets up by key. */
export const MAX_TOGETHER = 16;

/**
 * The JSON of each message: `place` its number; `record` its row; `kind`; `comment` the beginning of its text; `mail`
 * the parts of a mail; `due` when an answer is due; `mutation` the client's id of it; `change_id` and `actor` of an entry in the
 * history; `person` the member of the team who writes it; `event` and `heard` rows of the outbox.
 */
const TOLD = `place integer, project_id text, ticket_id text, record json, at timestamptz, kind text, comment text, mail jsonb,
  due timestamptz, mutation text, change_id text, actor jsonb, person text, event json, heard json`;

/** Whether the ticket has a contact who sees the message. */
const PUBLIC = "(t.session_id IS NOT NULL AND b.kind IN ('reply', 'contact'))";
/** The person of the team who wrote it. */
const AUTHOR = `CASE WHEN b.record ->> 'session_id' IS NULL AND NOT (b.record ->> 'bot')::boolean THEN b.record ->> 'user_id' END`;
/** Whether that contact wrote it. */
const OWN = "(t.session_id IS NOT DISTINCT FROM (b.record ->> 'session_id'))";
/** Whether the contact then sees another person as its agent. */
const NEW_AGENT = `(${PUBLIC} AND b.person IS NOT NULL AND NOT t.hidden
  AND coalesce(b.agent_before, t.processing_user_id) IS DISTINCT FROM b.person)`;
/** A bot's reply is no answer: it is no first response, and the contact waits on. */
const OCCASION =
  "CASE WHEN able.kind = 'reply' AND NOT (able.record ->> 'bot')::boolean THEN 'answer' ELSE able.kind END";

/** Whether a person says it: nothing else goes to an unproven address that a guest left. */
const BY_HAND = "NOT (able.record ->> 'bot')::boolean";
/** Whether the contact may read it live, so that its mail waits. A customer's own messenger has its bots wait. */
const IS_MISSED = `coalesce(t.channel ->> 'type' = 'WIDGET' OR t.channel ->> 'type' = 'S2S' AND NOT ${BY_HAND}, false)`;

/** The participants of the ticket who get a copy of a person's mail: anyone can name people who then get no mails of machines. */
const COPIES = `CASE WHEN t.participants IS NOT NULL AND ${BY_HAND} THEN (
  SELECT jsonb_agg(jsonb_strip_nulls(jsonb_build_object('address', p.email, 'name', p.name)) ORDER BY n.at)
    FROM jsonb_array_elements_text(t.participants) WITH ORDINALITY n(id, at)
   CROSS JOIN LATERAL (SELECT p.email, p.name FROM contact_reference p
      WHERE p.project_id = able.project_id AND p.id = n.id AND p.email IS NOT NULL AND p.blocked IS NOT TRUE
     OFFSET 0) p
   WHERE n.id IS DISTINCT FROM t.session_id) END`;
/** The recipients in To as the reply names them, else the contact. */
const NAMED = `coalesce(able.mail -> 'to', CASE WHEN m.email IS NOT NULL THEN
  jsonb_build_array(jsonb_strip_nulls(jsonb_build_object('address', m.email, 'name', c.name))) END, '[]')`;
/** Whether the contact alone gets the mail. */
const IS_ALONE = `able.mail -> 'to' IS NULL AND able.mail -> 'bcc' IS NULL AND o.cc = '[]'`;

/** Whether the message starts a promise of the team, and the team's hours say when an answer is due. */
const BY_HOURS = `(able.due IS NULL AND t.sla_due_at IS NULL AND t.duplicate_of_id IS NULL
  AND g.operating_hours @> '{"enabled": true}' AND NOT g.operating_hours @> '{"alwaysOnline": true}')`;

const copied = Object.values(messageColumns).filter(
  (column) => !['index', 'email_id', 'delivery'].includes(column),
);

/** The recipients of the mail, in the state of one that is yet to be sent. */
const QUEUED = `(
  SELECT jsonb_agg(jsonb_build_object('address', d.address, 'status', 'queued',
           'at', to_char(b.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY d.place)
    FROM (SELECT e.one ->> 'address' AS address, min(e.place) AS place
            FROM jsonb_array_elements(b.listed || b.cc || coalesce(b.mail -> 'bcc', '[]')) WITH ORDINALITY e(one, place)
           GROUP BY 1) d)`;

/** The deliveries as an event has them: without addresses (`message.events.ts`). */
const SHOWN_DELIVERY = `(
  SELECT jsonb_agg(d.one - 'address' ORDER BY d.place) FROM jsonb_array_elements(c.delivery) WITH ORDINALITY d(one, place))`;

/** The ticket, of a merged one its main, and the message itself: one insert for both. */
const MARKED = `
SELECT project_id, '${TICKET_INDEX}', coalesce(duplicate_of_id, id) FROM changed
UNION ALL SELECT project_id, '${MESSAGE_INDEX}', message_id FROM changed`;

/** Messages with a contact that is kept and may write. */
const ABLE = `
able AS MATERIALIZED (
  SELECT told.* FROM told WHERE told.kind <> 'contact' OR EXISTS (
    SELECT FROM (SELECT w.blocked FROM contact_reference w
                  WHERE w.project_id = told.project_id AND w.id = told.record ->> 'session_id' AND w.version > 0
                    FOR KEY SHARE SKIP LOCKED) w
     WHERE NOT w.blocked)
)`;

/**
 * Messages with their tickets, history, mails, search marks and events in one statement. Each ticket's row is locked first, so
 * messages of a ticket are numbered without gaps and every later part sees the current state. A contact's message wakes and reopens
 * the ticket, and emits that the contact was active; on a closed conversation it changes nothing. When the ticket's contact wrote
 * by mail, the next mail answers that one. In a ticket with a contact, a public message takes the next position of the
 * conversation, and the event carries the contact's view of it. A message that starts the reply time of a team with opening hours
 * needs `due`, because SQL cannot compute opening hours. A mail follows its message: a repeated message, which waits for the report on the
 * first one's mail, locks no job yet. Tickets, contacts and teams are read by id: a join would read a small
 * table whole. Rules: docs/rules/tickets.md.
 */
// eslint-disable-next-line max-lines-per-function -- one statement; its parts are named in it and read each other
const build = ({ toMerged, toNewAgent, isAlone }: InsertOptions): string => {
  /** Why the ticket as it was does not take a message. */
  const refusal = `CASE WHEN b.kind = 'contact' AND b.closed_before THEN 'closed'
    ${toMerged ? '' : "WHEN b.main_before IS NOT NULL THEN 'merged'"} WHEN b.by_hours THEN 'hours' END`;
  return `
WITH told AS MATERIALIZED (
  SELECT * FROM json_to_recordset($1::json) AS told (${TOLD}) LIMIT ${MAX_TOGETHER}
), ${isAlone ? ABLE : 'able AS (SELECT * FROM told)'}, before AS MATERIALIZED (
  SELECT able.*, ${OCCASION} AS occasion, t.status AS status_before, t.awake_status, t.message_count AS count_before, t.last_mail_id AS mail_before,
         t.contact_agent_id AS agent_before, t.duplicate_of_id AS main_before, t.conversation_closed AS closed_before, t.title, t.bug_id, t.mail_token, r.listed, r.cc,
         coalesce(r.listed <> '[]', false) AS is_mailed, ${IS_MISSED} AND ${IS_ALONE} AS is_missed, g.due AS team_due_at, g.by_hours
    FROM able
   CROSS JOIN LATERAL (
     SELECT t.id, t.status, t.session_id, t.message_count, t.last_mail_id, t.contact_agent_id, t.processing_team_id, t.title,
            t.bug_id, t.mail_token, t.sla_due_at, t.duplicate_of_id, t.conversation_closed, t.extra -> 'channel' AS channel, t.extra -> 'participants' AS participants,
            CASE WHEN t.status = 'SNOOZED' THEN coalesce(t.snoozed_from, 'OPEN') ELSE t.status END AS awake_status
       FROM ticket t WHERE t.project_id = able.project_id AND t.id = able.ticket_id
        FOR UPDATE ${isAlone ? 'SKIP LOCKED' : ''}) t
    LEFT JOIN LATERAL (
     SELECT c.email, c.name FROM contact_reference c
      WHERE able.mail IS NOT NULL AND c.project_id = able.project_id AND c.id = t.session_id
     OFFSET 0) c ON true
   CROSS JOIN LATERAL (SELECT CASE WHEN able.mail IS NOT NULL THEN
       coalesce(c.email, CASE WHEN ${BY_HAND} THEN ${leftEmailSql('t.channel')} END) END AS email) m
   CROSS JOIN LATERAL (SELECT CASE WHEN able.mail IS NOT NULL THEN ${NAMED} END AS listed,
       CASE WHEN able.mail IS NOT NULL THEN coalesce(able.mail -> 'cc', ${COPIES}, '[]') END AS cc) o
   CROSS JOIN LATERAL (SELECT CASE WHEN o.listed = '[]' THEN o.cc ELSE o.listed END AS listed,
       CASE WHEN o.listed = '[]' THEN '[]' ELSE o.cc END AS cc) r
    LEFT JOIN LATERAL (
     SELECT able.at + g.default_sla * interval '1 minute' AS due, ${BY_HOURS} AS by_hours FROM team_reference g
      WHERE able.kind = 'contact' AND g.project_id = able.project_id AND g.id = t.processing_team_id AND g.default_sla > 0
     OFFSET 0) g ON true
), changed AS (
  UPDATE ticket t SET
    message_count = t.message_count + 1,
    updated_at = b.at,
    last_activity = greatest(t.last_activity, b.at),
    ${messageAssignments()},
    revision = t.revision + (b.kind = 'contact' AND (b.awake_status <> t.status OR t.status = 'DONE'))::integer,
    last_mail_id = CASE WHEN b.is_mailed THEN b.mail ->> 'messageId'
      WHEN b.kind = 'contact' AND t.session_id = b.record ->> 'session_id' THEN coalesce(b.record ->> 'email_id', t.last_mail_id)
      ELSE t.last_mail_id END,
    contact_position = t.contact_position + (${PUBLIC})::integer,
    contact_unread = t.contact_unread + (${PUBLIC} AND NOT ${OWN})::integer,
    contact_activity = CASE WHEN ${PUBLIC} THEN greatest(t.contact_activity, b.at) ELSE t.contact_activity END,
    contact_updated_at = CASE WHEN ${PUBLIC} THEN greatest(t.contact_updated_at, b.at) ELSE t.contact_updated_at END,
    last_public_message_id = CASE WHEN ${PUBLIC} THEN greatest(t.last_public_message_id, b.record ->> 'id')
      ELSE t.last_public_message_id END,
    contact_agent_id = CASE WHEN ${PUBLIC} THEN coalesce(b.person, t.contact_agent_id) ELSE t.contact_agent_id END,
    team_read_at = CASE WHEN ${PUBLIC} AND b.person IS NOT NULL THEN greatest(t.team_read_at, b.at) ELSE t.team_read_at END,
    news_id = greatest(t.news_id, b.record ->> 'id'),
    news_author_id = ${AUTHOR},
    no_human_interaction = t.no_human_interaction AND NOT (b.kind = 'contact' OR b.person IS NOT NULL)
  FROM before b
  WHERE t.project_id = b.project_id AND t.id = b.ticket_id AND ${refusal} IS NULL
    ${toNewAgent ? '' : `AND NOT ${NEW_AGENT}`}
    ${isAlone ? "AND (b.kind <> 'contact' OR b.awake_status = t.status AND t.status <> 'DONE')" : ''}
  RETURNING t.id, t.session_id, t.duplicate_of_id, t.type, t.status, t.message_count AS index, t.hidden,
    t.contact_position, t.contact_unread, b.record ->> 'id' AS message_id,
    CASE WHEN b.is_mailed THEN b.mail ->> 'messageId' ELSE b.record ->> 'email_id' END AS email_id,
    CASE WHEN b.is_mailed THEN ${QUEUED} END AS delivery,
    ${PUBLIC} AS is_public, ${OWN} AS is_own, ${NEW_AGENT} AS has_new_agent, b.*
), inserted AS (
  INSERT INTO message (index, email_id, client_mutation_id, delivery, ${copied.join(', ')})
  SELECT changed.index, changed.email_id, changed.mutation, changed.delivery, ${copied.map((column) => `r.${column}`).join(', ')}
    FROM changed, json_populate_record(NULL::message, changed.record) r
  RETURNING project_id, id
), placed AS (
  INSERT INTO conversation_message (project_id, conversation_id, position, message_id, counts)
  SELECT project_id, id, contact_position, message_id, NOT is_own FROM changed WHERE is_public
), mailed AS (
  INSERT INTO mail_job (id, project_id, aggregate_id, next_attempt_at, mail)
  SELECT mail ->> 'messageId', project_id, id,
         now() + CASE WHEN is_missed THEN make_interval(secs => (mail ->> 'waitSeconds')::float8) ELSE '0 s' END,
         (mail - 'domain' - 'waitSeconds' - 'cc') || jsonb_strip_nulls(jsonb_build_object(
           'isMissed', CASE WHEN is_missed THEN true END,
           'to', listed -> 0,
           'moreTo', nullif(listed - 0, '[]'),
           'cc', nullif(cc, '[]'),
           'recipient', coalesce(session_id, id),
           'subject', CASE WHEN count_before = 0 OR s.subject ~* '^re:' THEN s.subject ELSE 'Re: ' || s.subject END,
           'inReplyTo', mail_before,
           'references', array_remove(ARRAY['ticket.' || id || '@' || s.domain, mail_before], NULL),
           'headers', coalesce(mail -> 'headers', '{}') || jsonb_build_object('Reply-To', 'reply+' || id || '.' || mail_token || '@' || s.domain)))
    FROM changed, LATERAL (SELECT coalesce(nullif(btrim(title), ''), 'Ticket #' || bug_id) AS subject,
                                  mail ->> 'domain' AS domain) s
   WHERE is_mailed AND EXISTS (SELECT FROM inserted i WHERE i.project_id = changed.project_id AND i.id = changed.message_id)
  RETURNING project_id, aggregate_id, id, next_attempt_at
), sending AS (${sendMailsSql('mailed')}
), noted AS (
  INSERT INTO ticket_history (project_id, id, ticket_id, at, actor, field, from_value, to_value)
  SELECT project_id, change_id, id, at, actor, 'status', to_jsonb(status_before), to_jsonb(status)
    FROM changed WHERE status <> status_before
), marked AS (${markDirtySql(MARKED)}
), sent AS (
  INSERT INTO outbox_event (${outboxColumns})
  SELECT e.id, e.subject, e.project_id, e.aggregate_id,
         jsonb_set(e.payload - 'shown', '{message}', (e.payload -> 'message')
           || jsonb_strip_nulls(jsonb_build_object('index', c.index, 'emailId', c.email_id, 'delivery', ${SHOWN_DELIVERY})))
           || jsonb_strip_nulls(jsonb_build_object('ticketType', c.type, 'contactId', c.session_id))
           || CASE WHEN c.is_public AND NOT c.hidden THEN jsonb_build_object('shown',
                CASE WHEN c.is_own THEN e.payload -> 'shown' ELSE (e.payload -> 'shown') #- '{message,clientMutationId}' END
                || jsonb_build_object('position', c.contact_position, 'unreadCount', c.contact_unread))
              ELSE '{}' END, e.headers
    FROM changed c, json_populate_record(NULL::outbox_event, c.event) e
  UNION ALL
  SELECT h.id, h.subject, h.project_id, h.aggregate_id, h.payload, h.headers
    FROM changed c, json_populate_record(NULL::outbox_event, c.heard) h WHERE c.heard IS NOT NULL
)
SELECT b.place, c.index, c.email_id AS "emailId", c.delivery, c.status_before AS "statusBefore", c.status,
       c.duplicate_of_id AS "duplicateOfId", c.session_id AS "contactId", c.is_public AS "isPublic",
       c.has_new_agent AS "hasNewAgent", CASE WHEN c.place IS NULL THEN coalesce(${refusal}, 'held') END AS refused
  FROM before b LEFT JOIN changed c ON c.place = b.place`;
};

const texts = new Map<string, string>();

/** The statement for messages to tickets of a kind; its one parameter is a JSON list of `TOLD`. */
export const insertStatement = (options: InsertOptions): string => {
  const key = [options.toMerged, options.toNewAgent, options.isAlone].join();
  const text = texts.get(key) ?? build(options);
  texts.set(key, text);
  return text;
};
