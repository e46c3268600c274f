import type { Sql } from '@parley/persistence';
import type { ContactReference } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import type { Member, TeamReference } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import {
  markTicketsOfContact,
  refreshContact as refreshStored,
  refreshTeam as refreshStoredTeam,
  refreshUser as refreshStoredUser,
} from '../core';
import { contactRecord, teamRecord, userRecord } from './reference';

/** Brings a contact that is kept here up to date, and what its tickets are found by. */
export const refreshContact = async (
  tx: Sql,
  projectId: string,
  contact: ContactReference,
): Promise<void> => {
  const isFoundOtherwise = await refreshStored(tx, projectId, contactRecord(contact));
  if (isFoundOtherwise) await markTicketsOfContact(tx, projectId, contact.id);
};

/** Brings a user that is kept here up to date. */
export const refreshUser = (tx: Sql, user: Member): Promise<void> => refreshStoredUser(tx, userRecord(user));

/** Brings a team that is kept here up to date. */
export const refreshTeam = (tx: Sql, projectId: string, team: TeamReference): Promise<void> =>
  refreshStoredTeam(tx, projectId, teamRecord(team));
