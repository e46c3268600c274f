import type {
  GetPipelineSummaryRequest,
  GetPipelineSummaryResponse,
} from '@parley/proto/generated/parley/pipelines/v1/pipelines_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { type Board, type Lane, requireBoard, isTallied, readSummary, type SummaryRow } from '../boards';

const presentCalculations = (
  { fields }: Board,
  { id: laneId }: Lane,
  { tallies, scanned }: SummaryRow,
): Record<string, number> => {
  const calculated = fields.filter(({ calculation }) => calculation !== null);
  const row = scanned?.find((candidate) => candidate['laneId'] === laneId);
  const others = calculated.filter((field) => !isTallied(field));
  return Object.fromEntries(
    calculated.flatMap((field): [string, number][] => {
      if (!isTallied(field)) {
        const value = row?.[others.indexOf(field)];
        return typeof value === 'number' ? [[field.fieldId, value]] : [];
      }
      const tally = tallies?.find((candidate) => candidate.laneId === laneId && candidate.key === field.id);
      if (!tally || tally.entries === 0) return [];
      return [[field.fieldId, field.calculation === 'sum' ? tally.total : tally.total / tally.entries]];
    }),
  );
};

/** The content of a board's lanes. */
export const getPipelineSummary = async (
  deps: Pick<Deps, 'db' | 'workspace' | 'calculations' | 'clock'>,
  { pipelineId }: GetPipelineSummaryRequest,
  context: CallContext,
): Promise<Partially<GetPipelineSummaryResponse>> => {
  const board = await requireBoard(deps, pipelineId, context);
  const summary = await readSummary(deps, board, deps.clock());
  const lanes = board.lanes.map((lane) => ({
    laneId: lane.id,
    count: summary.tallies?.find(({ laneId, key }) => laneId === lane.id && key === '')?.entries ?? 0,
    overdue: summary.overdue?.find(({ laneId }) => laneId === lane.id)?.count ?? 0,
    calculations: presentCalculations(board, lane, summary),
  }));
  return { count: lanes.reduce((sum, { count }) => sum + count, 0), lanes };
};
