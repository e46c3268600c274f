import type { NewEvent } from '@parley/events';
import { type CallContext, eventHeaders } from '@parley/rpc';
import type { Board } from './board';
import { presentBoard } from './board.present';

const event =
  (verb: 'created' | 'updated' | 'deleted') =>
  (board: Board, headers: Record<string, string>): NewEvent => ({
    subject: `pipelines.v1.pipeline.${verb}`,
    projectId: board.projectId,
    aggregateId: board.id,
    payload: { pipeline: presentBoard(board) },
    headers,
  });

/** `pipelines.v1.pipeline.created`. */
export const pipelineCreated = (board: Board, context: CallContext): NewEvent =>
  event('created')(board, eventHeaders(context));

/** `pipelines.v1.pipeline.updated`, of the board or one of its fields. */
export const pipelineUpdated = (board: Board, context: CallContext): NewEvent =>
  event('updated')(board, eventHeaders(context));

/** The same for a change that an event of another service caused. */
export const pipelineLeft = event('updated');

/** `pipelines.v1.pipeline.deleted`. */
export const pipelineDeleted = (board: Board, context: CallContext): NewEvent =>
  event('deleted')(board, eventHeaders(context));
