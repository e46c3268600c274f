import { type FieldProblem, invalid } from '@parley/errors';
import {
  PipelineFieldChanges,
  type UpdatePipelineFieldRequest,
  type UpdatePipelineFieldResponse,
} from '@parley/proto/generated/parley/pipelines/v1/pipeline_fields_service';
import type { CallContext, Partially } from '@parley/rpc';
import { isDeepStrictEqual } from 'node:util';
import { type Board, checkName, attributeKind, type FieldRow } from '../boards';
import type { Deps } from '../deps';
import { changeField, requireField } from './change-field';
import { checkCalculation, checkOptions } from './field.input';
import { presentField } from './field.present';
import { updateField } from './field.store';

/** What can be cleared. */
const clearable = ['unit', 'options', 'calculation'];

const changed = (
  { recordType }: Pick<Board, 'recordType'>,
  before: FieldRow,
  { field, nulls }: UpdatePipelineFieldRequest,
): FieldRow => {
  const sent = field ?? PipelineFieldChanges.create();
  const problems: FieldProblem[] = nulls
    .filter((member) => !clearable.includes(member))
    .map((member) => ({ field: member, message: 'cannot be cleared' }));
  for (const member of ['fieldId', 'type', 'source'] as const) {
    if (sent[member] !== undefined && sent[member] !== before[member])
      problems.push({ field: member, message: `must stay ${before[member]}` });
  }
  checkName('label', sent.label, problems);
  if (nulls.includes('options') && before.source === 'ENTRY' && before.type === 'select')
    problems.push({ field: 'options', message: 'cannot be cleared of a select' });
  const after: FieldRow = {
    ...before,
    label: sent.label ?? before.label,
    unit: nulls.includes('unit') ? null : (sent.unit ?? before.unit),
    options: nulls.includes('options') ? null : sent.options.length > 0 ? sent.options : before.options,
    calculation: nulls.includes('calculation') ? null : (sent.calculation ?? before.calculation),
    readOnly: sent.readOnly ?? before.readOnly,
    order: sent.order ?? before.order,
  };
  checkOptions(after.options, problems);
  checkCalculation(after, problems);
  if (problems.length > 0) throw invalid(problems);
  if (after.source === 'RECORD' && attributeKind(recordType, after.fieldId) === 'readOnly')
    after.readOnly = true;
  return after;
};

/** Changes a field of a board. What changes nothing writes nothing. */
export const updatePipelineField = async (
  deps: Deps,
  request: UpdatePipelineFieldRequest,
  context: CallContext,
): Promise<Partially<UpdatePipelineFieldResponse>> => {
  const { board, field } = await changeField(deps, request.pipelineId, context, async (tx, found, at) => {
    const before = requireField(found, request.fieldId);
    const after = changed(found, before, request);
    if (isDeepStrictEqual(after, before)) return { field: before, changed: false };
    const saved = { ...after, updatedAt: at };
    await updateField(tx, saved);
    return { field: saved, changed: true };
  });
  return { field: presentField(board, field) };
};
