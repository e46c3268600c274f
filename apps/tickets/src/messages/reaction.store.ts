import type { Sql } from '@parley/persistence';
import { MAX_EMOJIS, MAX_REACTIONS } from './reaction';

/** A reaction of a user to a message. */
export interface ReactionOf {
  projectId: string;
  messageId: string;
  emoji: string;
  user: string;
}

/** How a message stands to a reaction. */
export interface ReactionState {
  isThere: boolean;
  /** Whether the message takes no more, or no other emoji. */
  isFull: boolean;
}

const ONE = `jsonb_build_object('emoji', $3::text, 'user', $4::text)`;
const SAME_EMOJI = `jsonb_build_array(jsonb_build_object('emoji', $3::text))`;

/** Locks a message and answers its state for a reaction; undefined when there is no such message. */
export const lockReactions = async (
  tx: Sql,
  { projectId, messageId, emoji, user }: ReactionOf,
): Promise<ReactionState | undefined> => {
  const [state] = await tx.query<ReactionState>(
    `SELECT reactions @> jsonb_build_array(${ONE}) AS "isThere",
            jsonb_array_length(reactions) >= ${MAX_REACTIONS} OR (NOT reactions @> ${SAME_EMOJI} AND
              (SELECT count(DISTINCT r ->> 'emoji') FROM jsonb_array_elements(reactions) r) >= ${MAX_EMOJIS})
              AS "isFull"
       FROM message WHERE project_id = $1 AND id = $2 FOR UPDATE`,
    [projectId, messageId, emoji, user],
  );
  return state;
};

/** Adds a reaction to a locked message. */
export const addReaction = async (
  tx: Sql,
  { projectId, messageId, emoji, user }: ReactionOf,
  now: Date,
): Promise<void> => {
  await tx.query(
    `UPDATE message SET reactions = reactions || ${ONE}, updated_at = $5 WHERE project_id = $1 AND id = $2`,
    [projectId, messageId, emoji, user, now],
  );
};

/** Takes a reaction from a locked message. */
export const removeReaction = async (
  tx: Sql,
  { projectId, messageId, emoji, user }: ReactionOf,
  now: Date,
): Promise<void> => {
  await tx.query(
    `UPDATE message SET updated_at = $5, reactions = coalesce((
        SELECT jsonb_agg(r ORDER BY place) FROM jsonb_array_elements(reactions) WITH ORDINALITY AS list (r, place)
         WHERE r <> ${ONE}), '[]')
      WHERE project_id = $1 AND id = $2`,
    [projectId, messageId, emoji, user, now],
  );
};
