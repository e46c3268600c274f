import type { Sql } from '@parley/persistence';
import type { Pending, Run } from '../core';

const prepare = { prepare: true };

/** A call of a tool, and who waits for its result. */
export interface ToolCall {
  projectId: string;
  id: string;
  conversationId: string;
  contactId: string;
  runId: string | null;
  messageId: string | null;
  name: string;
  status: 'pending' | 'answered' | 'expired';
  expiresAt: Date;
}

/** Inserts a call that a run waits for. */
export const insertCall = async (
  tx: Sql,
  { projectId, id: runId, conversationId, contactId }: Run,
  call: Extract<Pending, { kind: 'tool' }>,
): Promise<void> => {
  await tx.query(
    `INSERT INTO tool_call (project_id, id, conversation_id, contact_id, run_id, name, arguments, status, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 'pending', $8)`,
    [
      projectId,
      call.toolCallId,
      conversationId,
      contactId,
      runId,
      call.name,
      JSON.stringify(call.arguments),
      call.expiresAt,
    ],
    prepare,
  );
};

/** Ends the wait for a call's result. */
export const expireCall = async (tx: Sql, projectId: string, id: string): Promise<void> => {
  await tx.query(
    "UPDATE tool_call SET status = 'expired' WHERE project_id = $1 AND id = $2 AND status = 'pending'",
    [projectId, id],
    prepare,
  );
};

/** A pending call, locked until the transaction ends; undefined when there is none, or another contact's. */
export const lockCall = async (
  tx: Sql,
  { projectId, contactId }: Pick<ToolCall, 'projectId' | 'contactId'>,
  id: string,
  now: Date,
): Promise<ToolCall | undefined> => {
  const [row] = await tx.query<ToolCall>(
    `SELECT project_id AS "projectId", id, conversation_id AS "conversationId", contact_id AS "contactId", run_id AS "runId",
            message_id AS "messageId", name, status, expires_at AS "expiresAt"
       FROM tool_call WHERE project_id = $1 AND id = $2 AND contact_id = $3 AND status = 'pending' AND expires_at > $4 FOR UPDATE`,
    [projectId, id, contactId, now],
    prepare,
  );
  return row;
};

/** Keeps the result of a call. */
export const answerCall = async (tx: Sql, projectId: string, id: string, result: string): Promise<void> => {
  await tx.query(
    "UPDATE tool_call SET status = 'answered', result = $3 WHERE project_id = $1 AND id = $2",
    [projectId, id, result],
    prepare,
  );
};

/** Inserts a call that a message waits for. */
export const insertTurnCall = async (
  tx: Sql,
  turn: { projectId: string; messageId: string; conversationId: string; contactId: string },
  call: { toolCallId: string; name: string; arguments: Record<string, unknown>; expiresAt: Date },
): Promise<void> => {
  await tx.query(
    `INSERT INTO tool_call (project_id, id, conversation_id, contact_id, message_id, name, arguments, status, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 'pending', $8)`,
    [
      turn.projectId,
      call.toolCallId,
      turn.conversationId,
      turn.contactId,
      turn.messageId,
      call.name,
      JSON.stringify(call.arguments),
      call.expiresAt,
    ],
    prepare,
  );
};

/** What became of a call. */
export const findResult = async (
  sql: Sql,
  projectId: string,
  id: string,
): Promise<(Pick<ToolCall, 'status' | 'expiresAt'> & { result: string | null }) | undefined> => {
  const [row] = await sql.query<Pick<ToolCall, 'status' | 'expiresAt'> & { result: string | null }>(
    'SELECT status, expires_at AS "expiresAt", result FROM tool_call WHERE project_id = $1 AND id = $2',
    [projectId, id],
    prepare,
  );
  return row;
};
