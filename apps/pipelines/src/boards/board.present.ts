import type { Pipeline } from '@parley/proto/generated/parley/pipelines/v1/pipeline';
import type { Board } from './board';

/** A stored board as the public document. */
export const presentBoard = (board: Board): Pipeline => ({
  id: board.id,
  _id: board.id,
  project: board.projectId,
  organisation: board.organisationId,
  name: board.name,
  recordType: board.recordType,
  visibility: board.visibility,
  users: [...board.users],
  teams: [...board.teams],
  lanes: board.lanes.map(({ id, title, color, archived }, order) => ({
    id,
    title,
    ...(color !== null && { color }),
    order,
    archived,
  })),
  columns: board.columns ?? undefined,
  createdBy: board.createdBy,
  createdAt: board.createdAt.toISOString(),
  updatedAt: board.updatedAt.toISOString(),
});
