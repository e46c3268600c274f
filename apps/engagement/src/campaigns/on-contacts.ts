import { type AfterCommit, type DomainEvent } from '@parley/events';
import { type Sql } from '@parley/persistence';
import { type Deps } from '../deps';
import { countMails, lockMailItem } from './delivery.store';
import { noteTriggers } from './trigger.store';

/** The durable by which e-mails follow contacts. */
export const EMAILS_DURABLE = 'engagement-emails';

interface Payload {
  events?: { id: string; name: string; date: string }[];
  /** Of a merged guest: the contact that it is part of. */
  into?: { id: string };
}

const ITEMS = `SELECT DISTINCT item_id AS "itemId" FROM email_delivery WHERE project_id = $1 AND contact_id = $2 ORDER BY 1`;

const REMOVE = `WITH removed AS (
    DELETE FROM email_delivery WHERE project_id = $1 AND item_id = $2 AND contact_id = $3 RETURNING status)
  SELECT count(*) FILTER (WHERE status = 'pending') AS pending FROM removed`;

/** Removes the mails of a contact of one item; what waits no longer counts as pending, everything else stays counted. */
const forgetOf = async (
  tx: Sql,
  { clock }: Pick<Deps, 'clock'>,
  of: { projectId: string; itemId: string },
  contactId: string,
): Promise<void> => {
  await lockMailItem(tx, of);
  const [row] = await tx.query<{ pending: number }>(REMOVE, [of.projectId, of.itemId, contactId]);
  await countMails(tx, of, { pending: -(row?.pending ?? 0) }, clock());
};

const itemsOf = async (tx: Sql, projectId: string, contactId: string): Promise<string[]> =>
  (await tx.query<{ itemId: string }>(ITEMS, [projectId, contactId])).map(({ itemId }) => itemId);

const forget = async (
  tx: Sql,
  deps: Pick<Deps, 'clock'>,
  projectId: string,
  contactId: string,
): Promise<void> => {
  await tx.query('DELETE FROM email_trigger WHERE project_id = $1 AND contact_id = $2', [
    projectId,
    contactId,
  ]);
  for (const itemId of await itemsOf(tx, projectId, contactId))
    await forgetOf(tx, deps, { projectId, itemId }, contactId);
};

/** Gives the mails of a guest to the contact that it is part of; of two for one occasion the contact's own stays. */
const bequeath = async (
  tx: Sql,
  deps: Pick<Deps, 'clock'>,
  projectId: string,
  { from, to }: { from: string; to: string },
): Promise<void> => {
  await tx.query(
    `INSERT INTO email_trigger (project_id, item_id, contact_id, event_id, event_at)
     SELECT project_id, item_id, $3, event_id, event_at FROM email_trigger WHERE project_id = $1 AND contact_id = $2
     ON CONFLICT DO NOTHING`,
    [projectId, from, to],
  );
  for (const itemId of await itemsOf(tx, projectId, from)) {
    await lockMailItem(tx, { projectId, itemId });
    await tx.query(
      `UPDATE email_delivery SET contact_id = $4 WHERE project_id = $1 AND item_id = $2 AND contact_id = $3
         AND NOT EXISTS (SELECT FROM email_delivery AS own WHERE own.project_id = $1 AND own.item_id = $2
           AND own.contact_id = $4 AND own.occasion = email_delivery.occasion)`,
      [projectId, itemId, from, to],
    );
  }
  await forget(tx, deps, projectId, from);
};

/** Follows what contacts do, and contacts that are deleted or turn out to be another one. */
export const emailsOnContacts =
  (deps: Pick<Deps, 'clock'>, wakeTriggers: () => void) =>
  async (
    { subject, projectId, aggregateId, payload, createdAt }: DomainEvent<Payload>,
    tx: Sql,
  ): Promise<AfterCommit | undefined> => {
    if (subject.endsWith('.tracked')) {
      const events = (payload.events ?? []).map(({ id, name, date }) => ({ id, name, date }));
      const isNoted = await noteTriggers(tx, projectId, aggregateId, { events, at: createdAt });
      return isNoted ? wakeTriggers : undefined;
    }
    if (subject.endsWith('.deleted')) await forget(tx, deps, projectId, aggregateId);
    else if (payload.into) await bequeath(tx, deps, projectId, { from: aggregateId, to: payload.into.id });
    return undefined;
  };
