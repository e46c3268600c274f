import type { Sql } from '@parley/persistence';
import { CAMPAIGN_TYPES, type Item } from '../core';
import { itemColumns } from './item.store';

/**
 * The SQL condition that a row of `item` was live at a time, now or in a period that is over.
 *
 * @param at SQL of the time: a parameter such as `$4`.
 */
export const wasLiveAt = (at: string): string => `(item.status = 'live' AND item.live_at <= ${at}
  OR EXISTS (SELECT FROM live_period p WHERE p.project_id = item.project_id AND p.item_id = item.id
    AND p.began_at <= ${at} AND ${at} < p.ended_at))`;

const LIVE_BEFORE = `SELECT ${itemColumns} FROM item
  WHERE project_id = $1 AND status IN ('live', 'paused') AND type NOT IN ${CAMPAIGN_TYPES}
    AND id IN (SELECT item_id FROM live_period p WHERE p.project_id = $1 AND p.ended_at > $2 AND p.began_at <= $2)`;

/** In-app items that were live at a time, in a period that is over, and may be live again. */
export const itemsLiveBefore = (sql: Sql, projectId: string, at: Date): Promise<Item[]> =>
  sql.query<Item>(LIVE_BEFORE, [projectId, at], { prepare: true });

const LIVE = `SELECT ${itemColumns} FROM item
  WHERE project_id = $1 AND status = 'live' AND type NOT IN ${CAMPAIGN_TYPES} ORDER BY id DESC`;

/** The live in-app items of a project, newest first. */
export const findLiveItems = (sql: Sql, projectId: string): Promise<Item[]> =>
  sql.query<Item>(LIVE, [projectId], { prepare: true });

const VERSION = 'SELECT version FROM project_items WHERE project_id = $1';

/** The version of a project's live items; 0 when it never had one. */
export const getLiveVersion = async (sql: Sql, projectId: string): Promise<number> =>
  (await sql.query<{ version: number }>(VERSION, [projectId], { prepare: true }))[0]?.version ?? 0;
