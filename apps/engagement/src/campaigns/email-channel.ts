import { DomainError, keptMessage } from '@parley/errors';
import { MailDeliveryError, retryDelay } from '@parley/mail';
import {
  type AudienceMember,
  type BegunDelivery,
  BOUNCE_DAYS,
  composeEmail,
  type EmailDeps,
  type Outcome,
} from '../emails';
import { campaignJobs } from '../rounds';
import type { Channel } from './channel';
import { findBounced, moveDelivery } from './delivery.store';

const DAY_MS = 86_400_000;

/** E-mails: one for an address. */
export const createEmailChannel = (deps: EmailDeps): Channel => ({
  type: 'EMAIL',
  jobs: campaignJobs.EMAIL,
  page: deps.audiences.page,
  addresses: async (_item, members) =>
    new Map(
      members.flatMap(({ belongs, contact: { id, email, unsubscribed, blocked } }): [string, string][] =>
        belongs && email && !unsubscribed && !blocked ? [[id, email]] : [],
      ),
    ),
  prepare: async (item, members) => {
    const addresses = members.flatMap(({ contact: { email } }) => email ?? []);
    const since = new Date(deps.clock().getTime() - BOUNCE_DAYS * DAY_MS);
    const bounced = await findBounced(deps.db, item.projectId, addresses, since);
    return async (delivery, member) => {
      const reason = reasonToSkip(member, bounced);
      if (reason !== undefined) return { kind: 'skipped', reason };
      const address = member.contact.email ?? '';
      // One mail per address and round, also when an address changed since it was planned.
      if (address !== delivery.address && !(await moveDelivery(deps.db, delivery, address)))
        return { kind: 'skipped', reason: 'duplicate_address' };
      try {
        await deps.mail.send(await composeEmail(deps, item, delivery, member.contact));
        return { kind: 'sent', address };
      } catch (error) {
        return toOutcome(error, delivery, address, deps.clock());
      }
    };
  },
});

/** Why a mail does not leave although it was planned; undefined when it does. */
const reasonToSkip = (
  { contact, belongs }: AudienceMember,
  bounced: ReadonlySet<string>,
): Extract<Outcome, { kind: 'skipped' }>['reason'] | undefined => {
  if (contact.unsubscribed) return 'unsubscribed';
  if (contact.blocked) return 'blocked';
  if (!belongs || !contact.email) return 'audience';
  return bounced.has(contact.email) ? 'bounced_before' : undefined;
};

const toOutcome = (error: unknown, { attempts }: BegunDelivery, address: string, now: Date): Outcome => {
  const reason = keptMessage(error);
  const refused = error instanceof MailDeliveryError ? error : undefined;
  if (refused?.badRecipient) return { kind: 'bounced', address, code: refused.status };
  const isLasting = refused ? refused.permanent : error instanceof DomainError && error.kind === 'invalid';
  const delay = isLasting ? undefined : retryDelay(attempts);
  if (delay === undefined) return { kind: 'failed', reason, code: refused?.status };
  return { kind: 'retry', at: new Date(now.getTime() + delay) };
};
