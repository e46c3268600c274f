import type { Sql } from '@parley/persistence';

/** A conversation of a project. */
export interface ConversationPlace {
  projectId: string;
  conversationId: string;
}

export const BUSY = `
SELECT c.project_id AS "projectId", c.conversation_id AS "conversationId"
  FROM unnest($1::text[], $2::text[]) AS c (project_id, conversation_id)
 WHERE EXISTS (SELECT FROM agent_engagement e
                WHERE e.project_id = c.project_id AND e.conversation_id = c.conversation_id AND e.due_at IS NULL)
    OR EXISTS (SELECT FROM workflow_run r
                WHERE r.project_id = c.project_id AND r.conversation_id = c.conversation_id
                  AND r.status IN ('running', 'waiting'))`;

/** Those of the conversations in which an AI agent answers or a workflow runs. */
export const findBusy = async (
  sql: Sql,
  places: readonly ConversationPlace[],
): Promise<ConversationPlace[]> =>
  places.length === 0
    ? []
    : sql.query<ConversationPlace>(
        BUSY,
        [places.map(({ projectId }) => projectId), places.map(({ conversationId }) => conversationId)],
        { prepare: true },
      );
