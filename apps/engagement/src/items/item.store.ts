import type { ListClauses, Sql } from '@parley/persistence';
import type { Item, ItemType } from '../core';

/** Columns of what callers write, with `status`; the order is that of `writtenValues`. */
const written = [
  'name',
  'status',
  'sub_type',
  'format',
  'action_type',
  'frequency_type',
  'subject',
  'message',
  'config',
  'data',
  'target_audience',
  'conditions',
  'trigger',
  'event_trigger',
  'event_trigger_delay',
  'page_rules',
  'frequency',
  'frequency_days',
  'start_sending_after',
  'stop_sending_after',
  'sender',
  'sound',
  'hidden',
  'tags',
  'updated_at',
  'live_at',
] as const;

const json = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);

const writtenValues = (item: Item): unknown[] => [
  item.name,
  item.status,
  item.subType,
  item.format,
  item.actionType,
  item.frequencyType,
  json(item.subject),
  json(item.message),
  json(item.config),
  json(item.data),
  item.targetAudience,
  json(item.conditions),
  item.trigger,
  item.eventTrigger,
  item.eventTriggerDelay,
  json(item.pageRules),
  item.frequency,
  item.frequencyDays,
  item.startSendingAfter,
  item.stopSendingAfter,
  json(item.sender),
  item.sound,
  item.hidden,
  item.tags,
  item.updatedAt,
  item.liveAt,
];

/** An item's columns under their names in `Item`. */
export const itemColumns = `project_id AS "projectId", id, organisation_id AS "organisationId", type, name, status,
  sub_type AS "subType", format, action_type AS "actionType", frequency_type AS "frequencyType", subject, message, config,
  data, target_audience AS "targetAudience", conditions, trigger, event_trigger AS "eventTrigger",
  event_trigger_delay AS "eventTriggerDelay", page_rules AS "pageRules", frequency, frequency_days AS "frequencyDays",
  start_sending_after AS "startSendingAfter", stop_sending_after AS "stopSendingAfter", sender, sound, hidden, tags,
  created_by AS "createdBy", created_at AS "createdAt", updated_at AS "updatedAt", live_at AS "liveAt", sent,
  sent_at AS "sentAt", clicked, dismissed, completed, replied, opened, bounced, unsubscribed, pending, failed, skipped,
  seen_total AS "seenTotal", clicked_total AS "clickedTotal", dismissed_total AS "dismissedTotal",
  completed_total AS "completedTotal", replied_total AS "repliedTotal"`;

/** Which writing of a row one sees. */
export interface ItemVersion {
  id: string;
  /** The transaction that wrote the row. */
  version: string;
}

/** An item with the version of its row. */
export type VersionedItem = Item & ItemVersion;

const VERSION = 'xmin::text AS version';

const listRows = <T extends object>(
  sql: Sql,
  columns: string,
  { where, orderBy, skip, limit }: ListClauses,
  params: readonly unknown[],
): Promise<T[]> =>
  sql.query<T>(
    `SELECT ${columns} FROM item WHERE project_id = $1 AND type = $2 AND ${where}
      ORDER BY ${orderBy} LIMIT ${limit} OFFSET ${skip}`,
    params,
  );

/** Items of a type: conditions and order are SQL of ours, with project and type as first parameters. */
export const listItemRows = (
  sql: Sql,
  clauses: ListClauses,
  params: readonly unknown[],
): Promise<VersionedItem[]> => listRows<VersionedItem>(sql, `${itemColumns}, ${VERSION}`, clauses, params);

/** The versions of what `listItemRows` answers. */
export const listItemVersions = (
  sql: Sql,
  clauses: ListClauses,
  params: readonly unknown[],
): Promise<ItemVersion[]> => listRows<ItemVersion>(sql, `id, ${VERSION}`, clauses, params);

const VERSIONED = `SELECT ${itemColumns}, ${VERSION} FROM item
  WHERE project_id = $1 AND id = ANY($2) AND (id, xmin::text) IN (SELECT * FROM unnest($2::text[], $3::text[]))`;

/** Items of a project that still have these versions. */
export const findVersionedItems = (
  sql: Sql,
  projectId: string,
  wanted: readonly ItemVersion[],
): Promise<VersionedItem[]> =>
  sql.query<VersionedItem>(
    VERSIONED,
    [projectId, wanted.map(({ id }) => id), wanted.map(({ version }) => version)],
    { prepare: true },
  );

const FIND = `SELECT ${itemColumns} FROM item WHERE project_id = $1 AND id = $2`;

/** An item of any type. */
export const findItem = async (sql: Sql, projectId: string, id: string): Promise<Item | undefined> => {
  const [item] = await sql.query<Item>(FIND, [projectId, id], { prepare: true });
  return item;
};

/** An item of a type. */
export const findItemOfType = async (
  sql: Sql,
  type: ItemType,
  projectId: string,
  id: string,
): Promise<Item | undefined> => {
  const item = await findItem(sql, projectId, id);
  return item?.type === type ? item : undefined;
};

/** Like `findItemOfType`; locks the item until the transaction ends. */
export const lockItemOfType = async (
  tx: Sql,
  type: ItemType,
  projectId: string,
  id: string,
): Promise<Item | undefined> => {
  await tx.query('SELECT FROM item WHERE project_id = $1 AND id = $2 FOR NO KEY UPDATE', [projectId, id]);
  return findItemOfType(tx, type, projectId, id);
};

/** Those of some names that items of the same kind have. */
export const findTakenNames = async (
  sql: Sql,
  { projectId, type }: Pick<Item, 'projectId' | 'type'>,
  names: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await sql.query<{ name: string }>(
    'SELECT name FROM item WHERE project_id = $1 AND type = $2 AND name = ANY($3)',
    [projectId, type, names],
  );
  return new Set(rows.map(({ name }) => name));
};

const INSERT = `INSERT INTO item (project_id, id, organisation_id, type, created_by, created_at, ${written.join(', ')})
  VALUES ($1, $2, $3, $4, $5, $6, ${written.map((_, index) => `$${index + 7}`).join(', ')})`;

/** Stores a new item. */
export const insertItem = async (tx: Sql, item: Item): Promise<void> => {
  const { projectId, id, organisationId, type, createdBy, createdAt } = item;
  await tx.query(INSERT, [projectId, id, organisationId, type, createdBy, createdAt, ...writtenValues(item)]);
};

const UPDATE = `UPDATE item SET ${written.map((column, index) => `${column} = $${index + 3}`).join(', ')}
  WHERE project_id = $1 AND id = $2`;

/** Stores the callers' fields of an item; counters stay. */
export const updateItemRow = async (tx: Sql, item: Item): Promise<void> => {
  await tx.query(UPDATE, [item.projectId, item.id, ...writtenValues(item)]);
};

/** Deletes an item. */
export const deleteItemRow = async (
  tx: Sql,
  { projectId, id }: Pick<Item, 'projectId' | 'id'>,
): Promise<void> => {
  await tx.query('DELETE FROM item WHERE project_id = $1 AND id = $2', [projectId, id]);
};

const OF_SENDER = `SELECT ${itemColumns} FROM item WHERE project_id = $1 AND sender = to_jsonb($2::text) AND updated_at <= $3
  ORDER BY id LIMIT $4 FOR NO KEY UPDATE`;

/** Items with a member as their sender that were not changed since a time; they are locked. */
export const findItemsOfSender = (
  tx: Sql,
  { projectId, userId, leftAt }: { projectId: string; userId: string; leftAt: Date },
  limit: number,
): Promise<Item[]> => tx.query<Item>(OF_SENDER, [projectId, userId, leftAt, limit]);

const HAS_END = `status IN ('live', 'paused') AND stop_sending_after IS NOT NULL`;

const ENDED = `SELECT ${itemColumns} FROM item
  WHERE ${HAS_END} AND stop_sending_after <= $1 ORDER BY stop_sending_after LIMIT $2 FOR NO KEY UPDATE`;

/** Locks items that are not finished although their time is over. */
export const lockEndedItems = (tx: Sql, now: Date, limit: number): Promise<Item[]> =>
  tx.query<Item>(ENDED, [now, limit]);

/** When the time of the next item is over; undefined when none has an end. */
export const getNextEnd = async (sql: Sql): Promise<Date | undefined> => {
  const [next] = await sql.query<{ at: Date | null }>(
    `SELECT min(stop_sending_after) AS at FROM item WHERE ${HAS_END}`,
  );
  return next?.at ?? undefined;
};

/** Notifies caches in memory that the project's live items changed. */
export const bumpItems = async (tx: Sql, projectId: string): Promise<void> => {
  await tx.query(
    `INSERT INTO project_items (project_id, version) VALUES ($1, 1)
     ON CONFLICT (project_id) DO UPDATE SET version = project_items.version + 1`,
    [projectId],
  );
};
