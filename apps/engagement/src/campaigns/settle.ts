import { emailDomain } from '@parley/addresses';
import { gather, type Sql } from '@parley/persistence';
import type { NewEvent } from '@parley/events';
import type { CampaignType } from '../core';
import type { EmailDeps, Outcome } from '../emails';
import { countMails, lockMailItem, type MailItem, noteBounced } from './delivery.store';
import { emailEvent, type EmailParticulars, type EmailVerb } from './email.events';
import { type Settled, type Settlement, writeSettled } from './settle.store';

/** Most attempts that are written in one transaction. */
const MAX_TOGETHER = 50;

const toParticulars = (outcome: Outcome): EmailParticulars => {
  switch (outcome.kind) {
    case 'sent':
      // The address of a push notification is a contact.
      return outcome.address.includes('@') ? { domain: emailDomain(outcome.address) } : {};
    case 'bounced':
      return {
        domain: emailDomain(outcome.address),
        bounceType: 'hard',
        ...(outcome.code !== undefined && { code: outcome.code }),
      };
    case 'failed':
      return { reason: outcome.reason, ...(outcome.code !== undefined && { code: outcome.code }) };
    case 'skipped':
      return { reason: outcome.reason };
    case 'retry':
    case 'gone':
    case 'held':
      return {};
  }
};

const verbs: Partial<Record<Outcome['kind'], EmailVerb>> = {
  sent: 'sent',
  bounced: 'bounced',
  failed: 'failed',
  skipped: 'skipped',
};

const buildEvents = (
  settlements: readonly Settlement[],
  settled: readonly Settled[],
  { type, now }: { type: CampaignType; now: Date },
): NewEvent[] => {
  const ids = new Set(settled.map(({ id }) => id));
  return settlements.flatMap(({ delivery, outcome }) => {
    const verb = verbs[outcome.kind];
    return verb && ids.has(delivery.id)
      ? [emailEvent(type, verb, delivery, now, toParticulars(outcome))]
      : [];
  });
};

const settleItem = async (
  tx: Sql,
  { events, clock }: Pick<EmailDeps, 'events' | 'clock'>,
  item: MailItem,
  settlements: readonly Settlement[],
): Promise<void> => {
  // Without its item nothing is left of the mail either.
  const locked = await lockMailItem(tx, item);
  if (!locked) return;
  const now = clock();
  const settled = await writeSettled(tx, item, settlements, now);
  const count = (kind: Outcome['kind'], first = false): number =>
    settled.filter((one) => one.kind === kind && (!first || one.isFirst)).length;
  const done = settled.length - count('retry') - count('held');
  await countMails(
    tx,
    item,
    {
      pending: -done,
      sent: count('sent', true),
      failed: count('failed'),
      skipped: count('skipped'),
      bounced: count('bounced', true),
    },
    now,
  );
  const bounced = settlements.flatMap(({ outcome }) => (outcome.kind === 'bounced' ? [outcome.address] : []));
  await noteBounced(tx, item.projectId, bounced, now);
  await events.append(tx, buildEvents(settlements, settled, { type: locked.type, now }));
};

/** Writes what became of attempts; those that end at the same time are written together. */
export const createSettle = (
  deps: Pick<EmailDeps, 'db' | 'events' | 'clock'>,
): ((settlement: Settlement) => Promise<void>) =>
  gather<Settlement, void>(
    async (settlements) => {
      const byItem = new Map<string, Settlement[]>();
      for (const settlement of settlements) {
        const { projectId, itemId } = settlement.delivery;
        const key = `${projectId} ${itemId}`;
        byItem.set(key, [...(byItem.get(key) ?? []), settlement]);
      }
      // Always in one order, so that transactions do not wait in a circle.
      const items = [...byItem].sort(([one], [other]) => (one < other ? -1 : 1));
      await deps.db.transaction(async (tx) => {
        for (const [key, those] of items) {
          const [projectId = '', itemId = ''] = key.split(' ');
          await settleItem(tx, deps, { projectId, itemId }, those);
        }
      });
      deps.events.wake();
      return settlements.map(() => undefined);
    },
    { maxBatch: MAX_TOGETHER, atATime: 1 },
  );
