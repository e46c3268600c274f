import { type CsvColumn, csvEncoder } from '@parley/csv';
import { invalidQuery } from '@parley/persistence';
import type {
  ExportPipelineEntriesRequest,
  ExportPipelineEntriesResponse,
} from '@parley/proto/generated/parley/pipelines/v1/pipeline_bulk_service';
import type { CallContext } from '@parley/rpc';
import { type Board, type RecordType, type BoardDeps, requireBoard } from '../boards';
import type { ListedEntry } from '../entries';
import { attributeReader } from '../records';
import { entriesAfterRank } from './export.store';

/** Entries that are read at once; twice as many are in memory. */
const PAGE = 1_000;

const attribute = (name: string): CsvColumn<ListedEntry> => {
  const read = attributeReader(name);
  return { key: name, read: ({ attributes }) => read(attributes) };
};

const identity: Readonly<Record<RecordType, readonly string[]>> = {
  contacts: ['userId', 'email', 'name'],
  companies: ['companyId', 'name', 'domain'],
};

const buildColumns = (board: Board): CsvColumn<ListedEntry>[] => {
  const titles = new Map(board.lanes.map(({ id, title }) => [id, title]));
  return [
    { key: 'id', read: ({ id }) => id },
    { key: 'recordId', read: ({ recordId }) => recordId },
    ...identity[board.recordType].map(attribute),
    { key: 'laneId', read: ({ laneId }) => laneId },
    { key: 'lane', read: ({ laneId }) => titles.get(laneId) },
    { key: 'dueDate', read: ({ dueDate }) => dueDate },
    { key: 'laneEnteredAt', read: ({ laneEnteredAt }) => laneEnteredAt },
    { key: 'createdAt', read: ({ createdAt }) => createdAt },
    { key: 'updatedAt', read: ({ updatedAt }) => updatedAt },
    ...board.fields.map(({ id, fieldId, source }): CsvColumn<ListedEntry> =>
      source === 'RECORD' ? attribute(fieldId) : { key: fieldId, read: ({ fieldValues }) => fieldValues[id] },
    ),
  ];
};

/**
 * The entries of a board as a CSV file in parts, lane by lane. Each part is found from where the one before ended, so that
 * memory stays flat and no connection is kept while the client reads.
 */
export async function* exportEntries(
  deps: BoardDeps,
  { pipelineId, laneId, bom }: ExportPipelineEntriesRequest,
  context: CallContext,
): AsyncGenerator<ExportPipelineEntriesResponse> {
  const board = await requireBoard(deps, pipelineId, context);
  const lanes = board.lanes.filter(({ id }) => laneId === undefined || id === laneId);
  if (lanes.length === 0) throw invalidQuery('laneId', 'Give the id of a lane of the pipeline.');
  const encoder = csvEncoder(buildColumns(board));
  yield { chunk: encoder.header({ bom }) };
  for (const lane of lanes) {
    const after = (rank: string): Promise<ListedEntry[]> => {
      const page = entriesAfterRank(deps.db, board, lane.id, rank, PAGE);
      // It is awaited only once the page before was taken, and may have failed by then.
      page.catch(() => undefined);
      return page;
    };
    let entries = await after('');
    for (;;) {
      const last = entries.at(-1);
      // The database reads the next ones while these are written.
      const next = last && entries.length === PAGE ? after(last.rank) : undefined;
      yield { chunk: encoder.rows(entries) };
      if (!next) break;
      entries = await next;
    }
  }
}
