import { outboxColumns } from '@parley/events';
import type { Sql } from '@parley/persistence';

const history = `
INSERT INTO pipeline_entry_history (project_id, entry_id, at, actor, field, value_field_id, from_value, to_value)
  SELECT h.project_id, h.entry_id, h.at, h.actor, h.field, h.value_field_id, h.from_value, h.to_value
    FROM ROWS FROM (json_to_recordset($2::json) AS (
      project_id text, entry_id text, at timestamptz, actor jsonb, field text, value_field_id text,
      from_value jsonb, to_value jsonb)) WITH ORDINALITY h ORDER BY h.ordinality`;

const told = `
INSERT INTO outbox_event (${outboxColumns})
  SELECT e.id, e.subject, e.project_id, e.aggregate_id, e.payload, e.headers
    FROM ROWS FROM (json_to_recordset($3::json) AS (
      id text, subject text, project_id text, aggregate_id text, payload jsonb, headers jsonb))
    WITH ORDINALITY e ORDER BY e.ordinality`;

/** Rows of `pipeline_entry`, of its history and of the outbox, as JSON lists. */
const UPDATE_ENTRIES = `
WITH changed AS (
  UPDATE pipeline_entry e
     SET lane_id = r.lane_id, rank = r.rank, lane_entered_at = r.lane_entered_at, field_values = r.field_values,
         due_date = r.due_date, updated_at = r.updated_at
    FROM json_populate_recordset(NULL::pipeline_entry, $1::json) r
   WHERE e.project_id = r.project_id AND e.id = r.id
), told AS (${told}
)${history}`;

/** The same for new entries. */
const INSERT_ENTRIES = `
WITH added AS (
  INSERT INTO pipeline_entry (project_id, id, pipeline_id, record_type, record_id, lane_id, rank, lane_entered_at,
                              field_values, due_date, created_by, created_at, updated_at)
    SELECT project_id, id, pipeline_id, record_type, record_id, lane_id, rank, lane_entered_at, field_values,
           due_date, created_by, created_at, updated_at
      FROM json_populate_recordset(NULL::pipeline_entry, $1::json)
), told AS (${told}
)${history}`;

/** Rows of `pipeline_entry`, of its history and of the outbox, each list as JSON text. */
export interface EntryWrites {
  entries: string;
  history: string;
  events: string;
}

const write = async (
  tx: Sql,
  text: string,
  { entries, history: changes, events }: EntryWrites,
): Promise<void> => {
  await tx.query(text, [entries, changes, events], { prepare: true });
};

/** Writes entries that exist and are locked, their history and their events in one statement. */
export const updateEntryRows = (tx: Sql, writes: EntryWrites): Promise<void> =>
  write(tx, UPDATE_ENTRIES, writes);

/** The same for new entries. */
export const insertEntryRows = (tx: Sql, writes: EntryWrites): Promise<void> =>
  write(tx, INSERT_ENTRIES, writes);
