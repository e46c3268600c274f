import { callerId, projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { type FieldProblem, invalid } from '@parley/errors';
import { newId } from '@parley/persistence';
import {
  type CreatePipelineRequest,
  type CreatePipelineResponse,
  NewPipeline,
} from '@parley/proto/generated/parley/pipelines/v1/pipelines_service';
import type { Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import {
  type Board,
  type RecordType,
  tooManyPipelines,
  pipelineCreated,
  checkColumns,
  checkName,
  readIds,
  unique,
  presentBoard,
  countBoardsLocked,
  insertBoard,
  saveLanes,
  checkShares,
  readLanes,
} from '../boards';

/** Most boards of a project. */
const MAX_PIPELINES = 500;

/** Creates a board. */
export const createPipeline = async (
  deps: Deps,
  { pipeline: sent = NewPipeline.create() }: CreatePipelineRequest,
  context: OnceContext<CreatePipelineResponse>,
): Promise<Partially<CreatePipelineResponse>> => {
  const { projectId, organisationId, actor } = projectScope(context.scope);
  const problems: FieldProblem[] = [];
  checkName('name', sent.name, problems);
  checkColumns(sent.columns, problems);
  const lanes = readLanes(sent.lanes, problems);
  const users = readIds('users', sent.users, problems) ?? [];
  const teams = readIds('teams', sent.teams, problems) ?? [];
  if (problems.length > 0) throw invalid(problems);
  const unknown = await checkShares(deps, projectId, { users, teams }, context);
  if (unknown.length > 0) throw invalid(unknown);
  const now = deps.clock();
  const board: Board = {
    projectId,
    id: newId(now.getTime()),
    organisationId,
    name: sent.name,
    recordType: sent.recordType as RecordType,
    visibility: sent.visibility ?? 'public',
    users: unique(users),
    teams: unique(teams),
    columns: sent.columns ?? undefined,
    createdBy: callerId(actor),
    createdAt: now,
    updatedAt: now,
    lanes,
    fields: [],
  };
  const response = { pipeline: presentBoard(board) };
  await deps.db.transaction(async (tx) => {
    if ((await countBoardsLocked(tx, projectId)) >= MAX_PIPELINES) throw tooManyPipelines(MAX_PIPELINES);
    await insertBoard(tx, board);
    await saveLanes(tx, board, lanes);
    await deps.events.append(tx, [pipelineCreated(board, context)]);
    await context.record(tx, response);
  });
  deps.events.wake();
  return response;
};
