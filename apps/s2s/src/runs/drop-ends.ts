import { actLast, findEnded } from '../agents';
import type { Deps } from '../deps';
import { act, type Run, findUnshown } from '../core';

/**
 * Sees to it that the ends of what had a conversation before are not shown from now on, however late they come: for a run that is about
 * to be shown there.
 */
export const dropEnds = async (deps: Pick<Deps, 'db' | 'bots'>, begun: Run): Promise<void> => {
  const { projectId, conversationId } = begun;
  if (conversationId === null) return;
  const agent = await findEnded(deps.db, projectId, conversationId);
  if (agent) await actLast(deps, agent);
  for (const run of await findUnshown(deps.db, begun))
    for (const part of endParts(run))
      await act(deps, run, { name: '' }, { part, isEnd: true, onlyIfOwn: true });
};

/**
 * The numbers by which the end of a run is shown. The first is the one of its next step: a slow process cannot do this step later,
 * because its key is already used.
 */
export const endParts = ({ taken }: Pick<Run, 'taken'>): [next: string, over: string] => [
  String(taken + 1),
  'over',
];
