import type { Sql } from '@parley/persistence';
import type { Deps } from '../deps';
import { nextTime } from './board';
import { pipelineLeft } from './board.events';
import { lockBoardsNaming, updateBoard } from './board.store';

/** A person who left a project, or a team that is gone. */
export interface Departure {
  projectId: string;
  column: 'users' | 'teams';
  id: string;
}

/** Takes a person or a team off the boards that were shared with them. */
export const leaveBoards = async (
  tx: Sql,
  { events, clock }: Pick<Deps, 'events' | 'clock'>,
  { projectId, column, id }: Departure,
  headers: Record<string, string>,
): Promise<void> => {
  for (const board of await lockBoardsNaming(tx, projectId, column, id)) {
    const after = {
      ...board,
      [column]: board[column].filter((named) => named !== id),
      updatedAt: nextTime(clock(), board),
    };
    await updateBoard(tx, after);
    await events.append(tx, [pipelineLeft(after, headers)]);
  }
};
