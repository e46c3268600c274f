import type { OnceContext } from '@parley/effects';
import { type FieldProblem, invalid } from '@parley/errors';
import { newId } from '@parley/persistence';
import {
  type CreatePipelineFieldRequest,
  type CreatePipelineFieldResponse,
  NewPipelineField,
} from '@parley/proto/generated/parley/pipelines/v1/pipeline_fields_service';
import type { Partially } from '@parley/rpc';
import { fieldIdTaken, tooManyFields, checkName, attributeKind, type FieldRow } from '../boards';
import type { Deps } from '../deps';
import { changeField } from './change-field';
import { checkField } from './field.input';
import { presentField } from './field.present';
import { insertField } from './field.store';

/** Most fields of a board. */
const MAX_FIELDS = 100;

/** Creates a field of a board, after the last one unless it says otherwise. */
export const createPipelineField = async (
  deps: Deps,
  { pipelineId, field: sent = NewPipelineField.create() }: CreatePipelineFieldRequest,
  context: OnceContext<CreatePipelineFieldResponse>,
): Promise<Partially<CreatePipelineFieldResponse>> => {
  const { board, field } = await changeField(deps, pipelineId, context, async (tx, found, at) => {
    const created: FieldRow = {
      projectId: found.projectId,
      id: newId(at.getTime()),
      pipelineId,
      fieldId: sent.fieldId ?? (sent.source === 'ENTRY' ? newId() : ''),
      label: sent.label,
      type: sent.type,
      source: sent.source,
      unit: sent.unit ?? null,
      options: sent.options.length > 0 ? sent.options : null,
      calculation: sent.calculation ?? null,
      readOnly: sent.readOnly ?? false,
      order: sent.order ?? Math.max(-1, ...found.fields.map(({ order }) => order)) + 1,
      createdAt: at,
      updatedAt: at,
    };
    const problems: FieldProblem[] = [];
    checkName('label', sent.label, problems);
    checkField(found, created, problems);
    if (problems.length > 0) throw invalid(problems);
    if (created.source === 'RECORD' && attributeKind(found.recordType, created.fieldId) === 'readOnly')
      created.readOnly = true;
    if (found.fields.some(({ fieldId }) => fieldId === created.fieldId)) throw fieldIdTaken(created.fieldId);
    if (found.fields.length >= MAX_FIELDS) throw tooManyFields(MAX_FIELDS);
    await insertField(tx, created);
    await context.record(tx, { field: presentField(found, created) });
    return { field: created, changed: true };
  });
  return { field: presentField(board, field) };
};
