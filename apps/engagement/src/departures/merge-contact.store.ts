import type { Sql } from '@parley/persistence';
import { type Progress, type Reach, lockStanding, progressColumns, reachColumns, isComplete } from '../core';
import { type Mark, saveReach, uniqueColumn } from '../delivery';
import { findItem } from '../items';
import { mergeResponses } from '../surveys';
import { askPending, insertPending } from '../tracked';

/** The project, and when the contacts became one. */
interface Place {
  projectId: string;
  at: Date;
}

const later = (one: Reach, other: Reach): Reach => (one.openedAt >= other.openedAt ? one : other);

const united = (one: readonly string[], other: readonly string[]): string[] => [
  ...new Set([...one, ...other]),
];

const uncount = async (tx: Sql, projectId: string, itemId: string, twice: readonly Mark[]): Promise<void> => {
  if (twice.length === 0) return;
  const set = twice.map((mark) => `${uniqueColumn(mark)} = greatest(0, ${uniqueColumn(mark)} - 1)`);
  await tx.query(`UPDATE item SET ${set.join(', ')} WHERE project_id = $1 AND id = $2`, [projectId, itemId]);
};

const mergeReach = async (tx: Sql, projectId: string, from: string, into: string): Promise<void> => {
  const reaches = (contactId: string): Promise<Reach[]> =>
    tx.query<Reach>(`SELECT ${reachColumns} FROM reach WHERE project_id = $1 AND contact_id = $2`, [
      projectId,
      contactId,
    ]);
  const guests = await reaches(from);
  const heirs = new Map((await reaches(into)).map((reach) => [reach.itemId, reach]));
  for (const guest of guests) {
    const heir = heirs.get(guest.itemId);
    const key = { projectId, contactId: into, itemId: guest.itemId };
    if (!heir) {
      await saveReach(tx, key, guest);
      continue;
    }
    await saveReach(tx, key, {
      ...later(guest, heir),
      done: united(heir.done, guest.done),
      steps: united(heir.steps, guest.steps),
      ticketId: heir.ticketId ?? guest.ticketId,
    });
    // Two contacts were counted and are one.
    const twice = guest.done.filter((mark) => heir.done.includes(mark)) as Mark[];
    await uncount(tx, projectId, guest.itemId, twice);
  }
  await tx.query('DELETE FROM reach WHERE project_id = $1 AND contact_id = $2', [projectId, from]);
};

const mergeProgress = async (
  tx: Sql,
  { projectId, at }: Place,
  from: string,
  into: string,
): Promise<void> => {
  const progresses = (contactId: string): Promise<Progress[]> =>
    tx.query<Progress>(`SELECT ${progressColumns} FROM progress WHERE project_id = $1 AND contact_id = $2`, [
      projectId,
      contactId,
    ]);
  const guests = await progresses(from);
  const heirs = new Map((await progresses(into)).map((progress) => [progress.itemId, progress]));
  for (const guest of guests) {
    const heir = heirs.get(guest.itemId);
    if (!heir) {
      await tx.query('UPDATE progress SET contact_id = $3 WHERE project_id = $1 AND id = $2', [
        projectId,
        guest.id,
        into,
      ]);
      continue;
    }
    const completedSteps = united(heir.completedSteps, guest.completedSteps);
    const item = await findItem(tx, projectId, guest.itemId);
    const wasDone = heir.status === 'done' || guest.status === 'done';
    // Two halves that make a whole: the step that completes it counts and emits it.
    if (!wasDone && item && isComplete(item, completedSteps))
      await insertPending(tx, {
        ...{ projectId, contactId: into, itemId: guest.itemId },
        ...{ verb: 'steps', steps: [], happenedAt: at },
      });
    await tx.query(
      `UPDATE progress SET completed_steps = $3, status = $4, dismissed_at = coalesce(dismissed_at, $5),
         changed_at = greatest(changed_at, $6) WHERE project_id = $1 AND id = $2`,
      [projectId, heir.id, completedSteps, wasDone ? 'done' : 'active', guest.dismissedAt, guest.changedAt],
    );
    await tx.query('DELETE FROM progress WHERE project_id = $1 AND id = $2', [projectId, guest.id]);
  }
};

/** Combines a guest's records with those of the contact it was merged into; completed steps of two progresses are united. */
export const mergeContact = async (
  tx: Sql,
  { projectId, at }: Place,
  from: string,
  into: string,
): Promise<void> => {
  if (from === into) return;
  const items = await tx.query<{ itemId: string }>(
    `SELECT item_id AS "itemId" FROM reach WHERE project_id = $1 AND contact_id = ANY ($2::text[])
     UNION SELECT item_id FROM progress WHERE project_id = $1 AND contact_id = ANY ($2::text[]) ORDER BY 1`,
    [projectId, [from, into]],
  );
  for (const { itemId } of items)
    for (const contactId of [from, into].sort()) await lockStanding(tx, { projectId, contactId, itemId });
  await mergeReach(tx, projectId, from, into);
  await mergeProgress(tx, { projectId, at }, from, into);
  await mergeResponses(tx, projectId, from, into);
  await tx.query('UPDATE delivery SET contact_id = $3 WHERE project_id = $1 AND contact_id = $2', [
    projectId,
    from,
    into,
  ]);
  await tx.query(
    `INSERT INTO occurrence AS own (project_id, contact_id, item_id, event_id, event_name, happened_at, due_at)
     SELECT project_id, $3, item_id, event_id, event_name, happened_at, due_at
       FROM occurrence WHERE project_id = $1 AND contact_id = $2
     ON CONFLICT (project_id, contact_id, item_id, event_id)
       DO UPDATE SET due_at = excluded.due_at, happened_at = excluded.happened_at, event_name = excluded.event_name
       WHERE excluded.due_at < own.due_at AND own.event_name IS NOT DISTINCT FROM excluded.event_name`,
    [projectId, from, into],
  );
  await tx.query('DELETE FROM occurrence WHERE project_id = $1 AND contact_id = $2', [projectId, from]);
  await tx.query('UPDATE push_subscription SET contact_id = $3 WHERE project_id = $1 AND contact_id = $2', [
    projectId,
    from,
    into,
  ]);
  await tx.query('UPDATE pending_event SET contact_id = $3 WHERE project_id = $1 AND contact_id = $2', [
    projectId,
    from,
    into,
  ]);
  await askPending(tx, projectId, into, at);
};
