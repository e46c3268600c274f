import { projectScope } from '@parley/auth';
import { invalid } from '@parley/errors';
import { inOrder } from '@parley/persistence';
import { type CallContext, eventHeaders } from '@parley/rpc';
import type {
  MergeDuplicatesRequest,
  MergeDuplicatesResponse,
} from '@parley/proto/generated/parley/tickets/v1/feature_requests_service';
import type { Deps } from '../deps';
import { historyActor, presentTicket } from '../core';
import { mergeProblems, type Named, mergeIntoMain, named, getMergeStates } from '../merge';
import { getTexts } from './request-text.store';
import { applyRewriting, rewriteRequest } from './rewrite';
import { removeMergedGroups } from './scan.store';

/** Checks that tickets can be merged before the model is called; the merge itself checks again. */
const check = async (deps: Deps, projectId: string, main: Named, merged: readonly Named[]): Promise<void> => {
  const states = await getMergeStates(deps.db, projectId, [main, ...merged]);
  const problems = mergeProblems(main, merged, states);
  if (problems.length > 0) throw invalid(problems);
};

/** Merges duplicate feature requests into one that asks for all of it. */
export const mergeDuplicates = async (
  deps: Deps,
  { mainTicketId, duplicateTicketIds }: MergeDuplicatesRequest,
  context: CallContext,
): Promise<MergeDuplicatesResponse> => {
  const { projectId, actor } = projectScope(context.scope);
  const main = { id: mainTicketId, field: 'mainTicketId' };
  const merged = named('duplicateTicketIds', duplicateTicketIds);
  if (merged.length === 0) throw invalid({ field: 'duplicateTicketIds', message: 'is required' });
  await check(deps, projectId, main, merged);
  const ids = [main.id, ...merged.map(({ id }) => id)];
  const [own, ...others] = inOrder(ids, await getTexts(deps.db, projectId, ids));
  const rewriting = own && (await rewriteRequest(deps.ai, own, others, context.signal));
  const origin = { actor: historyActor(actor), now: deps.clock(), headers: eventHeaders(context) };
  const ticket = await mergeIntoMain(deps, projectId, main, merged, origin, {
    patch: (row) => (rewriting ? applyRewriting(row, own, rewriting) : {}),
    within: (tx) => removeMergedGroups(tx, projectId, ids),
  });
  deps.wakeEvents();
  return { ticket: presentTicket(ticket) };
};
