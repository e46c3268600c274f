import { invalid } from '@parley/errors';
import { spreadRanks } from '@parley/persistence';

/** An element of a list that is ordered by rank, then by id. */
export interface Ranked {
  id: string;
  lexorank: string;
}

const byRank = (one: Ranked, other: Ranked): number => {
  if (one.lexorank !== other.lexorank) return one.lexorank < other.lexorank ? -1 : 1;
  return one.id < other.id ? -1 : 1;
};

/**
 * Ranks for a list in the order of a request: the named ones, then the others in their former order.
 *
 * @throws DomainError `invalid` naming `<field>.<index>` of an id that is not in the list or comes twice.
 */
export const newOrder = (field: string, named: readonly string[], list: readonly Ranked[]): Ranked[] => {
  const known = new Set(list.map(({ id }) => id));
  const placed = new Set<string>();
  const problems = named.flatMap((id, index) => {
    const message = !known.has(id) ? 'is not in this place' : placed.has(id) ? 'comes twice' : undefined;
    placed.add(id);
    return message === undefined ? [] : [{ field: `${field}.${index}`, message }];
  });
  if (problems.length > 0) throw invalid(problems);
  const others = [...list].sort(byRank).filter(({ id }) => !placed.has(id));
  const ids = [...named, ...others.map(({ id }) => id)];
  const ranks = spreadRanks(undefined, undefined, ids.length) ?? [];
  return ids.map((id, index) => ({ id, lexorank: ranks[index] as string }));
};
