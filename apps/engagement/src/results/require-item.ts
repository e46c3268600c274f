import { notFound } from '@parley/errors';
import type { Sql } from '@parley/persistence';
import type { Item } from '../core';
import { findItem } from '../items';

/** An item of any kind. 404 `engagement_not_found`. */
export const requireItem = async (sql: Sql, projectId: string, id: string): Promise<Item> => {
  const item = await findItem(sql, projectId, id);
  if (!item) throw notFound('engagement');
  return item;
};
