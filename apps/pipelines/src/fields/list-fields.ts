import {
  type CheckPipelineFieldRequest,
  type CheckPipelineFieldResponse,
  type ListPipelineFieldsRequest,
  type ListPipelineFieldsResponse,
} from '@parley/proto/generated/parley/pipelines/v1/pipeline_fields_service';
import { type CallContext, type Partially } from '@parley/rpc';
import { type BoardDeps, requireBoard } from '../boards/require-board';
import { requireField } from './change-field';
import { presentField } from './field.present';

/** The fields of a board in column order. */
export const listFields = async (
  deps: BoardDeps,
  { pipelineId }: ListPipelineFieldsRequest,
  context: CallContext,
): Promise<Partially<ListPipelineFieldsResponse>> => {
  const board = await requireBoard(deps, pipelineId, context);
  return { fields: board.fields.map((field) => presentField(board, field)) };
};

/** 404 unless the board has such a field. */
export const checkField = async (
  deps: BoardDeps,
  { pipelineId, fieldId }: CheckPipelineFieldRequest,
  context: CallContext,
): Promise<Partially<CheckPipelineFieldResponse>> => {
  requireField(await requireBoard(deps, pipelineId, context), fieldId);
  return {};
};
