import { anonymousSession } from '@parley/audience';
import { DomainError, type FieldProblem, invalid } from '@parley/errors';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { type SourceType, sourceTypes } from '../documents';
import { readLanguageTag } from '../texts';
import type { SearchOptions, View } from './question';

/** Most elements of each list in a scope. */
const MAX_LISTED = 100;
const SCOPE_KEYS = ['session', 'tags', 'collections', 'websites'];

/** Reads a text that must say something. @throws DomainError `invalid` naming the field. */
export const readText = (field: string, text: string, most: number): string => {
  if (text.trim() === '') throw invalid({ field, message: 'must not be blank' });
  if (Array.from(text).length > most)
    throw invalid({ field, message: `must have at most ${most} characters` });
  return text;
};

/** Reads a `limit`: above the most it is the most. @throws DomainError `invalid` below 1. */
export const readLimit = (limit: number | undefined, usual: number, most: number): number => {
  if (limit === undefined) return usual;
  if (!Number.isInteger(limit) || limit < 1)
    throw invalid({ field: 'limit', message: 'must be a whole number from 1' });
  return Math.min(limit, most);
};

/** The scope fields of a search or question. */
export interface SentQuestion {
  lang?: string | undefined;
  documentTypeFilter?: string | undefined;
  internally?: boolean | undefined;
  scope?: Readonly<Record<string, unknown>> | undefined;
}

const readTypes = (filter: string | undefined, problems: FieldProblem[]): SourceType[] | undefined => {
  if (filter === undefined) return undefined;
  const types = filter.split(',').map((type) => type.trim());
  if (types.some((type) => !(sourceTypes as readonly string[]).includes(type)))
    problems.push({ field: 'documentTypeFilter', message: `takes ${sourceTypes.join(', ')}, by comma` });
  return types as SourceType[];
};

const readList = (field: string, sent: unknown, problems: FieldProblem[]): string[] | undefined => {
  if (sent === undefined || sent === null) return undefined;
  if (!Array.isArray(sent)) {
    problems.push({ field, message: 'must be a list of texts' });
    return undefined;
  }
  if (sent.length > MAX_LISTED) problems.push({ field, message: `takes at most ${MAX_LISTED} elements` });
  sent.forEach((one, index) => {
    if (typeof one !== 'string' || one === '')
      problems.push({ field: `${field}.${index}`, message: 'must be a text, not empty' });
  });
  return sent as string[];
};

interface ReadScope {
  session: string | undefined;
  tags: string[] | undefined;
  collections: string[] | undefined;
  websites: string[] | undefined;
}

/** An unknown key is refused: a restriction that is ignored shows more than was meant. */
const readScope = (sent: SentQuestion['scope'], problems: FieldProblem[]): ReadScope => {
  const scope = sent ?? {};
  for (const key of Object.keys(scope))
    if (!SCOPE_KEYS.includes(key))
      problems.push({ field: `scope.${key}`, message: `is unknown: give ${SCOPE_KEYS.join(', ')}` });
  const session = scope['session'] ?? undefined;
  if (session !== undefined && (typeof session !== 'string' || session === ''))
    problems.push({ field: 'scope.session', message: 'must be the id of a contact' });
  return {
    session: session as string | undefined,
    tags: readList('scope.tags', scope['tags'], problems),
    collections: readList('scope.collections', scope['collections'], problems),
    websites: readList('scope.websites', scope['websites'], problems),
  };
};

/** Ids among some that the project does not have, named by their places. */
const unknown = (
  field: string,
  ids: readonly string[],
  known: ReadonlySet<string>,
  noun: string,
): FieldProblem[] =>
  ids.flatMap((id, index) =>
    known.has(id) ? [] : [{ field: `${field}.${index}`, message: `is no ${noun} of this project` }],
  );

/**
 * Reads the scope of a search, and its viewer.
 *
 * @throws DomainError `invalid` naming every wrong field, and every reference to something this project does not have.
 */
export const readQuestion = async (
  { helpcenter, contacts, websites }: Pick<Deps, 'helpcenter' | 'contacts' | 'websites'>,
  projectId: string,
  sent: SentQuestion,
  context: CallContext,
): Promise<Omit<SearchOptions, 'limit'>> => {
  const problems: FieldProblem[] = [];
  const lang = sent.lang === undefined ? undefined : readLanguageTag(sent.lang);
  if (sent.lang !== undefined && lang === undefined)
    problems.push({ field: 'lang', message: 'must be a language tag, such as de or pt-BR' });
  const types = readTypes(sent.documentTypeFilter, problems);
  const scope = readScope(sent.scope, problems);
  if (problems.length > 0) throw invalid(problems);
  const [session, trees, sites] = await Promise.all([
    scope.session === undefined ? undefined : contacts.session(projectId, scope.session, context),
    scope.collections === undefined ? undefined : helpcenter.trees(projectId, scope.collections, context),
    scope.websites === undefined ? undefined : websites.known(projectId, scope.websites),
  ]);
  const missing = [
    ...(scope.session !== undefined && session === undefined
      ? [{ field: 'scope.session', message: 'is no contact of this project' }]
      : []),
    ...unknown('scope.collections', scope.collections ?? [], new Set(trees?.keys()), 'collection'),
    ...unknown('scope.websites', scope.websites ?? [], sites ?? new Set(), 'website'),
  ];
  if (missing.length > 0) throw invalid(missing);
  const internal = sent.internally ?? false;
  const viewer = session ?? (internal ? 'all' : anonymousSession);
  const articles = isKnown(viewer) || !(await helpcenter.isPrivate(projectId, context));
  return {
    projectId,
    view: { internal, session: viewer, articles },
    ...(lang !== undefined && { lang }),
    ...(types && { types }),
    scope: {
      ...(scope.tags && { tags: scope.tags }),
      ...(trees && { collections: [...new Set([...trees.values()].flat())] }),
      ...(scope.websites && { websites: scope.websites }),
    },
    signal: context.signal,
  };
};

/** Whether a viewer reads a private help center: the team, and contacts with a user id that are not blocked. */
const isKnown = (session: View['session']): boolean =>
  session === 'all' || (typeof session['userId'] === 'string' && session['blocked'] !== true);

/** Whether an error says that something is not there. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof DomainError && error.kind === 'notFound';
