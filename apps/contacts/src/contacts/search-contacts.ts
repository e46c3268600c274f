import { projectScope } from '@parley/auth';
import type {
  SearchContactsRequest,
  SearchContactsResponse,
} from '@parley/proto/generated/parley/contacts/v1/contacts_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { termKey } from './contact';
import { presentMatch } from './contact.present';
import { findNearMatches, findPartMatches, MAX_MATCHES, type RankedMatch } from './contact.search.store';
import { fieldExists } from './field-exists';
import { findCondition } from './list-contacts';

/** A shorter term finds nothing. */
export const MIN_CHARACTERS = 3;

/** Whole fields first, then beginnings, then parts; among equals the latest activity. */
const byRank = (one: RankedMatch, other: RankedMatch): number =>
  one.rank - other.rank ||
  other.lastActivity.getTime() - one.lastActivity.getTime() ||
  (one.id < other.id ? 1 : -1);

/** At most 50 contacts that have a term in name, email, userId, companyName or phone, best first. */
export const searchContacts = async (
  { db }: Pick<Deps, 'db'>,
  { searchTerm, fieldExists: field, type, skip, limit }: SearchContactsRequest,
  context: CallContext,
): Promise<SearchContactsResponse> => {
  const { projectId } = projectScope(context.scope);
  const params: unknown[] = [projectId];
  const has = field === undefined ? 'TRUE' : fieldExists(field, params);
  const where = type === undefined ? has : `${has} AND ${findCondition(type)}`;
  const shown = (matches: readonly RankedMatch[]): SearchContactsResponse => ({
    sessions: matches
      .slice(skip, skip + (limit > 0 ? Math.min(limit, MAX_MATCHES) : MAX_MATCHES))
      .map(presentMatch),
  });
  const term = termKey(searchTerm);
  if ([...term].length < MIN_CHARACTERS) return { sessions: [] };
  const search = { term, where, params };
  const near = await findNearMatches(db, search);
  if (near.length === MAX_MATCHES) return shown(near);
  const matches = new Map(
    [...near, ...(await findPartMatches(db, projectId, search))].map((match) => [match.id, match]),
  );
  return shown([...matches.values()].sort(byRank).slice(0, MAX_MATCHES));
};
