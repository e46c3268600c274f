import type { Sql } from '@parley/persistence';
import { contactUpdated, type EmailBounced, lockContact, updateContactRow } from '../contacts';
import { findBounced } from './bounce.store';

/** A mail of a contact, or one to it that came back. */
export interface MailNews {
  projectId: string;
  contactId: string;
  /** What travels with the events. */
  headers: Record<string, string>;
  /** Undefined for a mail of the contact. */
  bounced: (EmailBounced & { email: string }) | undefined;
}

const noteOne = async (tx: Sql, { projectId, contactId, headers, bounced }: MailNews): Promise<void> => {
  const row = await lockContact(tx, projectId, contactId);
  if (!row) return;
  if (bounced ? bounced.email !== row.email : row.emailBounced === null) return;
  const emailBounced = bounced ? { at: bounced.at, reason: bounced.reason } : null;
  const after = { ...row, emailBounced, updatedAt: new Date(), version: row.version + 1 };
  await updateContactRow(tx, after, contactUpdated(after, headers));
};

/**
 * Notes at contacts, in order, that a mail came back, and forgets it with their next mail. Contacts are locked in the order of their
 * ids. Most mails come from contacts without such a note: one read finds the others.
 */
export const noteMailNews = async (tx: Sql, news: readonly MailNews[]): Promise<void> => {
  if (news.length === 0) return;
  const bounced = new Set(news.filter((one) => one.bounced).map(({ contactId }) => contactId));
  const noted = await findBounced(tx, news);
  const relevant = news.filter(({ contactId }) => bounced.has(contactId) || noted.has(contactId));
  const ordered = relevant.toSorted((a, b) =>
    a.contactId < b.contactId ? -1 : Number(a.contactId > b.contactId),
  );
  for (const one of ordered) await noteOne(tx, one);
};
