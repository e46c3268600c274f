import { addJob } from '@parley/jobs';
import type { Sql } from '@parley/persistence';
import { linkCompany } from '../companies';
import {
  type ContactPatch,
  type ContactRow,
  toSearchText,
  changedContact,
  contactMerged,
  contactUpdated,
  updateContactRow,
  changedBy,
  identityChanges,
  appendIdentityEntry,
} from '../contacts';
import type { Origin } from '../saving';
import { removeGuest } from './merge.store';
import { inherit } from './merged-contact';
import { mergeJob } from './move-tickets';

/**
 * Merges a guest and its belongings into the contact that it turned out to be; both are locked. Values of the call win over those
 * of either. The history of the remaining contact has both changes.
 */
export const mergeGuest = async (
  tx: Sql,
  guest: ContactRow,
  heir: ContactRow,
  patch: ContactPatch,
  { scope, method, now, headers }: Origin,
): Promise<ContactRow> => {
  const merged = inherit(heir, guest);
  const company = await linkCompany(tx, merged, patch, now);
  const after = changedContact(merged, patch, company, now) ?? {
    ...merged,
    searchText: toSearchText(merged),
    updatedAt: now,
    version: merged.version + 1,
  };
  await removeGuest(tx, guest, after, now, contactMerged(guest, after, headers));
  await addJob(tx, mergeJob, { targetId: heir.id }, { projectId: heir.projectId, key: guest.id, now });
  await updateContactRow(tx, after, contactUpdated(after, headers));
  for (const [before, as] of [
    [guest, 'merge'],
    [heir, method],
  ] as const) {
    const changes = identityChanges(before, after);
    const { projectId, id: contactId } = heir;
    const by = changedBy(scope.actor, as);
    if (changes) await appendIdentityEntry(tx, { projectId, contactId, at: now, changes, by });
  }
  return after;
};
