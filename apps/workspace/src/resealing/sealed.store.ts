import type { Store } from '../db';
import type { FormerSecret } from '../secrets';

/** A project's sealed texts. */
export interface SealedProject {
  id: string;
  sessionSecret: string;
  formerSessionSecrets: FormerSecret[];
  secretKey: string | null;
  integrations: Record<string, string>;
}

/** Projects after an id, in the order of their ids. */
export const listSealedProjects = (store: Store, after: string, limit: number): Promise<SealedProject[]> =>
  store.sql.query(
    `SELECT id, session_secret AS "sessionSecret", former_session_secrets AS "formerSessionSecrets",
            secret_key AS "secretKey", integrations
     FROM project WHERE id > $1 ORDER BY id LIMIT $2`,
    [after, limit],
  );

/** Replaces a project's sealed texts, unless they changed since they were read. Answers whether it did. */
export const replaceSealedProject = async (
  store: Store,
  before: SealedProject,
  after: SealedProject,
): Promise<boolean> => {
  const rows = await store.sql.query(
    `UPDATE project SET session_secret = $2, integrations = $3::jsonb, former_session_secrets = $6::jsonb, secret_key = $8
     WHERE id = $1 AND session_secret = $4 AND integrations = $5::jsonb AND former_session_secrets = $7::jsonb
       AND secret_key IS NOT DISTINCT FROM $9
     RETURNING id`,
    [
      before.id,
      after.sessionSecret,
      JSON.stringify(after.integrations),
      before.sessionSecret,
      JSON.stringify(before.integrations),
      JSON.stringify(after.formerSessionSecrets),
      JSON.stringify(before.formerSessionSecrets),
      after.secretKey,
      before.secretKey,
    ],
  );
  return rows.length > 0;
};

/** Keys that sign, with their sealed private parts. */
export const listSealedKeys = (store: Store): Promise<{ kid: string; privateKey: string }[]> =>
  store.sql.query(
    `SELECT kid, private_key AS "privateKey" FROM signing_key WHERE private_key IS NOT NULL ORDER BY kid`,
  );

/** Replaces a key's sealed private part, unless the key was retired in between. */
export const replaceSealedKey = async (store: Store, kid: string, privateKey: string): Promise<void> => {
  await store.sql.query(
    'UPDATE signing_key SET private_key = $2 WHERE kid = $1 AND private_key IS NOT NULL',
    [kid, privateKey],
  );
};

/** A webhook's sealed texts. */
export interface SealedWebhook {
  projectId: string;
  id: string;
  secret: string;
  formerSecrets: FormerSecret[];
  headers: string;
}

/** Webhooks of all projects after one, in the order of their keys. */
export const listSealedWebhooks = (
  store: Store,
  after: Pick<SealedWebhook, 'projectId' | 'id'>,
  limit: number,
): Promise<SealedWebhook[]> =>
  store.sql.query(
    `SELECT project_id AS "projectId", id, secret, former_secrets AS "formerSecrets", headers FROM webhook
     WHERE (project_id, id) > ($1, $2) ORDER BY project_id, id LIMIT $3`,
    [after.projectId, after.id, limit],
  );

/** Replaces a webhook's sealed texts, unless they changed since they were read. Answers whether it did. */
export const replaceSealedWebhook = async (
  store: Store,
  before: SealedWebhook,
  after: SealedWebhook,
): Promise<boolean> => {
  const rows = await store.sql.query(
    `UPDATE webhook SET secret = $3, former_secrets = $4::jsonb, headers = $5
     WHERE project_id = $1 AND id = $2 AND secret = $6 AND former_secrets = $7::jsonb AND headers = $8 RETURNING id`,
    [
      before.projectId,
      before.id,
      after.secret,
      JSON.stringify(after.formerSecrets),
      after.headers,
      before.secret,
      JSON.stringify(before.formerSecrets),
      before.headers,
    ],
  );
  return rows.length > 0;
};
