import { projectScope } from '@parley/auth';
import { type FieldProblem, invalid, notFound } from '@parley/errors';
import { runTransaction } from '@parley/persistence';
import {
  PipelineChanges,
  type UpdatePipelineRequest,
  type UpdatePipelineResponse,
} from '@parley/proto/generated/parley/pipelines/v1/pipelines_service';
import type { CallContext, Partially } from '@parley/rpc';
import { isDeepStrictEqual } from 'node:util';
import type { Deps } from '../deps';
import {
  type Board,
  nextTime,
  versionConflict,
  pipelineUpdated,
  checkColumns,
  checkName,
  readIds,
  unique,
  presentBoard,
  lockBoard,
  updateBoard,
  checkShares,
  readLanes,
  requireBoard,
} from '../boards';
import { changeLanes } from './change-lanes';

/** Fields that cannot be cleared. */
const demanded = ['name', 'recordType', 'lanes', 'visibility'];

/** A request's changes of a board. */
type Patch = Partial<Pick<Board, 'name' | 'visibility' | 'users' | 'teams' | 'columns' | 'lanes'>>;

const readPatch = (before: Board, { pipeline, nulls, moveEntriesTo }: UpdatePipelineRequest): Patch => {
  const sent = pipeline ?? PipelineChanges.create();
  const problems: FieldProblem[] = demanded
    .filter((field) => nulls.includes(field))
    .map((field) => ({ field, message: 'cannot be cleared' }));
  checkName('name', sent.name, problems);
  checkColumns(sent.columns, problems);
  if (sent.recordType !== undefined && sent.recordType !== before.recordType)
    problems.push({ field: 'recordType', message: `must stay ${before.recordType}` });
  const lanes = sent.lanes.length > 0 ? readLanes(sent.lanes, problems) : undefined;
  const users = nulls.includes('users') ? [] : readIds('users', sent.users, problems);
  const teams = nulls.includes('teams') ? [] : readIds('teams', sent.teams, problems);
  if (
    moveEntriesTo !== undefined &&
    !(lanes ?? before.lanes).some(({ id, archived }) => id === moveEntriesTo && !archived)
  )
    problems.push({
      field: 'moveEntriesTo',
      message: 'must be the id of a lane of the new list that is not archived',
    });
  if (problems.length > 0) throw invalid(problems);
  return {
    ...(sent.name !== undefined && { name: sent.name }),
    ...(sent.visibility !== undefined && { visibility: sent.visibility }),
    ...(users && { users }),
    ...(teams && { teams }),
    ...(sent.columns !== undefined && { columns: sent.columns }),
    ...(nulls.includes('columns') && { columns: undefined }),
    ...(lanes && { lanes }),
  };
};

/** Changes a board, unless it is not as the caller knows it. What changes nothing writes nothing. */
export const updatePipeline = async (
  deps: Deps,
  request: UpdatePipelineRequest,
  context: CallContext,
): Promise<Partially<UpdatePipelineResponse>> => {
  const { projectId } = projectScope(context.scope);
  const { pipelineId, expectedUpdatedAt } = request;
  const patch = readPatch(await requireBoard(deps, pipelineId, context), request);
  const unknown = await checkShares(deps, projectId, { users: patch.users, teams: patch.teams }, context);
  if (unknown.length > 0) throw invalid(unknown);
  const board = await runTransaction(deps.db, async (tx): Promise<Board> => {
    const before = await lockBoard(tx, projectId, pipelineId);
    if (!before) throw notFound('pipeline');
    if (expectedUpdatedAt !== undefined && Date.parse(expectedUpdatedAt) !== before.updatedAt.getTime())
      throw versionConflict(before.updatedAt);
    const after: Board = {
      ...before,
      ...patch,
      users: unique(patch.users ?? before.users),
      teams: unique(patch.teams ?? before.teams),
    };
    if (isDeepStrictEqual(after, before)) return before;
    after.updatedAt = nextTime(deps.clock(), before);
    await updateBoard(tx, after);
    if (patch.lanes)
      await changeLanes(tx, {
        before,
        after,
        moveEntriesTo: request.moveEntriesTo,
        at: deps.clock(),
        context,
      });
    await deps.events.append(tx, [pipelineUpdated(after, context)]);
    return after;
  });
  deps.events.wake();
  return { pipeline: presentBoard(board) };
};
