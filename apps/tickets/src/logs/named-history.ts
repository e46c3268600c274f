import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import type { HistoryActor } from '../core';
import { type HistoryPart, type HistoryView, ticketHistory } from './ticket-history.store';

/** Someone who acted, with the name that is kept here. */
interface Named {
  actor: HistoryActor | null;
  actorName: string | null;
}

/** The same with the names of members that have no copy here yet. */
export const withNames = async <Row extends Named>(
  { references }: Pick<Deps, 'references'>,
  context: CallContext,
  projectId: string,
  rows: readonly Row[],
): Promise<Row[]> => {
  const isNameless = ({ actor, actorName }: Named): boolean => actor?.type === 'user' && actorName === null;
  const ids = new Set(rows.filter(isNameless).flatMap(({ actor }) => actor?.id ?? []));
  if (ids.size === 0) return [...rows];
  const members = await references.members(context, projectId, [...ids]);
  return rows.map((row) => {
    const member = isNameless(row) ? members.get(row.actor?.id ?? '') : undefined;
    const name = [member?.firstName, member?.lastName].filter(Boolean).join(' ');
    return name === '' ? row : { ...row, actorName: name };
  });
};

/** As `ticketHistory`, with the names of those who acted. */
export async function* namedHistory(
  deps: Pick<Deps, 'db' | 'references'>,
  context: CallContext,
  projectId: string,
  ticketId: string,
  part?: HistoryPart,
): AsyncGenerator<HistoryView[]> {
  for await (const page of ticketHistory(deps.db, projectId, ticketId, part)) {
    yield await withNames(deps, context, projectId, page);
  }
}
