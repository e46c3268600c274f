import { type Store } from '../db';

/** A project's sealed texts. */
export interface SealedProject {
  id: string;
  sessionSecret: string;
  integrations: Record<string, string>;
}

/** Projects after an id, in the order of their ids. */
export const listSealedProjects = (store: Store, after: string, limit: number): Promise<SealedProject[]> =>
  store.sql.query(
    `SELECT id, session_secret AS "sessionSecret", integrations FROM project WHERE id > $1 ORDER BY id LIMIT $2`,
    [after, limit],
  );

/** Replaces a project's sealed texts, unless they changed since they were read. Answers whether it did. */
export const replaceSealedProject = async (
  store: Store,
  before: SealedProject,
  after: SealedProject,
): Promise<boolean> => {
  const rows = await store.sql.query(
    `UPDATE project SET session_secret = $2, integrations = $3::jsonb
     WHERE id = $1 AND session_secret = $4 AND integrations = $5::jsonb RETURNING id`,
    [
      before.id,
      after.sessionSecret,
      JSON.stringify(after.integrations),
      before.sessionSecret,
      JSON.stringify(before.integrations),
    ],
  );
  return rows.length > 0;
};

/** Keys that sign, with their sealed private parts. */
export const listSealedKeys = (store: Store): Promise<{ kid: string; privateKey: string }[]> =>
  store.sql.query(
    `SELECT kid, private_key AS "privateKey" FROM signing_key WHERE private_key IS NOT NULL ORDER BY kid`,
  );

/** Replaces a key's sealed private part, unless the key was retired meanwhile. */
export const replaceSealedKey = async (store: Store, kid: string, privateKey: string): Promise<void> => {
  await store.sql.query(
    'UPDATE signing_key SET private_key = $2 WHERE kid = $1 AND private_key IS NOT NULL',
    [kid, privateKey],
  );
};
