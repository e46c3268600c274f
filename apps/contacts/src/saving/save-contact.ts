import { demand, type ProjectScope, projectScope } from '@parley/auth';
import type { Sql } from '@parley/persistence';
import { type CallContext, eventHeaders } from '@parley/rpc';
import { linkCompany } from '../companies';
import {
  changedBy,
  type ChangedBy,
  identityChanges,
  appendIdentityEntry,
  type ContactPatch,
  type ContactRow,
  changedContact,
  changesTags,
  newContact,
  contactCreated,
  contactUpdated,
  insertContact,
  updateContactRow,
} from '../contacts';

/** Who writes a contact, when, and what travels with the event. */
export interface Origin {
  scope: ProjectScope;
  method: ChangedBy['method'];
  now: Date;
  headers: Record<string, string>;
}

/** The origin of a call's writes. */
export const makeOrigin = (context: CallContext, method: ChangedBy['method'], now: Date): Origin => ({
  scope: projectScope(context.scope),
  method,
  now,
  headers: eventHeaders(context),
});

/** 403 unless the caller may give a contact the tags of a patch. */
export const demandTags = (scope: ProjectScope, stored: readonly string[], patch: ContactPatch): void => {
  if (changesTags(stored, patch)) demand(scope, 'SESSION_TAGS_UPDATE');
};

/**
 * Adds a contact. Answers undefined, and adds none, when its `userId` is taken. Outside a transaction only without a
 * `companyId`, because the company is written apart. 403 for tags without SESSION_TAGS_UPDATE.
 */
export const addContact = async (
  sql: Sql,
  patch: ContactPatch,
  { scope, now, headers }: Origin,
): Promise<ContactRow | undefined> => {
  demandTags(scope, [], patch);
  const { projectId, organisationId } = scope;
  const unlinked = { projectId, organisationId, companyId: null, companyName: null };
  const company = await linkCompany(sql, unlinked, patch, now);
  const row = newContact({ projectId, organisationId }, patch, company, now);
  return (await insertContact(sql, row, contactCreated(row, headers))) ? row : undefined;
};

/**
 * Changes a locked contact, with identity history and event. Answers it after the change; nothing is written when
 * nothing changes. 403 for other tags without SESSION_TAGS_UPDATE.
 */
export const changeContact = async (
  tx: Sql,
  row: ContactRow,
  patch: ContactPatch,
  { scope, method, now, headers }: Origin,
): Promise<ContactRow> => {
  demandTags(scope, row.tags, patch);
  const after = changedContact(row, patch, await linkCompany(tx, row, patch, now), now);
  if (!after) return row;
  await updateContactRow(tx, after, contactUpdated(after, headers));
  const changes = identityChanges(row, after);
  if (changes) {
    const { projectId, id: contactId } = row;
    const by = changedBy(scope.actor, method);
    await appendIdentityEntry(tx, { projectId, contactId, at: now, changes, by });
  }
  return after;
};
