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

/** An address list of `data.email` without the address of the contact. */
const listWithout = (list: string): string =>
  `(SELECT coalesce(jsonb_agg(a ORDER BY n), '[]') FROM jsonb_array_elements(m.data #> '{email,${list}}')
      WITH ORDINALITY a(a, n) WHERE a ->> 'address' IS DISTINCT FROM c.email)`;

const namesIn = (list: string): string =>
  `m.data #> '{email,${list}}' @> jsonb_build_array(jsonb_build_object('address', c.email))`;

/**
 * Takes a deleted contact out of lists of contacts concerned and of participants, and its address out of the mails of those tickets,
 * received ones and those that are yet to leave.
 */
export const removeParticipant = async (tx: Sql, projectId: string, contactId: string): Promise<void> => {
  const params = [projectId, contactId];
  const tickets = `SELECT id FROM ticket WHERE ${OF_CONTACT}`;
  const contact = `SELECT email FROM contact_reference WHERE project_id = $1 AND id = $2 AND email IS NOT NULL`;
  // Before their messages, in the order in which all lock them.
  await tx.query(`${tickets} ORDER BY id FOR UPDATE`, params);
  for (const list of ['to', 'cc'])
    await tx.query(
      `UPDATE message m SET data = jsonb_set(m.data, '{email,${list}}', ${listWithout(list)})
         FROM (${contact}) c
        WHERE m.project_id = $1 AND m.ticket_id IN (${tickets}) AND ${namesIn(list)}`,
      params,
    );
  await tx.query(
    `UPDATE message m SET delivery = (SELECT coalesce(jsonb_agg(d ORDER BY n), '[]')
         FROM jsonb_array_elements(m.delivery) WITH ORDINALITY d(d, n) WHERE d ->> 'address' <> c.email)
       FROM (${contact}) c
      WHERE m.project_id = $1 AND m.ticket_id IN (${tickets})
        AND m.delivery @> jsonb_build_array(jsonb_build_object('address', c.email))`,
    params,
  );
  await tx.query(
    `UPDATE mail_job j SET mail = jsonb_set(j.mail, '{cc}', (SELECT coalesce(jsonb_agg(a), '[]')
         FROM jsonb_array_elements(j.mail -> 'cc') a WHERE a ->> 'address' <> c.email))
         || CASE WHEN j.mail ? 'only' THEN jsonb_build_object('only', (j.mail -> 'only') - c.email) ELSE '{}' END
       FROM (${contact}) c
      WHERE j.project_id = $1 AND j.aggregate_id IN (${tickets})
        AND j.mail -> 'cc' @> jsonb_build_array(jsonb_build_object('address', c.email))`,
    params,
  );
  await tx.query(
    `UPDATE ticket SET session_ids = array_remove(session_ids, $2), extra = ${extraWith(`'[]'`)} WHERE ${OF_CONTACT}`,
    params,
  );
  for (const side of ['from_value', 'to_value'])
    await tx.query(
      `UPDATE ticket_history SET ${side} = NULL
        WHERE project_id = $1 AND field = 'participant' AND ${side} #>> '{}' = $2`,
      params,
    );
};
