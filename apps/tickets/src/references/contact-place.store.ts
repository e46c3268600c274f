import { type Sql } from '@parley/persistence';
import { type ContactRecord, contactUpdate, contactValues, saveContactSql } from '../core/reference.store';

/*
 * A place is a reservation for a contact without a copy. Every caller makes a reservation of its own before it asks the contacts
 * service, and stores the answer only while the reservation exists. A purge or merge of the contact removes all its reservations,
 * so that no earlier answer is stored. A reservation is no contact: nothing can refer to it.
 */

/** How long a place may be in use: much longer than any question takes. */
const PLACE_LIFETIME = '10 minutes';

const prepare = { prepare: true };

/** Makes reservations for contacts, under a token of the caller; removes those of crashed processes. */
export const makePlaces = async (
  sql: Sql,
  projectId: string,
  ids: readonly string[],
  token: string,
): Promise<void> => {
  await sql.query(
    `WITH left_over AS (DELETE FROM contact_place WHERE made_at < now() - interval '${PLACE_LIFETIME}')
     INSERT INTO contact_place (project_id, id, token, made_at) SELECT $1, id, $3, now() FROM unnest($2::text[]) id
     ON CONFLICT (project_id, id, token) DO NOTHING`,
    [projectId, ids, token],
    prepare,
  );
};

const UPDATE_KEPT = `WITH written AS (
    UPDATE contact_reference SET ${contactUpdate}
     WHERE project_id = $1 AND id = $2 AND (version BETWEEN 1 AND $11 OR blocked IS NULL AND version > 0) RETURNING id
  )
  SELECT id FROM written UNION SELECT id FROM contact_reference WHERE project_id = $1 AND id = $2 AND version > $11`;

/** Brings a contact up to date, unless a newer state is kept already. Answers false when it is not kept. */
export const updateKept = async (sql: Sql, projectId: string, contact: ContactRecord): Promise<boolean> =>
  (await sql.query(UPDATE_KEPT, contactValues(projectId, contact), prepare)).length > 0;

const FILL = `WITH place AS MATERIALIZED (
    SELECT id FROM contact_place WHERE project_id = $1 AND id = $2 AND token = $13 FOR UPDATE
  ), written AS (${saveContactSql('place')})
  SELECT id FROM place`;

/** Keeps a contact, unless a newer state is kept already. Answers false when the asker's place was taken away. */
export const fillPlace = async (
  sql: Sql,
  projectId: string,
  contact: ContactRecord,
  token: string,
): Promise<boolean> =>
  (await sql.query(FILL, [...contactValues(projectId, contact), token], prepare)).length > 0;

/** Gives up the places of one who asked. */
export const giveUpPlaces = async (
  sql: Sql,
  projectId: string,
  ids: readonly string[],
  token: string,
): Promise<void> => {
  await sql.query(
    'DELETE FROM contact_place WHERE project_id = $1 AND id = ANY ($2::text[]) AND token = $3',
    [projectId, ids, token],
    prepare,
  );
};

/** Removes all reservations of a contact: current requests for it must ask again. */
export const takePlacesAway = async (sql: Sql, projectId: string, id: string): Promise<void> => {
  await sql.query('DELETE FROM contact_place WHERE project_id = $1 AND id = $2', [projectId, id], prepare);
};
