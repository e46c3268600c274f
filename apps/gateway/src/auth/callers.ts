import { createHash } from 'node:crypto';
import { type Actor, isRole, type Role } from '@parley/auth';
import { createLocalCache } from '@parley/cache';
import { DomainError, forbidden, limited, unauthenticated } from '@parley/errors';
import { addressKey } from '@parley/limits';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import type { Meter } from '../limits';
import { type DashboardClaims, verifyDashboardToken } from './dashboard-token';
import { type Directory, directoryContext } from './directory';
import type { SigningKeys } from './signing-keys';

/** How long the workspace's answer about a caller is cached, in milliseconds: changes take effect within 5 s. */
const BELIEF_MS = 2_000;

/** How long a verified token is not verified again, in milliseconds. */
const VERIFIED_MS = 60_000;

const MAX_CALLERS = 10_000;

/** Tokens that are looked at at once, of all addresses with too many refused ones. */
const SUSPECTS_AT_ONCE = 4;

/** A place that a caller may act in. */
export interface Place {
  projectId: string;
  organisationId: string;
  role: Role;
  /** Requests per minute there; 0 means the platform's. */
  requestLimit: number;
}

/** Who calls. */
export interface Identity {
  actor: Actor;
  /** The only project a service account works in. */
  home?: Place;
}

/** What identifies callers. */
export interface CallersDeps {
  directory: Directory;
  keys: SigningKeys;
  meter: Pick<Meter, 'authFailure'>;
  now: () => number;
}

/** Finds out who calls and where they may act. */
export interface Callers {
  /** The caller of a bearer token. 401 `unauthenticated`, `invalid_token`; 429 after too many refused tokens. */
  byToken(authorization: string | undefined, ip: string): Promise<Identity>;
  /** The server of a customer, by the secret key of its project. 401 `unauthenticated`, `invalid_token`; 429 as above. */
  bySecretKey(key: string | undefined, ip: string): Promise<Place>;
  /** The caller's place in a project. 403 `project_forbidden`. */
  findPlace(identity: Identity, projectId: string): Promise<Place>;
}

const SERVICE_TOKEN = /^psa_[\w-]{16,512}$/;
const BEARER = /^Bearer +([^\s]+) *$/i;

const toRole = (text: string): Role => {
  if (isRole(text)) return text;
  throw new Error(`The workspace answered the unknown role ${text}`);
};

/** Caches answers for 2 s, verified tokens for 60 s but never past their end. */
export const createCallers = ({ directory, keys, meter, now }: CallersDeps): Callers => {
  const verified = createLocalCache<DashboardClaims>({ max: MAX_CALLERS, ttlMs: VERIFIED_MS });
  const accounts = createLocalCache<{ confirmed: boolean; tokensSince: number }>({
    max: MAX_CALLERS,
    ttlMs: BELIEF_MS,
  });
  const services = createLocalCache<Identity>({ max: MAX_CALLERS, ttlMs: BELIEF_MS });
  const places = createLocalCache<Place>({ max: MAX_CALLERS, ttlMs: BELIEF_MS });
  const refusals = createRefusals(meter, now);

  const user = async (token: string, ip: string): Promise<Identity> => {
    const claims = await verified.getOrLoad(token, () =>
      refusals.watch(ip, token, () => verifyDashboardToken(keys, token)),
    );
    if (claims.expiresAt <= now()) {
      verified.delete(token);
      throw unauthenticated('INVALID_TOKEN');
    }
    const { userId, email, issuedAt } = claims;
    const { confirmed, tokensSince } = await accounts.getOrLoad(userId, () =>
      directory.resolveAccount({ userId }, directoryContext()),
    );
    // Another password was set since: all sessions before it have ended.
    if (issuedAt < tokensSince) throw unauthenticated('INVALID_TOKEN');
    return { actor: { type: 'user', id: userId, email, confirmed } };
  };

  const service = (token: string, ip: string): Promise<Identity> => {
    const tokenHash = createHash('sha256').update(token).digest('hex');
    return services.getOrLoad(tokenHash, () =>
      refusals.watch(ip, token, async () => {
        const account = await directory.resolveServiceToken({ tokenHash }, directoryContext());
        return {
          actor: { type: 'service', id: account.serviceAccountId, name: account.name },
          home: {
            projectId: account.projectId,
            organisationId: account.organisationId,
            role: toRole(account.role),
            requestLimit: account.requestLimitPerMinute,
          },
        };
      }),
    );
  };

  return {
    bySecretKey: findServers(directory, refusals),
    byToken: async (authorization, ip) => {
      if (authorization === undefined) {
        throw unauthenticated('UNAUTHENTICATED');
      }
      const token = BEARER.exec(authorization)?.[1];
      if (token === undefined) throw unauthenticated('INVALID_TOKEN');
      return SERVICE_TOKEN.test(token) ? service(token, ip) : user(token, ip);
    },
    findPlace: async ({ actor, home }, projectId) => {
      if (home) {
        if (home.projectId !== projectId) throw forbidden('PROJECT_FORBIDDEN');
        return home;
      }
      if (actor.type !== 'user') throw forbidden('PROJECT_FORBIDDEN');
      const userId = actor.id;
      return places.getOrLoad(`${userId}:${projectId}`, async () => {
        const access = await directory.resolveAccess({ userId, projectId }, directoryContext());
        return {
          projectId,
          organisationId: access.organisationId,
          role: toRole(access.role),
          requestLimit: access.requestLimitPerMinute,
        };
      });
    },
  };
};

/** Customers' own servers by the secret keys of their projects. */
const findServers = (directory: Directory, refusals: Refusals): Callers['bySecretKey'] => {
  const servers = createLocalCache<Place>({ max: MAX_CALLERS, ttlMs: BELIEF_MS });
  return async (key, ip) => {
    if (key === undefined || key === '')
      throw unauthenticated(
        'UNAUTHENTICATED',
        'This operation needs the secret key of the project: send the header `api-token`.',
      );
    const keyHash = createHash('sha256').update(key).digest('hex');
    return servers.getOrLoad(keyHash, () =>
      refusals.watch(ip, key, async () => {
        const { projectId, organisationId, requestLimitPerMinute } = await directory.resolveSecretKey(
          { keyHash },
          directoryContext(),
        );
        return { projectId, organisationId, role: 'admin', requestLimit: requestLimitPerMinute };
      }),
    );
  };
};

interface Refusals {
  /** Runs a check of a token. Refused ones count against the address; too many are 429, good ones pass all the same. */
  watch<T>(ip: string, token: string, check: () => Promise<T>): Promise<T>;
}

/** How long a token that was good is looked at before others of its address, in milliseconds. */
const TRUST_MS = 10 * 60_000;

/**
 * Refused tokens of each address. Callers behind one address share it, so a token is looked at however many of its
 * neighbours' were refused; those of an address with too many wait in a line of their own, so that guessing cannot keep the
 * workspace busy.
 */
const createRefusals = (meter: Pick<Meter, 'authFailure'>, now: () => number): Refusals => {
  const until = new LRUCache<string, number>({ max: MAX_CALLERS });
  const trusted = new LRUCache<string, true>({ max: MAX_CALLERS, ttl: TRUST_MS });
  const line = new PQueue({ concurrency: SUSPECTS_AT_ONCE });
  return {
    watch: async (ip, token, check) => {
      const address = addressKey(ip);
      const secondsLeft = ((until.get(address) ?? 0) - now()) / 1000;
      const isSuspect = secondsLeft > 0 && !trusted.has(token);
      try {
        const result = await (isSuspect ? line.add(check) : check());
        trusted.set(token, true);
        return result;
      } catch (error) {
        if (!(error instanceof DomainError) || error.kind !== 'unauthenticated') throw error;
        trusted.delete(token);
        const { allowed, resetSeconds } = await meter.authFailure(ip);
        if (!allowed) until.set(address, now() + resetSeconds * 1000);
        if (secondsLeft <= 0) throw error;
        throw limited('Too many invalid tokens from your address. Try again later.', secondsLeft);
      }
    },
  };
};
