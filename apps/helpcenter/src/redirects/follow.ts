import type { Store } from '../db';
import { cleanQuery, comparable, splitAddress } from './address';
import { matchPattern, fillTarget } from './match';
import { redirectLoop } from './redirect.errors';
import { findPatterns, findRedirectByAddress, type RedirectRow } from './redirect.store';

/** Redirects that one may lead over. */
export const MAX_OTHERS = 10;

/** Redirects that are followed for one address; a longer chain leads nowhere. */
const MAX_FOLLOWED = 100;

/** The redirects of a project. */
export interface Redirects {
  /** The exact redirect of a comparable address. */
  exact(address: string): Promise<RedirectRow | undefined>;
  /** Patterns; those that count before others come first. */
  patterns(): Promise<readonly RedirectRow[]>;
}

/** Which redirects may count. */
export type Kind = 'exact' | 'pattern';

/** A redirect that counts for an address, and where it leads. */
interface Step {
  redirect: RedirectRow;
  target: string;
}

/** Redirects as they are stored; patterns are read once. */
export const storedRedirects = (store: Store, projectId: string): Redirects => {
  let patterns: Promise<RedirectRow[]> | undefined;
  return {
    exact: (address) => findRedirectByAddress(store, projectId, 'exact', address),
    patterns: () => (patterns ??= findPatterns(store, projectId)),
  };
};

const byWeight = (one: RedirectRow, other: RedirectRow): number =>
  other.weight - one.weight || (one.id < other.id ? -1 : 1);

/** The redirects with `candidate` in place of its former state. */
const withCandidate = ({ exact, patterns }: Redirects, candidate: RedirectRow): Redirects => ({
  exact: async (address) => {
    if (candidate.matchType === 'exact' && candidate.address === address) return candidate;
    const found = await exact(address);
    return found?.id === candidate.id ? undefined : found;
  },
  patterns: async () => {
    const others = (await patterns()).filter(({ id }) => id !== candidate.id);
    return candidate.matchType === 'pattern' ? [...others, candidate].sort(byWeight) : others;
  },
});

const stepFrom = async (redirects: Redirects, asked: string, kind?: Kind): Promise<Step | undefined> => {
  const exact = kind === 'pattern' ? undefined : await redirects.exact(comparable(asked));
  if (exact) return { redirect: exact, target: fillTarget(exact, []) };
  if (kind === 'exact') return undefined;
  for (const redirect of await redirects.patterns()) {
    const held = matchPattern(redirect.oldUrl, asked);
    if (held) return { redirect, target: fillTarget(redirect, held) };
  }
  return undefined;
};

/**
 * Follows where a redirect that is to be written would lead.
 *
 * @throws DomainError `redirect_loop` when it comes back to it, or leads over more than 10 others.
 */
export const demandEnd = async (stored: Redirects, candidate: RedirectRow): Promise<void> => {
  const redirects = withCandidate(stored, candidate);
  let target = fillTarget(candidate, ['x', 'x', 'x', 'x', 'x']);
  for (let others = 0; ; others += 1) {
    const step = await stepFrom(redirects, target);
    if (!step) return;
    if (step.redirect.id === candidate.id) throw redirectLoop(`leads back to ${candidate.oldUrl}`);
    if (others === MAX_OTHERS) throw redirectLoop(`leads over more than ${MAX_OTHERS} other redirects`);
    target = step.target;
  }
};

/** A target with the query of the asked address, unless it has one of its own. */
const withQuery = (target: string, query: string): string => {
  if (query === '' || splitAddress(target).query !== '') return target;
  const at = target.indexOf('#');
  return at < 0 ? target + cleanQuery(query) : target.slice(0, at) + cleanQuery(query) + target.slice(at);
};

/**
 * The last target of an asked address, which may be known under several names; the first redirect is of a kind when one
 * is named. Undefined when no redirect counts, or they lead round and round.
 */
export const follow = async (
  redirects: Redirects,
  asked: readonly string[],
  kind?: Kind,
): Promise<string | undefined> => {
  const query = splitAddress(asked[0] ?? '').query;
  let step: Step | undefined;
  for (const address of asked) step ??= await stepFrom(redirects, address, kind);
  if (!step) return undefined;
  for (let followed = 1; followed < MAX_FOLLOWED; followed += 1) {
    const target = withQuery(step.target, query);
    const next = await stepFrom(redirects, target);
    if (!next) return target;
    step = next;
  }
  return undefined;
};
