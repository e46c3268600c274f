import type { Sql } from '@parley/persistence';

/** A guest's rounds come after those of the contact that it turned out to be, in which a survey that is answered once keeps one round. */
const MOVE = `UPDATE survey_response g SET contact_id = $3,
    round = g.round + COALESCE((SELECT max(h.round) FROM survey_response h
      WHERE h.project_id = $1 AND h.contact_id = $3 AND h.item_id = g.item_id), 0)
  WHERE g.project_id = $1 AND g.contact_id = $2`;

/** Rounds that a merged contact cannot have beside its own: others of a survey answered once, and begun ones before the latest. */
const SUPERFLUOUS = `DELETE FROM survey_response r USING item i
  WHERE r.project_id = $1 AND r.contact_id = $2 AND i.project_id = r.project_id AND i.id = r.item_id
    AND EXISTS (SELECT FROM survey_response o WHERE o.project_id = $1 AND o.contact_id = $2 AND o.item_id = r.item_id
      AND o.round <> r.round
      AND CASE WHEN r.status = o.status THEN r.round > o.round AND (i.frequency = 'once' OR r.status = 'partial')
               ELSE r.status = 'partial' AND (i.frequency = 'once' OR r.round < o.round) END)`;

/** Moves the responses of a guest to the contact that it was merged into. */
export const mergeResponses = async (
  tx: Sql,
  projectId: string,
  from: string,
  into: string,
): Promise<void> => {
  await tx.query(MOVE, [projectId, from, into]);
  await tx.query(SUPERFLUOUS, [projectId, into]);
};
