ALTER TABLE "message" ADD COLUMN     "contact_updated_at" TIMESTAMPTZ(3);

ALTER TABLE "ticket" ADD COLUMN     "contact_activity" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "contact_agent_id" TEXT COLLATE "C",
ADD COLUMN     "contact_position" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "contact_read_position" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "contact_unread" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "contact_updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "last_public_message_id" TEXT COLLATE "C",
ADD COLUMN     "visible_attributes" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];

CREATE TABLE "conversation_message" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "conversation_id" TEXT COLLATE "C" NOT NULL,
    "position" INTEGER NOT NULL,
    "message_id" TEXT COLLATE "C" NOT NULL,
    "counts" BOOLEAN NOT NULL,
    "deleted" BOOLEAN NOT NULL DEFAULT false
);

-- Public messages of tickets with a contact, in their own conversation and in that of the ticket of the same contact that
-- theirs was merged into.
INSERT INTO conversation_message (project_id, conversation_id, position, message_id, counts)
SELECT w.project_id, w.conversation_id,
       row_number() OVER (PARTITION BY w.project_id, w.conversation_id ORDER BY w.message_id),
       w.message_id, NOT w.is_own AND NOT (w.is_merged AND w.is_read)
  FROM (SELECT m.project_id, t.id AS conversation_id, m.id AS message_id, false AS is_merged,
               m.index <= t.contact_read_index AS is_read, m.session_id IS NOT DISTINCT FROM t.session_id AS is_own
          FROM message m JOIN ticket t ON t.project_id = m.project_id AND t.id = m.ticket_id
         WHERE t.session_id IS NOT NULL AND m.reply_to_id IS NULL
           AND (m.session_id IS NOT NULL OR NOT m.is_note AND m.type <> 'FAQ_SUGGESTION')
        UNION ALL
        SELECT m.project_id, c.id, m.id, true, m.index <= t.contact_read_index,
               m.session_id IS NOT DISTINCT FROM c.session_id
          FROM message m JOIN ticket t ON t.project_id = m.project_id AND t.id = m.ticket_id
          JOIN ticket c ON c.project_id = t.project_id AND c.id = t.duplicate_of_id AND c.session_id = t.session_id
         WHERE m.reply_to_id IS NULL AND (m.session_id IS NOT NULL OR NOT m.is_note AND m.type <> 'FAQ_SUGGESTION')) w;

ALTER TABLE "conversation_message" ADD CONSTRAINT "conversation_message_pkey" PRIMARY KEY ("project_id","conversation_id","position");
CREATE UNIQUE INDEX "conversation_message_project_id_conversation_id_message_id_key" ON "conversation_message"("project_id", "conversation_id", "message_id");
ANALYZE conversation_message;

-- What the contact has read is known as the highest index in the ticket itself.
UPDATE ticket t SET
    contact_position = coalesce(k.position, 0),
    contact_read_position = coalesce(k.read_position, 0),
    contact_unread = coalesce(k.unread, 0),
    last_public_message_id = k.last_message_id,
    contact_agent_id = k.agent_id,
    contact_activity = coalesce(k.activity, t.created_at),
    contact_updated_at = coalesce(k.activity, t.created_at)
  FROM ticket s LEFT JOIN (
    SELECT r.project_id, r.conversation_id, max(r.position) AS position, max(r.position) FILTER (WHERE r.is_read) AS read_position,
           count(*) FILTER (WHERE r.counts AND r.position > coalesce(r.read_position, 0)) AS unread,
           max(r.message_id) AS last_message_id, max(r.created_at) AS activity,
           (array_agg(r.user_id ORDER BY r.message_id DESC) FILTER (WHERE r.is_person))[1] AS agent_id
      FROM (SELECT cm.project_id, cm.conversation_id, cm.position, cm.counts, cm.message_id, m.created_at, m.user_id,
                   m.ticket_id = c.id AND m.index <= c.contact_read_index AS is_read,
                   m.session_id IS NULL AND NOT m.bot AND u.user_type <> 'service_account' AS is_person,
                   max(cm.position) FILTER (WHERE m.ticket_id = c.id AND m.index <= c.contact_read_index)
                     OVER (PARTITION BY cm.project_id, cm.conversation_id) AS read_position
              FROM conversation_message cm
              JOIN message m ON m.project_id = cm.project_id AND m.id = cm.message_id
              JOIN ticket c ON c.project_id = cm.project_id AND c.id = cm.conversation_id
              LEFT JOIN user_reference u ON u.project_id = m.project_id AND u.id = m.user_id) r
     GROUP BY r.project_id, r.conversation_id) k ON k.project_id = s.project_id AND k.conversation_id = s.id
 WHERE t.project_id = s.project_id AND t.id = s.id AND t.session_id IS NOT NULL;

-- The list of a contact, and what of it is unread. Bot-only, merged and hidden conversations and trackers are in neither.
CREATE INDEX ticket_conversations ON ticket (project_id, session_id, contact_activity DESC, id DESC)
  WHERE session_id IS NOT NULL AND duplicate_of_id IS NULL AND NOT hidden AND NOT is_tracker AND NOT no_human_interaction;
CREATE INDEX ticket_conversations_unread ON ticket (project_id, session_id)
  WHERE contact_unread > 0 AND duplicate_of_id IS NULL AND NOT hidden AND NOT is_tracker AND NOT no_human_interaction;
