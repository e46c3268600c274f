import { eraseMails } from '@parley/mail';
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

const TICKETS = `SELECT id FROM ticket WHERE ${OF_CONTACT}`;
const CONTACT = `(SELECT email FROM contact_reference WHERE project_id = $1 AND id = $2 AND email IS NOT NULL) c`;

/** Elements of a list in JSON that do not name the address of the contact. */
const listWithout = (list: string): string =>
  `(SELECT coalesce(jsonb_agg(e.one ORDER BY e.place), '[]') FROM jsonb_array_elements(${list})
      WITH ORDINALITY e(one, place) WHERE e.one ->> 'address' IS DISTINCT FROM c.email)`;
const isIn = (list: string): string => `${list} @> jsonb_build_array(jsonb_build_object('address', c.email))`;

/** Takes the address out of a list in the data of messages. */
const forgetInData = (list: string): string => `
UPDATE message m SET data = jsonb_set(m.data, '{email,${list}}', ${listWithout(`m.data #> '{email,${list}}'`)})
  FROM ${CONTACT} WHERE m.project_id = $1 AND m.ticket_id IN (${TICKETS}) AND ${isIn(`m.data #> '{email,${list}}'`)}`;

const FORGET_IN_MAILS = [
  forgetInData('to'),
  forgetInData('cc'),
  // Where a folder keeps mails that were sent, it deletes those without a row.
  `DELETE FROM mail_job j USING message m, ${CONTACT}
    WHERE m.project_id = $1 AND m.ticket_id IN (${TICKETS}) AND ${isIn('m.delivery')}
      AND j.id = m.email_id AND j.project_id = $1 AND j.status IN ('sent', 'failed')`,
  `UPDATE message m SET delivery = ${listWithout('m.delivery')}
     FROM ${CONTACT} WHERE m.project_id = $1 AND m.ticket_id IN (${TICKETS}) AND ${isIn('m.delivery')}`,
  `UPDATE mail_job j SET mail = jsonb_set(j.mail, '{cc}', ${listWithout("j.mail -> 'cc'")})
       || CASE WHEN j.mail ? 'only' THEN jsonb_build_object('only', (j.mail -> 'only') - c.email) ELSE '{}' END
     FROM ${CONTACT} WHERE j.project_id = $1 AND j.aggregate_id IN (${TICKETS}) AND ${isIn("j.mail -> 'cc'")}`,
  // All others have got it.
  `DELETE FROM mail_job WHERE project_id = $1 AND aggregate_id IN (${TICKETS}) AND mail -> 'only' = '[]' AND status = 'pending'`,
];

const FORGET = [
  `UPDATE ticket SET session_ids = array_remove(session_ids, $2), extra = ${extraWith(`'[]'`)} WHERE ${OF_CONTACT}`,
  ...['from_value', 'to_value'].map(
    (side) => `UPDATE ticket_history SET ${side} = NULL
      WHERE project_id = $1 AND field = 'participant' AND ${side} #>> '{}' = $2`,
  ),
];

/**
 * Takes a deleted contact out of lists of contacts concerned and of participants, and its address out of the mails of those tickets:
 * received ones, those that are yet to leave, and copies that a folder keeps.
 */
export const removeParticipant = async (tx: Sql, projectId: string, contactId: string): Promise<void> => {
  const params = [projectId, contactId];
  // Before their messages, in the order in which all lock them.
  const tickets = await tx.query(`${TICKETS} ORDER BY id FOR UPDATE`, params);
  if (tickets.length > 0) {
    for (const statement of FORGET_IN_MAILS) await tx.query(statement, params);
    await eraseMails(tx, new Date());
  }
  for (const statement of FORGET) await tx.query(statement, params);
};
