import { keptMessage } from '@parley/errors';
import { retryDelay } from '@parley/mail';
import { type PushOutcome, sendPush } from '@parley/push';
import type { AudienceMember, BegunDelivery, EmailDeps, Outcome } from '../emails';
import type { Item } from '../core';
import {
  composePush,
  findSubscribed,
  findSubscriptions,
  type PushKeyring,
  removeSubscriptions,
  type StoredSubscription,
} from '../pushes';
import { campaignJobs } from '../rounds';
import type { Channel } from './channel';

/** Contacts that are looked at for one page: as many as the contacts service answers at a time. */
const PAGE = 200;
/** Seconds that push services keep a message for a browser that is away. */
const KEEP_SECONDS = 86_400;

type PushDeps = EmailDeps & { pushKeys: PushKeyring };

/** Push notifications: one for a contact, which all of its browsers get. Its id is the address. */
export const createPushChannel = (deps: PushDeps): Channel => ({
  type: 'PUSH_NOTIFICATION',
  jobs: campaignJobs.PUSH_NOTIFICATION,
  page: async (item, { createdUntil, changedSince }, after) => {
    // Ids do not change: no contact moves past the position.
    if (changedSince) return { contacts: [], next: undefined };
    const ids = await findSubscribed(deps.db, item.projectId, { createdUntil, after, limit: PAGE });
    const members = ids.length === 0 ? new Map() : await deps.audiences.members(item, ids, deps.clock());
    return {
      contacts: ids.flatMap((id) => (isMember(members.get(id)) ? [{ id, email: id }] : [])),
      next: ids.length < PAGE ? undefined : ids.at(-1),
    };
  },
  addresses: async ({ projectId }, members) => {
    const ids = members.filter(isMember).map(({ contact: { id } }) => id);
    const subscriptions = await findSubscriptions(deps.db, projectId, ids);
    return new Map(subscriptions.map(({ contactId }) => [contactId, contactId]));
  },
  prepare: async (item, members) => {
    const ids = members.map(({ contact: { id } }) => id);
    const subscriptions = await findSubscriptions(deps.db, item.projectId, ids);
    return async (delivery, member) => {
      const own = subscriptions.filter(({ contactId }) => contactId === delivery.contactId);
      if (member.contact.blocked) return { kind: 'skipped', reason: 'blocked' };
      if (!member.belongs) return { kind: 'skipped', reason: 'audience' };
      if (own.length === 0) return { kind: 'skipped', reason: 'unsubscribed' };
      try {
        return await sendToAll(deps, item, { delivery, member, subscriptions: own });
      } catch (error) {
        return { kind: 'failed', reason: keptMessage(error), code: undefined };
      }
    };
  },
});

const isMember = (member: AudienceMember | undefined): boolean =>
  member !== undefined && member.belongs && !member.contact.blocked;

interface Push {
  delivery: BegunDelivery;
  member: AudienceMember;
  subscriptions: readonly StoredSubscription[];
}

/** Seconds that a message is of use: not after the end of its item. */
const keepFor = ({ stopSendingAfter }: Item, now: Date): number =>
  stopSendingAfter
    ? Math.max(0, Math.min(KEEP_SECONDS, Math.floor((stopSendingAfter.getTime() - now.getTime()) / 1000)))
    : KEEP_SECONDS;

/** Sends to the browsers of a contact. One that was left before its report may get it again: with its topic and tag it takes the place of the first. */
const sendToAll = async (
  deps: PushDeps,
  item: Item,
  { delivery, member, subscriptions }: Push,
): Promise<Outcome> => {
  const now = deps.clock();
  const keys = { ...(await deps.pushKeys.of(item.projectId)), contact: deps.mailFrom };
  const message = {
    payload: await composePush(deps, item, delivery, member.contact),
    topic: delivery.id,
    ttl: keepFor(item, now),
  };
  const outcomes = await Promise.all(
    subscriptions.map((subscription) => sendPush(deps.outbound, keys, subscription, message)),
  );
  const gone = subscriptions.filter((_, index) => outcomes[index]?.kind === 'gone');
  await removeSubscriptions(deps.db, item.projectId, gone);
  return summarise(outcomes, delivery, now);
};

/** A contact has it when one of its browsers has it. */
const summarise = (
  outcomes: readonly PushOutcome[],
  { contactId, attempts }: BegunDelivery,
  now: Date,
): Outcome => {
  if (outcomes.some(({ kind }) => kind === 'sent')) return { kind: 'sent', address: contactId };
  const [failed] = outcomes.filter((one) => one.kind === 'failed');
  const again = outcomes.filter((one) => one.kind === 'retry');
  const [first] = again;
  if (first) {
    const delay = retryDelay(attempts);
    const after = Math.max(...again.map((one) => one.after)) * 1000;
    if (delay === undefined) return { kind: 'failed', reason: first.reason, code: undefined };
    return { kind: 'retry', at: new Date(now.getTime() + Math.max(delay, after)) };
  }
  if (failed)
    return {
      kind: 'failed',
      reason: failed.reason,
      code: failed.status === undefined ? undefined : String(failed.status),
    };
  return { kind: 'skipped', reason: 'unsubscribed' };
};
