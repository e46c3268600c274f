import { compileList, inOrder, type ListFields } from '@parley/persistence';
import type {
  CheckPipelineFieldRequest,
  CheckPipelineFieldResponse,
  ListPipelineFieldsRequest,
  ListPipelineFieldsResponse,
} from '@parley/proto/generated/parley/pipelines/v1/pipeline_fields_service';
import type { CallContext, Partially } from '@parley/rpc';
import { type BoardDeps, requireBoard } from '../boards';
import { requireField } from './change-field';
import { presentField } from './field.present';
import { findFieldIds } from './field.store';

const list: ListFields = {
  fields: {
    id: { column: 'id', type: 'id' },
    fieldId: { column: 'field_id', type: 'text' },
    label: { column: 'label', type: 'text' },
    type: { column: 'type', type: 'text' },
    source: { column: 'source', type: 'text' },
    unit: { column: 'unit', type: 'text' },
    calculation: { column: 'calculation', type: 'text' },
    readOnly: { column: 'read_only', type: 'boolean' },
    order: { column: 'column_order', type: 'number' },
    createdAt: { column: 'created_at', type: 'date' },
    updatedAt: { column: 'updated_at', type: 'date' },
  },
  order: 'order,createdAt',
  page: { default: 100, max: 100 },
};

/** The fields of a board, in column order unless another one is asked for. */
export const listPipelineFields = async (
  deps: BoardDeps,
  request: ListPipelineFieldsRequest,
  context: CallContext,
): Promise<Partially<ListPipelineFieldsResponse>> => {
  const board = await requireBoard(deps, request.pipelineId, context);
  const params: unknown[] = [board.projectId, board.id];
  const ids = await findFieldIds(deps.db, compileList(request, list, params), params);
  return { fields: inOrder(ids, board.fields).map((field) => presentField(board, field)) };
};

/** 404 unless the board has such a field. */
export const checkPipelineField = async (
  deps: BoardDeps,
  { pipelineId, fieldId }: CheckPipelineFieldRequest,
  context: CallContext,
): Promise<Partially<CheckPipelineFieldResponse>> => {
  requireField(await requireBoard(deps, pipelineId, context), fieldId);
  return {};
};
