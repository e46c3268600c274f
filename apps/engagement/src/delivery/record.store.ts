import type { Sql } from '@parley/persistence';
import { type Reach, occurrenceDue } from '../core';
import { type Mark, marks } from './marks';

/** A contact of a project and an item. */
export interface StandingKey {
  projectId: string;
  contactId: string;
  itemId: string;
}

/** When each mark was set. */
export type MarkTimes = Readonly<Partial<Record<Mark, Date>>>;

const toColumn = (mark: Mark): string => `${mark}_at`;

/** The marks that a delivery has. */
export const readMarks = async (tx: Sql, projectId: string, deliveryId: string): Promise<Mark[]> => {
  const [row] = await tx.query<Record<string, Date | null>>(
    `SELECT ${marks.map(toColumn).join(', ')} FROM delivery WHERE project_id = $1 AND id = $2`,
    [projectId, deliveryId],
  );
  return marks.filter((mark) => row?.[toColumn(mark)]);
};

/** Opens a delivery. */
export const insertDelivery = async (
  tx: Sql,
  { projectId, contactId, itemId }: StandingKey,
  id: string,
  at: Date,
): Promise<void> => {
  await tx.query(
    'INSERT INTO delivery (project_id, id, item_id, contact_id, opened_at) VALUES ($1, $2, $3, $4, $5)',
    [projectId, id, itemId, contactId, at],
  );
};

/** Sets marks that a delivery does not have yet. */
export const setMarks = async (
  tx: Sql,
  projectId: string,
  deliveryId: string,
  added: readonly Mark[],
  at: Date,
): Promise<void> => {
  if (added.length === 0) return;
  const set = added.map((mark) => `${toColumn(mark)} = $3`).join(', ');
  await tx.query(`UPDATE delivery SET ${set} WHERE project_id = $1 AND id = $2`, [projectId, deliveryId, at]);
};

/** Stores a contact's record of an item. */
export const saveReach = async (
  tx: Sql,
  { projectId, contactId, itemId }: StandingKey,
  { deliveryId, openedAt, endedAt, done, steps, ticketId }: Omit<Reach, 'itemId'>,
): Promise<void> => {
  await tx.query(
    `INSERT INTO reach (project_id, contact_id, item_id, delivery_id, opened_at, ended_at, done, steps, ticket_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (project_id, contact_id, item_id) DO UPDATE
       SET delivery_id = excluded.delivery_id, opened_at = excluded.opened_at, ended_at = excluded.ended_at,
           done = excluded.done, steps = excluded.steps, ticket_id = excluded.ticket_id`,
    [projectId, contactId, itemId, deliveryId, openedAt, endedAt, done, steps, ticketId],
  );
};

/** Uses up the oldest event that makes an item due. */
export const useOccurrence = async (
  tx: Sql,
  { projectId, contactId, itemId }: StandingKey,
  now: Date,
): Promise<void> => {
  await tx.query(
    `DELETE FROM occurrence WHERE project_id = $1 AND contact_id = $2 AND item_id = $3 AND event_id =
       (SELECT o.event_id FROM occurrence o JOIN item i ON i.project_id = o.project_id AND i.id = o.item_id
         WHERE o.project_id = $1 AND o.contact_id = $2 AND o.item_id = $3 AND ${occurrenceDue('$4')}
         ORDER BY COALESCE(o.happened_at, o.due_at), o.event_id LIMIT 1)`,
    [projectId, contactId, itemId, now],
  );
};

/** Counts steps that a contact completed for the first time. */
export const countSteps = async (
  tx: Sql,
  projectId: string,
  itemId: string,
  steps: readonly string[],
): Promise<void> => {
  if (steps.length === 0) return;
  await tx.query(
    `INSERT INTO item_step (project_id, item_id, step_id, completed)
     SELECT $1, $2, step_id, 1 FROM unnest($3::text[]) AS s (step_id) ORDER BY step_id
     ON CONFLICT (project_id, item_id, step_id) DO UPDATE SET completed = item_step.completed + 1`,
    [projectId, itemId, steps],
  );
};

/** Column that counts contacts: for an item in the app, seeing it is reaching. */
export const uniqueColumn = (mark: Mark): string => (mark === 'seen' ? 'sent' : mark);

/**
 * Counts new results on the item, as the last step of a transaction because every report of the item waits for it.
 *
 * @param first Marks that the contact has for the first time.
 * @param added Marks that the delivery has for the first time.
 * @returns false when the item is deleted.
 */
export const countOnItem = async (
  tx: Sql,
  { projectId, itemId }: Pick<StandingKey, 'projectId' | 'itemId'>,
  { first, added }: { first: readonly Mark[]; added: readonly Mark[] },
  at: Date,
): Promise<boolean> => {
  const set = [
    ...first.map((mark) => `${uniqueColumn(mark)} = ${uniqueColumn(mark)} + 1`),
    ...added.map((mark) => `${mark}_total = ${mark}_total + 1`),
    ...(first.includes('seen') ? ['sent_at = coalesce(sent_at, $3)'] : []),
  ];
  const statement =
    set.length > 0
      ? `UPDATE item SET ${set.join(', ')} WHERE project_id = $1 AND id = $2 RETURNING id`
      : 'SELECT id FROM item WHERE project_id = $1 AND id = $2 FOR KEY SHARE';
  const values = first.includes('seen') ? [projectId, itemId, at] : [projectId, itemId];
  return (await tx.query(statement, values)).length > 0;
};
