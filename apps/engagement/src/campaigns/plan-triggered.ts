import type { Doer } from '@parley/jobs';
import { newId } from '@parley/persistence';
import type { EmailDeps } from '../emails';
import type { Item } from '../core';
import { findItem } from '../items';
import { askCampaign } from '../rounds';
import type { Channel } from './channel';
import { countMails, lockMailItem, type MailItem } from './delivery.store';
import { findTriggers, insertTriggered, latestMails, removeTriggers, type Trigger } from './trigger.store';

const BATCH = 200;
const DAY_MS = 86_400_000;

type TriggerDeps = Pick<EmailDeps, 'db' | 'audiences' | 'clock'> & { channel: Channel };

/** Who decides which of the noted events a mail follows: of contacts that belong to the audience now, as often as is due. */
export const createTriggerPlanner = (deps: TriggerDeps): Doer<Record<string, never>> => ({
  handle: async (_payload, { projectId, key: itemId }) => {
    const { db, audiences, clock } = deps;
    const of = { projectId, itemId };
    const item = await findItem(db, projectId, itemId);
    // Events recorded for a paused item wait until it is live again, which queues it.
    if (!item || item.status === 'paused') return undefined;
    const triggers = await findTriggers(db, of, BATCH);
    if (triggers.length === 0) return undefined;
    const ids = [...new Set(triggers.map(({ contactId }) => contactId))];
    const members = await audiences.members(item, ids, clock());
    const addresses = await deps.channel.addresses(item, [...members.values()]);
    await storeTriggered(deps, of, { item, triggers, addresses });
    return triggers.length === BATCH ? { goOnAt: clock() } : undefined;
  },
});

/** When the mail that follows an event is due. */
const dueAfter = (
  { eventTriggerDelay, startSendingAfter }: Pick<Item, 'eventTriggerDelay' | 'startSendingAfter'>,
  { eventAt }: Trigger,
): Date =>
  new Date(Math.max(eventAt.getTime() + eventTriggerDelay * 1000, startSendingAfter?.getTime() ?? 0));

/** Whether a contact gets another mail, due at a time, after its latest one. */
const isOwed = (
  { frequency, frequencyDays }: Pick<Item, 'frequency' | 'frequencyDays'>,
  latest: Date | undefined,
  due: Date,
): boolean => {
  if (latest === undefined || frequency === 'always') return true;
  return frequency === 'days' && due.getTime() - latest.getTime() >= (frequencyDays ?? 1) * DAY_MS;
};

const storeTriggered = (
  { db, clock, channel }: TriggerDeps,
  of: MailItem,
  { item, triggers, addresses }: { item: Item; triggers: Trigger[]; addresses: ReadonlyMap<string, string> },
): Promise<void> =>
  db.transaction(async (tx) => {
    const locked = await lockMailItem(tx, of);
    // Paused while its contacts were read: recorded events wait until it is live again.
    if (locked?.status === 'paused') return;
    const noted = await removeTriggers(tx, of, triggers);
    if (locked?.status !== 'live') return;
    const latest = await latestMails(tx, of, [...addresses.keys()]);
    const dueTimes: Date[] = [];
    for (const trigger of triggers) {
      const { contactId, eventId } = trigger;
      const address = addresses.get(contactId);
      if (!noted.has(eventId) || address === undefined) continue;
      const dueAt = dueAfter(item, trigger);
      if (!isOwed(item, latest.get(contactId), dueAt)) continue;
      if (!(await insertTriggered(tx, of, { id: newId(), contactId, address, eventId, dueAt }))) continue;
      latest.set(contactId, dueAt);
      dueTimes.push(dueAt);
    }
    const now = clock();
    await countMails(tx, of, { pending: dueTimes.length }, now);
    for (const at of dueTimes) await askCampaign(tx, channel.jobs.mails, of, { now, at });
  });
