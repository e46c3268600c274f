import { newId, type Sql } from '@parley/persistence';
import type { ChangedBy, IdentityChange } from './identity-history';

/** A change of a contact's identity, with time and actor. */
export interface IdentityEntry {
  projectId: string;
  contactId: string;
  at: Date;
  changes: Record<string, IdentityChange>;
  by: ChangedBy;
}

const INSERT = `INSERT INTO identity_history (project_id, contact_id, id, at, changes, "by")
  VALUES ($1, $2, $3, $4, $5::jsonb, $6::jsonb)`;

/** Records a change in the transaction that makes it. */
export const appendIdentityEntry = async (tx: Sql, entry: IdentityEntry): Promise<void> => {
  const { projectId, contactId, at, changes, by } = entry;
  await tx.query(INSERT, [projectId, contactId, newId(), at, JSON.stringify(changes), JSON.stringify(by)], {
    prepare: true,
  });
};

const NEWEST = `SELECT at, changes, "by" FROM identity_history
  WHERE project_id = $1 AND contact_id = $2 ORDER BY id DESC LIMIT $3`;

/** A contact's changes, the newest first. */
export const findIdentityEntries = (
  sql: Sql,
  projectId: string,
  contactId: string,
  limit: number,
): Promise<Pick<IdentityEntry, 'at' | 'changes' | 'by'>[]> =>
  sql.query<Pick<IdentityEntry, 'at' | 'changes' | 'by'>>(NEWEST, [projectId, contactId, limit], {
    prepare: true,
  });
