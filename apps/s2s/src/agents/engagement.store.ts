import { defineJob, doubling, hastenJob } from '@parley/jobs';
import type { Sql } from '@parley/persistence';

const prepare = { prepare: true };

/** Lets the ticket of a conversation, its key, show that its AI agent is over. */
export const endJob = defineJob<Record<string, never>>({
  name: 'AI agent ends',
  concurrency: 4,
  backoff: doubling(1_000, 60_000),
});

/** An AI agent that answers in a conversation. */
export interface Engagement {
  projectId: string;
  conversationId: string;
  organisationId: string;
  agentId: string;
  contactId: string;
  engagedAt: Date;
}

/** A conversation and its contact. */
export type Place = Pick<Engagement, 'projectId' | 'organisationId' | 'contactId'> & {
  conversationId: string | null;
};

/** Engages an AI agent in a conversation, in place of another one. */
export const engage = async (tx: Sql, place: Place, agentId: string, at: Date): Promise<void> => {
  await tx.query(
    `INSERT INTO agent_engagement (project_id, conversation_id, organisation_id, agent_id, contact_id, engaged_at)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (project_id, conversation_id) DO UPDATE
        SET agent_id = EXCLUDED.agent_id, engaged_at = EXCLUDED.engaged_at, due_at = NULL`,
    [place.projectId, place.conversationId, place.organisationId, agentId, place.contactId, at],
    prepare,
  );
};

/** Records that the workflow or AI agent of a new conversation is deleted: its ticket has to show it. */
export const noteGone = async (tx: Sql, place: Place, id: string, at: Date): Promise<void> => {
  const { projectId, conversationId } = place;
  const rows = await tx.query<{ id: string }>(
    `INSERT INTO agent_engagement (project_id, conversation_id, organisation_id, agent_id, contact_id, engaged_at, due_at)
     VALUES ($1, $2, $3, $4, $5, $6, $6) ON CONFLICT (project_id, conversation_id) DO NOTHING RETURNING conversation_id AS id`,
    [projectId, conversationId, place.organisationId, id, place.contactId, at],
    prepare,
  );
  await askEnds(tx, projectId, rows, at);
};

const askEnds = async (
  tx: Sql,
  projectId: string,
  rows: readonly { id: string }[],
  now: Date,
): Promise<void> => {
  for (const { id } of rows) await hastenJob(tx, endJob, {}, { projectId, key: id, now });
};

const columns = `e.project_id AS "projectId", e.conversation_id AS "conversationId", e.organisation_id AS "organisationId",
  e.agent_id AS "agentId", e.contact_id AS "contactId", e.engaged_at AS "engagedAt"`;

/** The AI agent that answers in a conversation now. */
export const findEngagement = async (
  sql: Sql,
  projectId: string,
  conversationId: string,
): Promise<Engagement | undefined> =>
  (
    await sql.query<Engagement>(
      `SELECT ${columns} FROM agent_engagement e
        WHERE e.project_id = $1 AND e.conversation_id = $2 AND e.due_at IS NULL`,
      [projectId, conversationId],
      prepare,
    )
  )[0];

/** Selects engagements. */
export type EngagementsFilter = { agentId: string } | { conversationId: string };

/** Ends engagements: no further message is answered, and their tickets show so soon. */
export const endEngagements = async (
  tx: Sql,
  projectId: string,
  of: EngagementsFilter,
  now: Date,
): Promise<void> => {
  const [column, id] = 'agentId' in of ? ['agent_id', of.agentId] : ['conversation_id', of.conversationId];
  const rows = await tx.query<{ id: string }>(
    `UPDATE agent_engagement SET due_at = $3 WHERE project_id = $1 AND ${column} = $2 AND due_at IS NULL
     RETURNING conversation_id AS id`,
    [projectId, id, now],
    prepare,
  );
  await askEnds(tx, projectId, rows, now);
};

/** Forgets the AI agent of a conversation that something else has from now on. */
export const removeEngagement = async (tx: Sql, projectId: string, conversationId: string): Promise<void> => {
  await tx.query(
    'DELETE FROM agent_engagement WHERE project_id = $1 AND conversation_id = $2 AND due_at IS NULL',
    [projectId, conversationId],
    prepare,
  );
};

/** Forgets that an AI agent has a conversation in which people have taken over; another one that is engaged by then stays. */
export const forgetAgent = async (
  tx: Sql,
  { projectId, conversationId }: Pick<Engagement, 'projectId' | 'conversationId'>,
  agentId: string,
): Promise<void> => {
  await tx.query(
    'DELETE FROM agent_engagement WHERE project_id = $1 AND conversation_id = $2 AND agent_id = $3',
    [projectId, conversationId, agentId],
    prepare,
  );
};

/** The ended AI agent of a conversation with a ticket that may not show it yet. */
export const findEnded = async (
  sql: Sql,
  projectId: string,
  conversationId: string,
): Promise<Engagement | undefined> =>
  (
    await sql.query<Engagement>(
      `SELECT ${columns} FROM agent_engagement e
        WHERE e.project_id = $1 AND e.conversation_id = $2 AND e.due_at IS NOT NULL`,
      [projectId, conversationId],
      prepare,
    )
  )[0];

/** Deletes an ended engagement, unless another one began in between. */
export const forgetEnded = async (
  tx: Sql,
  { projectId, conversationId, engagedAt }: Engagement,
): Promise<void> => {
  await tx.query(
    `DELETE FROM agent_engagement WHERE project_id = $1 AND conversation_id = $2 AND engaged_at = $3
        AND due_at IS NOT NULL`,
    [projectId, conversationId, engagedAt],
    prepare,
  );
};
