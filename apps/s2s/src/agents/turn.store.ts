import { type Sql } from '@parley/persistence';

const prepare = { prepare: true };

/** Something that was said while an AI agent looked for an answer: what it called, and what came of it. */
export interface Said {
  toolCallId: string;
  name: string;
  arguments: Record<string, unknown>;
  result?: string;
}

/** A message of a contact that an AI agent answers. */
export interface Turn {
  projectId: string;
  messageId: string;
  organisationId: string;
  conversationId: string;
  contactId: string;
  agentId: string;
  question: string;
  transcript: Said[];
  calls: number;
  attempts: number;
  claim: number;
}

/** Something due: the least of an indexed column. */
export const TURNS_DUE = { at: '(SELECT min(due_at) FROM agent_turn WHERE due_at IS NOT NULL)' };

const columns = `t.project_id AS "projectId", t.message_id AS "messageId", t.organisation_id AS "organisationId",
  t.conversation_id AS "conversationId", t.contact_id AS "contactId", t.agent_id AS "agentId", t.question, t.transcript, t.calls,
  t.attempts, t.claim`;

/** Notes that a message has to be answered; once however often its event comes. */
export const insertTurn = async (
  tx: Sql,
  turn: Pick<
    Turn,
    'projectId' | 'messageId' | 'organisationId' | 'conversationId' | 'contactId' | 'agentId' | 'question'
  >,
  now: Date,
): Promise<void> => {
  await tx.query(
    `INSERT INTO agent_turn (project_id, message_id, organisation_id, conversation_id, contact_id, agent_id, question, transcript,
       calls, attempts, due_at, claim, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, '[]', 0, 0, $8, 0, $8)
     ON CONFLICT DO NOTHING`,
    [
      turn.projectId,
      turn.messageId,
      turn.organisationId,
      turn.conversationId,
      turn.contactId,
      turn.agentId,
      turn.question,
      now,
    ],
    prepare,
  );
};

/** Takes on messages that have to be answered, at most so many; of a conversation the oldest first, one at a time. */
export const claimTurns = (sql: Sql, now: Date, until: Date, limit: number): Promise<Turn[]> =>
  sql.query<Turn>(
    `UPDATE agent_turn t SET due_at = $2, claim = t.claim + 1, attempts = t.attempts + 1
       FROM (SELECT project_id, message_id FROM agent_turn d WHERE due_at <= $1
                AND NOT EXISTS (SELECT FROM agent_turn e WHERE e.project_id = d.project_id AND e.conversation_id = d.conversation_id
                      AND e.due_at IS NOT NULL AND e.message_id < d.message_id)
              ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED) d
      WHERE t.project_id = d.project_id AND t.message_id = d.message_id RETURNING ${columns}`,
    [now, until, limit],
    prepare,
  );

/** Writes a turn that was taken on: when it is due again, null for never. False when somebody else has it since. */
export const writeTurn = async (tx: Sql, turn: Turn, dueAt: Date | null): Promise<boolean> => {
  const rows = await tx.query(
    `UPDATE agent_turn SET transcript = $4, calls = $5, attempts = $6, due_at = $7
      WHERE project_id = $1 AND message_id = $2 AND claim = $3 RETURNING message_id`,
    [
      turn.projectId,
      turn.messageId,
      turn.claim,
      JSON.stringify(turn.transcript),
      turn.calls,
      turn.attempts,
      dueAt,
    ],
    prepare,
  );
  return rows.length > 0;
};

/** A turn that waited for a tool goes on. */
export const wakeTurn = async (tx: Sql, projectId: string, messageId: string, now: Date): Promise<void> => {
  await tx.query(
    'UPDATE agent_turn SET due_at = $3, attempts = 0 WHERE project_id = $1 AND message_id = $2 AND due_at IS NOT NULL',
    [projectId, messageId, now],
    prepare,
  );
};
