import { type FieldProblem, invalid } from '@parley/errors';
import type {
  SetEntryDueDateRequest,
  SetEntryDueDateResponse,
} from '@parley/proto/generated/parley/pipelines/v1/pipeline_entries_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { changeEntry } from './change-entry';
import { changedData } from './entry.changes';
import { requireEntry } from './require-entry';
import { readDueDate } from './values.input';

/** Sets or clears the due date of an entry. */
export const setDueDate = async (
  deps: Deps,
  { entryId, dueDate: sent, nulls }: SetEntryDueDateRequest,
  context: CallContext,
): Promise<Partially<SetEntryDueDateResponse>> => {
  const { board } = await requireEntry(deps, entryId, context);
  const problems: FieldProblem[] = [];
  const dueDate = nulls.includes('dueDate') ? null : readDueDate(sent, 'dueDate', problems);
  if (dueDate === undefined) problems.push({ field: 'dueDate', message: 'is required' });
  if (problems.length > 0) throw invalid(problems);
  const entry = await changeEntry(deps, board, entryId, context, (before, at) =>
    changedData(before, board.fields, new Map(), dueDate, at),
  );
  return { entry };
};
