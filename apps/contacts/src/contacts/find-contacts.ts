import { comparableEmail } from '@parley/addresses';
import { projectScope } from '@parley/auth';
import { compileFilter, type FieldMap, invalidQuery } from '@parley/persistence';
import type {
  FindContactsRequest,
  FindContactsResponse,
  MatchContactsRequest,
  MatchContactsResponse,
} from '@parley/proto/generated/parley/contacts/v1/contact_lookup_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { termKey } from './contact';
import { lookUpContacts, matchContacts as matchRows } from './contact.lookup.store';

/** Most contacts of one answer, and how many there are when no limit is named. */
export const MAX_FOUND = 500;
/** Further words are ignored. */
const MAX_WORDS = 10;

const freeFields: FieldMap = { customData: { json: 'custom_data' } };

const bounded = (limit: number): number => (limit > 0 ? Math.min(limit, MAX_FOUND) : MAX_FOUND);

const identifierRequired = (): Error =>
  invalidQuery('email', 'Give at least one of email, userId, phone and customData.*.');

/** Contacts that match every identifier given, the most recently active first. 400 `invalid_query` without one. */
export const findContacts = async (
  { db }: Pick<Deps, 'db'>,
  { email, userId, phone, filter, limit }: FindContactsRequest,
  context: CallContext,
): Promise<FindContactsResponse> => {
  const { projectId } = projectScope(context.scope);
  const params: unknown[] = [projectId];
  const conditions: string[] = [];
  const demand = (column: string, value: string | undefined): void => {
    if (value) conditions.push(`${column} = $${params.push(value)}`);
  };
  demand('email', email && comparableEmail(email));
  demand('user_id', userId);
  demand('phone', phone);
  if (filter.length > 0) conditions.push(compileFilter(filter, freeFields, params));
  if (conditions.length === 0) throw identifierRequired();
  return {
    ids: await lookUpContacts(db, { where: conditions.join(' AND '), params, limit: bounded(limit) }),
  };
};

/** Contacts that have all words, or any of them, in name, email, userId, companyName or phone. */
export const matchContacts = async (
  { db }: Pick<Deps, 'db'>,
  { words, anyWord, limit }: MatchContactsRequest,
  context: CallContext,
): Promise<MatchContactsResponse> => {
  const { projectId } = projectScope(context.scope);
  const distinct = new Set(termKey(words).split(' '));
  distinct.delete('');
  if (distinct.size === 0) return { ids: [] };
  const match = { projectId, words: [...distinct].slice(0, MAX_WORDS), anyWord, limit: bounded(limit) };
  return { ids: await matchRows(db, match) };
};
