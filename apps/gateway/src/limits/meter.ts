import { comparableEmail } from '@parley/addresses';
import { createHash } from 'node:crypto';
import type { RateLimiter } from '@parley/cache';
import { limited } from '@parley/errors';
import { addressKey } from '@parley/limits';
import { type Budget, type BudgetName, type BudgetSettings, budgets } from './budgets';

/** Settings of the limits. */
export interface LimitSettings extends BudgetSettings {
  /** Requests of one caller in one project per minute, unless the project says otherwise. */
  rateLimitPerMinute: number;
  /** Refused tokens of one address per minute before further refused ones are 429. */
  authFailureLimitPerMinute: number;
}

/** Where a caller stands with one limit. */
export interface Standing {
  /** Name of the policy in the headers. */
  policy: string;
  windowSeconds: number;
  limit: number;
  remaining: number;
  /** Whole seconds, at least 1. */
  resetSeconds: number;
  allowed: boolean;
}

/** Counts requests against limits. */
export interface Meter {
  /** One request of a caller; `limit` 0 means the platform's. */
  request(key: string, limit: number): Promise<Standing>;
  /** One attempt against a shared budget; `who` is the e-mail address or the caller, where it counts those. */
  budget(name: BudgetName, ip: string, who: string): Promise<Standing>;
  /** One refused token. */
  authFailure(ip: string): Promise<Standing>;
}

const WINDOW_SECONDS = 60;

const budgetKey = (name: BudgetName, { by }: Budget, ip: string, who: string): string => {
  if (by === 'ip') return `budget:${name}:${addressKey(ip)}`;
  if (by === 'caller') return `budget:${name}:${who}`;
  const account = createHash('sha256').update(comparableEmail(who)).digest('base64url');
  return `budget:${name}:${addressKey(ip)}:${account}`;
};

/** Counts by the limiter, with numbers shared by all gateways. */
export const createMeter = (limiter: RateLimiter, settings: LimitSettings): Meter => {
  const consume = async (
    policy: string,
    key: string,
    limit: number,
    windowSeconds: number,
  ): Promise<Standing> => ({
    ...(await limiter.consume(key, { limit, windowSeconds })),
    policy,
    windowSeconds,
  });
  return {
    request: (key, limit) =>
      consume('default', `request:${key}`, limit || settings.rateLimitPerMinute, WINDOW_SECONDS),
    budget: (name, ip, who) => {
      const budget = budgets[name];
      return consume(name, budgetKey(name, budget, ip, who), budget.limit(settings), budget.windowSeconds);
    },
    authFailure: (ip) =>
      consume(
        'auth-failure',
        `auth-failure:${addressKey(ip)}`,
        settings.authFailureLimitPerMinute,
        WINDOW_SECONDS,
      ),
  };
};

/** 429 with the time to wait, when a limit is used up. */
export const demandRoom = ({ allowed, resetSeconds }: Standing): void => {
  if (allowed) return;
  throw limited(`Too many requests. Try again in ${resetSeconds} seconds.`, resetSeconds);
};

const policies = new Map<string, string>();

const formatPolicy = ({ policy, limit, windowSeconds }: Standing): string => {
  const key = `${policy}/${limit}`;
  const known = policies.get(key);
  if (known !== undefined) return known;
  const text = `"${policy}";q=${limit};w=${windowSeconds}`;
  policies.set(key, text);
  return text;
};

const formatState = ({ policy, remaining, resetSeconds }: Standing): string =>
  `"${policy}";r=${remaining};t=${resetSeconds}`;

/** Adds the limit headers for the caller: the draft's, and the customary ones of the tightest limit. */
export const addLimitHeaders = (
  headers: Record<string, string | number>,
  standings: readonly Standing[],
): void => {
  const [first] = standings;
  if (!first) return;
  let tightest = first;
  let policy = formatPolicy(first);
  let state = formatState(first);
  for (const standing of standings) {
    if (standing === first) continue;
    policy += `, ${formatPolicy(standing)}`;
    state += `, ${formatState(standing)}`;
    if (standing.remaining < tightest.remaining) tightest = standing;
  }
  headers['RateLimit-Policy'] = policy;
  headers['RateLimit'] = state;
  headers['X-RateLimit-Limit'] = tightest.limit;
  headers['X-RateLimit-Remaining'] = tightest.remaining;
  headers['X-RateLimit-Reset'] = tightest.resetSeconds;
};
