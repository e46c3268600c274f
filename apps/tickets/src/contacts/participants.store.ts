import type { Sql } from '@parley/persistence';

const OF_CONTACT = 'project_id = $1 AND session_ids @> ARRAY[$2::text]';

/** `extra` with the contact replaced among the participants by others of a JSON list. */
const extraWith = (others: string): string => `CASE WHEN extra -> 'participants' ? $2
  THEN jsonb_set(extra, '{participants}', (extra -> 'participants') - $2 || ${others}) ELSE extra END`;

const OTHER = `CASE WHEN session_id = $3 OR extra -> 'participants' ? $3 THEN '[]' ELSE jsonb_build_array($3::text) END`;

/** Replaces a merged contact in lists of contacts concerned and of participants, once each. */
export const moveParticipant = async (
  tx: Sql,
  projectId: string,
  contactId: string,
  heirId: string,
): Promise<void> => {
  await tx.query(
    `UPDATE ticket SET session_ids = CASE WHEN session_ids @> ARRAY[$3::text] THEN array_remove(session_ids, $2::text)
                                          ELSE array_replace(session_ids, $2::text, $3::text) END,
       extra = ${extraWith(OTHER)}
      WHERE ${OF_CONTACT}`,
    [projectId, contactId, heirId],
  );
  for (const side of ['from_value', 'to_value'])
    await tx.query(
      `UPDATE ticket_history SET ${side} = to_jsonb($3::text)
        WHERE project_id = $1 AND field = 'participant' AND ${side} #>> '{}' = $2`,
      [projectId, contactId, heirId],
    );
};

const FORGET = [
  `UPDATE ticket SET session_ids = array_remove(session_ids, $2), extra = ${extraWith(`'[]'`)} WHERE ${OF_CONTACT}`,
  ...['from_value', 'to_value'].map(
    (side) => `UPDATE ticket_history SET ${side} = NULL
      WHERE project_id = $1 AND field = 'participant' AND ${side} #>> '{}' = $2`,
  ),
];

/** Takes a deleted contact out of lists of contacts concerned and of participants. */
export const removeParticipant = async (tx: Sql, projectId: string, contactId: string): Promise<void> => {
  for (const statement of FORGET) await tx.query(statement, [projectId, contactId]);
};
