import { type Sql } from '@parley/persistence';
import { type ContactRecord, contactUpdate, contactValues } from './reference.store';

/*
 * A place is the row of a contact of which nothing is known yet. Its version is 0, which no contact has; nobody takes it
 * for a contact.
 */

const prepare = { prepare: true };

/** Makes places for those of the contacts that are not kept. */
export const makePlaces = async (sql: Sql, projectId: string, ids: readonly string[]): Promise<void> => {
  await sql.query(
    `INSERT INTO contact_reference (project_id, id, version) SELECT $1, id, 0 FROM unnest($2::text[]) id ORDER BY id
     ON CONFLICT (project_id, id) DO NOTHING`,
    [projectId, ids],
    prepare,
  );
};

const writeFrom = (version: number): string => `WITH written AS (
    UPDATE contact_reference SET ${contactUpdate}
     WHERE project_id = $1 AND id = $2 AND version BETWEEN ${version} AND $11 RETURNING id
  )
  SELECT id FROM written UNION SELECT id FROM contact_reference WHERE project_id = $1 AND id = $2 AND version > $11`;

const write = async (sql: Sql, text: string, projectId: string, contact: ContactRecord): Promise<boolean> =>
  (await sql.query(text, contactValues(projectId, contact), prepare)).length > 0;

const UPDATE_KEPT = writeFrom(1);
const FILL = writeFrom(0);

/** Brings a contact up to date, unless a newer state is kept already. Answers false when nothing but a place is kept. */
export const updateKept = (sql: Sql, projectId: string, contact: ContactRecord): Promise<boolean> =>
  write(sql, UPDATE_KEPT, projectId, contact);

/** Puts a contact into its place, or as `updateKept`. Answers false when the place is gone. */
export const fillPlace = (sql: Sql, projectId: string, contact: ContactRecord): Promise<boolean> =>
  write(sql, FILL, projectId, contact);

/** Gives up the places that are left of the contacts. */
export const giveUpPlaces = async (sql: Sql, projectId: string, ids: readonly string[]): Promise<void> => {
  await sql.query(
    'DELETE FROM contact_reference WHERE project_id = $1 AND id = ANY ($2::text[]) AND version = 0',
    [projectId, ids],
    prepare,
  );
};
