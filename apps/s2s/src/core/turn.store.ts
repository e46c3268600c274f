import { defineJob, doubling, hastenJob } from '@parley/jobs';
import type { Sql } from '@parley/persistence';

const prepare = { prepare: true };

/** Answers the messages of a conversation, its key, one by one in their order. */
export const answerJob = defineJob<Record<string, never>>({
  name: 'AI answers',
  concurrency: 4,
  backoff: doubling(1_000, 60_000),
});

/** A tool call and its result while an AI agent looked for an answer. */
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
}

/** A conversation. */
type Place = Pick<Turn, 'projectId' | 'conversationId'>;

/** Milliseconds that processes of a former release, which read `due_at`, leave a message to this one. */
const LEFT_MS = 60_000;

/** Asks for the answers of a conversation. */
export const askAnswers = (tx: Sql, { projectId, conversationId }: Place, now: Date): Promise<void> =>
  hastenJob(tx, answerJob, {}, { projectId, key: conversationId, now });

/** Notes that a message has to be answered; once however often its event comes. */
export const insertTurn = async (
  tx: Sql,
  turn: Omit<Turn, 'transcript' | 'calls'>,
  now: Date,
): Promise<void> => {
  const rows = await tx.query(
    `INSERT INTO agent_turn (project_id, message_id, organisation_id, conversation_id, contact_id, agent_id, question, transcript,
       calls, attempts, due_at, claim, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, '[]', 0, 0, $8, 0, $9)
     ON CONFLICT DO NOTHING RETURNING message_id`,
    [
      turn.projectId,
      turn.messageId,
      turn.organisationId,
      turn.conversationId,
      turn.contactId,
      turn.agentId,
      turn.question,
      new Date(now.getTime() + LEFT_MS),
      now,
    ],
    prepare,
  );
  if (rows.length > 0) await askAnswers(tx, turn, now);
};

/** The oldest message of a conversation that waits for an answer. */
export const nextTurn = async (sql: Sql, { projectId, conversationId }: Place): Promise<Turn | undefined> =>
  (
    await sql.query<Turn>(
      `SELECT project_id AS "projectId", message_id AS "messageId", organisation_id AS "organisationId",
              conversation_id AS "conversationId", contact_id AS "contactId", agent_id AS "agentId", question, transcript, calls
         FROM agent_turn WHERE project_id = $1 AND conversation_id = $2 AND due_at IS NOT NULL ORDER BY message_id LIMIT 1`,
      [projectId, conversationId],
      prepare,
    )
  )[0];

/** Is done with a message; false when another process was first. One of a former release writes nothing of it any more (`claim`). */
export const endTurn = async (tx: Sql, { projectId, messageId }: Turn): Promise<boolean> => {
  const rows = await tx.query(
    `UPDATE agent_turn SET due_at = NULL, claim = claim + 1
      WHERE project_id = $1 AND message_id = $2 AND due_at IS NOT NULL RETURNING message_id`,
    [projectId, messageId],
    prepare,
  );
  return rows.length > 0;
};

/** Adds a call of a tool to a message, which waits for it until a time; false when another process was first. */
export const addCall = async (tx: Sql, turn: Turn, said: Said, until: Date): Promise<boolean> => {
  const rows = await tx.query(
    `UPDATE agent_turn SET transcript = $4, calls = calls + 1, due_at = $5, claim = claim + 1
      WHERE project_id = $1 AND message_id = $2 AND calls = $3 AND due_at IS NOT NULL RETURNING message_id`,
    [turn.projectId, turn.messageId, turn.calls, JSON.stringify([...turn.transcript, said]), until],
    prepare,
  );
  return rows.length > 0;
};
