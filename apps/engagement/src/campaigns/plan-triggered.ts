import { newId } from '@parley/persistence';
import { type PlanningDeps } from '../emails/deps';
import { type Item } from '../items/item';
import { findItem } from '../items/item.store';
import { type AudienceMember } from './audiences';
import { countMails, lockMailItem, type MailItem } from './delivery.store';
import {
  findTriggers,
  insertTriggered,
  itemsWithTriggers,
  latestMails,
  removeTriggers,
  type Trigger,
} from './trigger.store';

const BATCH = 200;
const MAX_ITEMS = 20;
const DAY_MS = 86_400_000;

type TriggerDeps = Pick<PlanningDeps, 'db' | 'audiences' | 'clock' | 'wakeSender'>;

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

const isReachable = (member: AudienceMember | undefined): member is AudienceMember =>
  member !== undefined &&
  member.belongs &&
  Boolean(member.contact.email) &&
  !member.contact.unsubscribed &&
  !member.contact.blocked;

const storeTriggered = (
  { db, clock }: TriggerDeps,
  of: MailItem,
  {
    item,
    triggers,
    members,
  }: { item: Item; triggers: Trigger[]; members: ReadonlyMap<string, AudienceMember> },
): Promise<void> =>
  db.transaction(async (tx) => {
    const locked = await lockMailItem(tx, of);
    // Paused while its contacts were looked at: what is noted waits until it is live again.
    if (locked?.status === 'paused') return;
    const noted = await removeTriggers(tx, of, triggers);
    if (locked?.status !== 'live') return;
    const latest = await latestMails(tx, of, [...members.keys()]);
    let pending = 0;
    for (const trigger of triggers) {
      const { contactId, eventId } = trigger;
      const member = members.get(contactId);
      if (!noted.has(eventId) || !isReachable(member)) continue;
      const dueAt = dueAfter(item, trigger);
      if (!isOwed(item, latest.get(contactId), dueAt)) continue;
      const address = member.contact.email ?? '';
      if (!(await insertTriggered(tx, of, { id: newId(), contactId, address, eventId, dueAt }))) continue;
      latest.set(contactId, dueAt);
      pending += 1;
    }
    await countMails(tx, of, { pending }, clock());
  });

/** Decides which of the noted events a mail follows: of contacts that belong to the audience now, as often as is due. */
export const planTriggered = async (deps: TriggerDeps, signal: AbortSignal): Promise<boolean> => {
  const { db, audiences, clock, wakeSender } = deps;
  const items = await itemsWithTriggers(db, MAX_ITEMS);
  for (const of of items) {
    if (signal.aborted) return false;
    const [item, triggers] = await Promise.all([
      findItem(db, of.projectId, of.itemId),
      findTriggers(db, of, BATCH),
    ]);
    if (!item) continue;
    const ids = [...new Set(triggers.map(({ contactId }) => contactId))];
    const members = await audiences.members(item, ids, clock());
    await storeTriggered(deps, of, { item, triggers, members });
    wakeSender();
  }
  return items.length > 0;
};
