import type { ListClauses, ListFields, Sql } from '@parley/persistence';
import type { Item } from '../core';

/** Filters, order and pages of activities. */
export const activityList: ListFields = {
  fields: {
    type: { column: 'type', type: 'text' },
    session: { column: 'contact_id', type: 'id' },
    delivery: { column: 'delivery_id', type: 'id' },
    createdAt: { column: 'at', type: 'date' },
  },
  // Times of activities are never null.
  sortable: { createdAt: 'at', id: 'delivery_id' },
  order: '-createdAt',
  page: { default: 50, max: 200 },
};

const inApp = ['seen', 'clicked', 'dismissed', 'completed', 'replied'];
const mailed = ['sent', 'opened', 'clicked', 'bounced', 'unsubscribed'];

const branch = (table: string, kind: string, name = kind): string =>
  `SELECT '${name}'::text AS type, id AS delivery_id, contact_id, ${kind}_at AS at FROM ${table}
    WHERE project_id = $1 AND item_id = $2 AND ${kind}_at IS NOT NULL`;

const branchesOf = ({ type }: Pick<Item, 'type'>): string[] => {
  switch (type) {
    case 'EMAIL':
      return mailed.map((kind) => branch('email_delivery', kind));
    case 'PUSH_NOTIFICATION':
      return [
        branch('email_delivery', 'sent'),
        branch('email_delivery', 'opened', 'shown'),
        branch('email_delivery', 'clicked'),
      ];
    default:
      return inApp.map((kind) => branch('delivery', kind));
  }
};

/** Something that a contact did with an item. */
export interface ActivityRow {
  type: string;
  deliveryId: string;
  contactId: string;
  at: Date;
}

/**
 * Activities of an item; `params` begin with its project and id. Each kind is read by itself, in the order of its index, so that
 * a page reads no more rows of a kind than it may show. Those of one delivery may have the same time.
 */
export const listActivityRows = (
  sql: Sql,
  item: Pick<Item, 'type'>,
  { where, orderBy, skip, limit }: ListClauses,
  params: readonly unknown[],
): Promise<ActivityRow[]> => {
  const order = `ORDER BY ${orderBy}, type ${orderBy.endsWith('DESC') ? 'DESC' : 'ASC'}`;
  const firstOf = (rows: string): string =>
    `(SELECT * FROM (${rows}) AS activity WHERE ${where} ${order} LIMIT ${skip + limit})`;
  return sql.query<ActivityRow>(
    `SELECT type, delivery_id AS "deliveryId", contact_id AS "contactId", at
       FROM (${branchesOf(item).map(firstOf).join(' UNION ALL ')}) AS activity ${order} LIMIT ${limit} OFFSET ${skip}`,
    params,
  );
};

/** How many activities an item has; `params` begin with its project and id. */
export const countActivityRows = async (
  sql: Sql,
  item: Pick<Item, 'type'>,
  where: string,
  params: readonly unknown[],
): Promise<number> => {
  const [row] = await sql.query<{ count: number }>(
    `SELECT count(*)::int4 AS count FROM (${branchesOf(item).join(' UNION ALL ')}) AS activity WHERE ${where}`,
    params,
  );
  return row?.count ?? 0;
};
