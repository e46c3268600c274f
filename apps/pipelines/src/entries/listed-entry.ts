import { type Board, CUSTOM } from '../boards';
import type { EntryRow, FieldValues, ListedEntry } from './entry';

/** Keys of free data of records that the fields of a board show, as a part of WITH: project, board. */
export const customKeys = `custom AS MATERIALIZED (
  SELECT coalesce(array_agg(substr(field_id, ${CUSTOM.length + 1})), '{}') AS keys FROM pipeline_field
   WHERE project_id = $1 AND pipeline_id = $2 AND source = 'RECORD' AND starts_with(field_id, '${CUSTOM}'))`;

const keys = '(SELECT keys FROM custom)';

/** Attributes of a record `r`; of its free data the keys that are shown. */
const attributes = `
  CASE WHEN cardinality(${keys}) = 0 THEN coalesce(r.attributes - 'customData', '{}')
       ELSE coalesce(r.attributes - 'customData', '{}') || jsonb_build_object('customData', (
         SELECT coalesce(jsonb_object_agg(k, r.attributes -> 'customData' -> k), '{}') FROM unnest(${keys}) k
          WHERE r.attributes -> 'customData' -> k IS NOT NULL)) END`;

/** An entry `e` with its record `r` as `readListed` takes it. */
export const listedEntry = `json_build_array(
  e.id, e.record_id, e.rank, e.lane_entered_at, e.field_values, e.due_date, e.created_by, e.created_at, e.updated_at,
  ${attributes})`;

/** Entries as one JSON text: as rows of fourteen columns each they take several times as long to read. */
export interface StoredEntries {
  entries: string;
}

type EntryJson = [
  id: string,
  recordId: string,
  rank: string,
  laneEnteredAt: string,
  fieldValues: FieldValues,
  dueDate: string | null,
  createdBy: string,
  createdAt: string,
  updatedAt: string,
  attributes: EntryRow['attributes'],
];

/** Characters of a time in JSON of PostgreSQL with all of its milliseconds, and of what comes before the zone. */
const WHOLE_TIME = '2026-11-22T16:20:37.123+00:00'.length;
const BEFORE_ZONE = '2026-11-22T16:20:37.123'.length;

/** A time of PostgreSQL in UTC as JavaScript writes it; zeros at its end are left out there. */
const isoTime = (text: string): string =>
  text.length === WHOLE_TIME && text.endsWith('+00:00')
    ? `${text.slice(0, BEFORE_ZONE)}Z`
    : new Date(text).toISOString();

/** Entries of a lane out of their text. */
export const readListed = (
  { projectId, id: pipelineId, recordType }: Board,
  laneId: string,
  { entries }: StoredEntries,
): ListedEntry[] =>
  (JSON.parse(entries) as EntryJson[]).map((row) => ({
    projectId,
    id: row[0],
    pipelineId,
    recordType,
    recordId: row[1],
    laneId,
    rank: row[2],
    laneEnteredAt: isoTime(row[3]),
    fieldValues: row[4],
    dueDate: row[5] === null ? null : isoTime(row[5]),
    createdBy: row[6],
    createdAt: isoTime(row[7]),
    updatedAt: isoTime(row[8]),
    attributes: row[9],
  }));
