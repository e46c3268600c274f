import type {
  DeletePipelineFieldRequest,
  DeletePipelineFieldResponse,
} from '@parley/proto/generated/parley/pipelines/v1/pipeline_fields_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { changeField, requireField } from './change-field';
import { presentField } from './field.present';
import { deleteField } from './field.store';

/** Deletes a field of a board. */
export const deletePipelineField = async (
  deps: Deps,
  { pipelineId, fieldId }: DeletePipelineFieldRequest,
  context: CallContext,
): Promise<Partially<DeletePipelineFieldResponse>> => {
  const { board, field } = await changeField(deps, pipelineId, context, async (tx, found) => {
    const gone = requireField(found, fieldId);
    await deleteField(tx, gone);
    return { field: gone, changed: true };
  });
  return { field: presentField(board, field) };
};
