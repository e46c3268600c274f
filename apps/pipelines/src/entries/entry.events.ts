import type { NewEvent } from '@parley/events';
import type {
  EntryAdded,
  EntryMoved,
  EntryRemoved,
  EntryUpdated,
} from '@parley/proto/generated/parley/pipelines/v1/events';
import type { Pipeline } from '@parley/proto/generated/parley/pipelines/v1/pipeline';
import type { PipelineEntry } from '@parley/proto/generated/parley/pipelines/v1/pipeline_entry';
import { type CallContext, eventHeaders } from '@parley/rpc';
import { type Board, presentBoard } from '../boards';
import type { EntryRow } from './entry';
import type { EntryChange } from './entry.changes';
import { presentEntry } from './entry.present';

type Payload = EntryAdded | EntryMoved | EntryUpdated | EntryRemoved;

interface Told {
  entry: PipelineEntry;
  pipeline: Pipeline;
  contactId: string | undefined;
}

/** Makes the events of entries of a board; the board's document is made once. */
export interface EntryEvents {
  added(entry: EntryRow): NewEvent;
  removed(entry: EntryRow): NewEvent;
  /** The events of a change: none, `.moved`, `.updated` or both. */
  changed(change: EntryChange): NewEvent[];
}

/** The events of entries of a board. */
export const entryEvents = (board: Board, context: CallContext): EntryEvents => {
  let pipeline: Pipeline | undefined;
  const headers = eventHeaders(context);
  const told = (row: EntryRow): Told => ({
    entry: presentEntry(board, row),
    pipeline: (pipeline ??= presentBoard(board)),
    contactId: board.recordType === 'contacts' ? row.recordId : undefined,
  });
  const event = (row: EntryRow, verb: string, payload: Payload): NewEvent => ({
    subject: `pipelines.v1.entry.${verb}`,
    projectId: row.projectId,
    aggregateId: row.id,
    payload,
    headers,
  });
  return {
    added: (row) => event(row, 'added', told(row)),
    removed: (row) => event(row, 'removed', told(row)),
    changed: ({ after, fromLaneId, changed }) => [
      ...(fromLaneId === undefined ? [] : [event(after, 'moved', { ...told(after), fromLaneId })]),
      ...(changed.length === 0 ? [] : [event(after, 'updated', { ...told(after), changed: [...changed] })]),
    ],
  };
};
