import { type Sql } from '@parley/persistence';

const OF_ROUNDS = `UPDATE email_round SET lease_until = $1
  WHERE planned_at IS NULL AND COALESCE(lease_until, due_at) > $1 AND lease_until IS NOT NULL`;

const OF_DELIVERIES = `UPDATE email_delivery SET lease_until = $1 FROM item
  WHERE item.type = 'EMAIL' AND item.status = 'live' AND email_delivery.project_id = item.project_id
    AND email_delivery.item_id = item.id AND email_delivery.status = 'pending'
    AND COALESCE(email_delivery.lease_until, due_at) > $1 AND email_delivery.lease_until IS NOT NULL`;

/** Ends what processes have taken up. Only for the one process there is, at its start: whoever took it up is dead. */
export const endLeases = async (sql: Sql, now: Date): Promise<void> => {
  await sql.query(OF_ROUNDS, [now]);
  await sql.query(OF_DELIVERIES, [now]);
};
