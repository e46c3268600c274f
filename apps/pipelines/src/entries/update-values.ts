import { type FieldProblem, invalid } from '@parley/errors';
import type {
  UpdateEntryValuesRequest,
  UpdateEntryValuesResponse,
} from '@parley/proto/generated/parley/pipelines/v1/pipeline_entries_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { changeEntry } from './change-entry';
import { changedData } from './entry.changes';
import { requireEntry } from './require-entry';
import { readValues } from './values.input';

/** Writes values of an entry, merged by field. */
export const updateValues = async (
  deps: Deps,
  { entryId, values = {} }: UpdateEntryValuesRequest,
  context: CallContext,
): Promise<Partially<UpdateEntryValuesResponse>> => {
  const { board } = await requireEntry(deps, entryId, context);
  const problems: FieldProblem[] = [];
  const change = readValues(board, values, 'values', problems);
  if (problems.length > 0) throw invalid(problems);
  const entry = await changeEntry(deps, board, entryId, context, (before, at) =>
    changedData(before, board.fields, change, undefined, at),
  );
  return { entry };
};
