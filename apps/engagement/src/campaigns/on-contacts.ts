import type { DomainEvent } from '@parley/events';
import { eraseMails } from '@parley/mail';
import type { Sql } from '@parley/persistence';
import type { Deps } from '../deps';
import { askCampaign, campaignJobs } from '../rounds';
import { countMails, lockMailItem } from './delivery.store';
import {
  findMailedItems,
  moveMails,
  moveTriggers,
  removeContactTriggers,
  removeMails,
} from './contact-mails.store';
import { noteTriggers } from './trigger.store';

/** The durable by which e-mails follow contacts. */
export const EMAILS_DURABLE = 'engagement-emails';

interface Payload {
  events?: { id: string; name: string; date: string }[];
  /** Of a merged guest: the contact that it is part of. */
  into?: { id: string };
}

/** Removes the mails of a contact of one item; what waits no longer counts as pending, everything else stays counted. */
const removeItemMails = async (
  tx: Sql,
  { clock }: Pick<Deps, 'clock'>,
  of: { projectId: string; itemId: string },
  contactId: string,
): Promise<void> => {
  // Without its item nothing is left of the mails either.
  const item = await lockMailItem(tx, of);
  if (!item) return;
  const [now, pending] = [clock(), await removeMails(tx, of, contactId)];
  await countMails(tx, of, { pending: -pending }, now);
  // It may have been the last one that waited.
  if (pending > 0) await askCampaign(tx, campaignJobs[item.type].mails, of, { now });
};

/** Locks the items with mails of a contact before the mails, in the same order as planning and reporting of mails. */
const lockItemsOfContact = async (tx: Sql, projectId: string, contactId: string): Promise<string[]> => {
  const items = await findMailedItems(tx, projectId, contactId);
  for (const itemId of items) await lockMailItem(tx, { projectId, itemId });
  return items;
};

const forget = async (
  tx: Sql,
  deps: Pick<Deps, 'clock'>,
  projectId: string,
  contactId: string,
): Promise<void> => {
  const items = await lockItemsOfContact(tx, projectId, contactId);
  await removeContactTriggers(tx, projectId, contactId);
  for (const itemId of items) await removeItemMails(tx, deps, { projectId, itemId }, contactId);
  if (items.length > 0) await eraseMails(tx, deps.clock());
};

/** Gives the mails of a guest to the contact that it is part of; of two for one occasion the contact's own stays. */
const bequeath = async (
  tx: Sql,
  deps: Pick<Deps, 'clock'>,
  projectId: string,
  { from, to }: { from: string; to: string },
): Promise<void> => {
  const items = await lockItemsOfContact(tx, projectId, from);
  for (const itemId of await moveTriggers(tx, projectId, { from, to })) {
    const item = await lockMailItem(tx, { projectId, itemId });
    if (item)
      await askCampaign(tx, campaignJobs[item.type].triggers, { projectId, itemId }, { now: deps.clock() });
  }
  for (const itemId of items) await moveMails(tx, { projectId, itemId }, { from, to });
  await forget(tx, deps, projectId, from);
};

/** Follows what contacts do, and contacts that are deleted or turn out to be another one. */
export const emailsOnContacts =
  (deps: Pick<Deps, 'clock'>) =>
  async (
    { subject, projectId, aggregateId, payload, createdAt }: DomainEvent<Payload>,
    tx: Sql,
  ): Promise<undefined> => {
    if (subject.endsWith('.tracked')) {
      const events = (payload.events ?? []).map(({ id, name, date }) => ({ id, name, date }));
      await noteTriggers(tx, projectId, aggregateId, { events, at: createdAt, now: deps.clock() });
      return undefined;
    }
    const { into } = payload;
    if (into) await bequeath(tx, deps, projectId, { from: aggregateId, to: into.id });
    else await forget(tx, deps, projectId, aggregateId);
    return undefined;
  };
