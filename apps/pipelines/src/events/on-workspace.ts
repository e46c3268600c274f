import { type DomainEvent } from '@parley/events';
import { type Sql } from '@parley/persistence';
import { nextTime } from '../boards/board';
import { pipelineLeft } from '../boards/board.events';
import { lockBoardsNaming, updateBoard } from '../boards/board.store';
import { type Deps } from '../deps';

/** The durable that gets who left. */
export const WORKSPACE_DURABLE = 'pipelines-workspace';

interface Payload {
  userId?: string;
  team?: { id: string };
}

/** Takes people who left a project, and teams that are gone, off the boards that were shared with them. */
export const onWorkspace =
  ({ events, clock }: Pick<Deps, 'events' | 'clock'>) =>
  async ({ subject, projectId, payload, headers }: DomainEvent<Payload>, tx: Sql): Promise<void> => {
    const column = subject.endsWith('.member.removed') ? 'users' : 'teams';
    const id = column === 'users' ? payload.userId : payload.team?.id;
    if (id === undefined) return;
    const boards = await lockBoardsNaming(tx, projectId, column, id);
    for (const board of boards) {
      const after = {
        ...board,
        [column]: board[column].filter((named) => named !== id),
        updatedAt: nextTime(clock(), board),
      };
      await updateBoard(tx, after);
      await events.append(tx, [pipelineLeft(after, headers)]);
    }
  };
