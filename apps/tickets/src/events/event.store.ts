import { type EventRow, outboxColumns } from '@parley/events';
import { type Sql } from '@parley/persistence';

const APPEND = `INSERT INTO outbox_event (${outboxColumns})
  SELECT id, subject, project_id, aggregate_id, payload::jsonb, headers::jsonb
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
         WITH ORDINALITY AS e (id, subject, project_id, aggregate_id, payload, headers, position)
   ORDER BY position`;

/** Appends events in the transaction of the change, in this order. */
export const appendRows = async (tx: Sql, rows: readonly EventRow[]): Promise<void> => {
  if (rows.length === 0) return;
  const columns = [0, 1, 2, 3, 4, 5].map((column) => rows.map((row) => row[column]));
  await tx.query(APPEND, columns, { prepare: true });
};
