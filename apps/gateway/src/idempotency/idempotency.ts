import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sealer } from '@parley/auth';
import { DomainError, invalid } from '@parley/errors';
import type { Sql } from '@parley/persistence';
import type { Logger } from '@parley/telemetry';
import type { Answer } from '../rest';
import type { Holder } from './holder';
import { claimKey, completeKey, findKey, type KeyId, pruneKeys, releaseKey } from './idempotency.store';

/** Longest key, in characters. */
export const MAX_KEY_LENGTH = 255;

/** How long an answer is kept: 24 h, in seconds. */
const KEEP_SECONDS = 24 * 60 * 60;

/** Seconds after the operation's deadline before a claim counts as that of a hanging process. */
const LEASE_MARGIN_SECONDS = 45;

/** Longest wait for the answer of a first request that is still running, in milliseconds. */
const WAIT_MS = 5_000;
const FIRST_POLL_MS = 25;
const LAST_POLL_MS = 250;

/** Seconds after which a repeat that found the first one running may ask again. */
const IN_FLIGHT_RETRY_AFTER = 1;

/** Pause between two attempts to keep an answer, in milliseconds. */
const KEEP_RETRY_MS = 500;

/** Longer answers are not kept, in characters. */
const MAX_ANSWER_LENGTH = 5 * 1024 * 1024;

const PRUNE_BATCH = 1_000;

/** What idempotency needs. */
export interface IdempotencyDeps {
  sql: Sql;
  sealer: Sealer;
  log: Pick<Logger, 'warn'>;
  holder: Pick<Holder, 'current'>;
  /** Requests with answers that are not stored yet; one may outlive its connection. */
  running: Set<Promise<unknown>>;
}

/** One request with a key. */
export interface KeyedRequest {
  key: string;
  /** Who calls: the same key of another caller is another key. */
  caller: string;
  projectId: string;
  /** Method and path. */
  target: string;
  body: Buffer;
  /** Deadline of the operation, in milliseconds from now. */
  timeoutMs: number;
}

/** The answer, and whether it is that of an earlier request. */
export interface KeyedAnswer {
  answer: Answer;
  replayed: boolean;
}

/** The key of a request's header, undefined without one. 400 `invalid_input` for one that is empty or too long. */
export const readKey = (header: string | undefined): string | undefined => {
  if (header === undefined) return undefined;
  if (header.length > 0 && header.length <= MAX_KEY_LENGTH) return header;
  throw invalid({ field: 'Idempotency-Key', message: `must have 1 to ${MAX_KEY_LENGTH} characters` });
};

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

const toKeyId = ({ key, caller, projectId, target }: KeyedRequest): KeyId => ({
  projectId,
  fingerprint: sha256(JSON.stringify([caller, target, key])),
});

const keyReused = (): DomainError =>
  new DomainError(
    'unprocessable',
    'IDEMPOTENCY_KEY_REUSED',
    'This idempotency key was used with another body. Use a new key for a new request.',
  );

const inFlight = (): DomainError =>
  new DomainError(
    'conflict',
    'IDEMPOTENCY_IN_FLIGHT',
    'The first request with this idempotency key is still running. Try again in a moment.',
    { retryAfter: IN_FLIGHT_RETRY_AFTER },
  );

const isKept = ({ status, body }: Answer): boolean =>
  status < 500 && status !== 429 && (body?.length ?? 0) <= MAX_ANSWER_LENGTH;

/**
 * Runs `work` once per key: the first request claims the key and stores its answer, later ones and those at the same
 * time get that answer. `work` answers problems instead of throwing. Where the answer is not kept, or was lost, it runs
 * again under the same effect id, by which services know what they did already. Digest and answer are sealed, because
 * bodies hold passwords and answers hold tokens.
 *
 * @throws DomainError 422 `idempotency_key_reused` for another body, 409 `idempotency_in_flight` when the first is
 *   still running after 5 s.
 */
export const runOnce = async (
  { sql, sealer, log, holder, running }: IdempotencyDeps,
  request: KeyedRequest,
  work: (effectId: string) => Promise<Answer>,
): Promise<KeyedAnswer> => {
  const id = toKeyId(request);
  const context = `idempotency:${id.fingerprint}`;
  const digest = sha256(request.body);
  const claimId = randomUUID();
  const claim = {
    claimId,
    holder: holder.current(),
    effectId: randomUUID(),
    requestDigest: sealer.seal(digest, context),
    leaseSeconds: request.timeoutMs / 1000 + LEASE_MARGIN_SECONDS,
    keepSeconds: KEEP_SECONDS,
  };

  const demandSameBody = (requestDigest: string): void => {
    if (sealer.open(requestDigest, context) !== digest) throw keyReused();
  };

  const keep = async (answer: Answer): Promise<void> => {
    if (!isKept(answer)) return releaseKey(sql, id, claimId);
    const sealed = sealer.seal(JSON.stringify(answer), context);
    await completeKey(sql, id, claimId, { answer: sealed, keepSeconds: KEEP_SECONDS });
  };

  const first = async (effectId: string): Promise<KeyedAnswer> => {
    const leaseEnd = Date.now() + claim.leaseSeconds * 1_000;
    const answer = await work(effectId);
    try {
      await keep(answer);
    } catch (error) {
      // The effect is done and its answer known: the caller gets it now, a repeat once it could be kept.
      log.warn({ err: error }, 'the answer of an idempotent request could not be kept yet');
      const kept = keepAfterAll(() => keep(answer), leaseEnd).finally(() => running.delete(kept));
      running.add(kept);
    }
    return { answer, replayed: false };
  };

  const end = Date.now() + WAIT_MS;
  let pollMs = FIRST_POLL_MS;
  for (;;) {
    const claimed = await claimKey(sql, id, claim);
    if (claimed) {
      try {
        demandSameBody(claimed.requestDigest);
      } catch (error) {
        await releaseKey(sql, id, claimId);
        throw error;
      }
      const result = first(claimed.effectId);
      running.add(result);
      return result.finally(() => running.delete(result));
    }
    const held = await findKey(sql, id);
    if (held) {
      demandSameBody(held.requestDigest);
      if (held.answer !== null) {
        return { answer: JSON.parse(sealer.open(held.answer, context)) as Answer, replayed: true };
      }
    }
    if (Date.now() >= end) {
      throw inFlight();
    }
    await sleep(pollMs);
    pollMs = Math.min(pollMs * 2, LAST_POLL_MS);
  }
};

/** Until the lease is over: as long as this process holds the claim, a repeat would wait in vain. */
const keepAfterAll = async (keep: () => Promise<void>, leaseEnd: number): Promise<void> => {
  while (Date.now() < leaseEnd) {
    await sleep(KEEP_RETRY_MS, undefined, { ref: false });
    try {
      return await keep();
    } catch {
      // Its error was reported with the first attempt.
    }
  }
};

/** Deletes all expired keys, batch by batch. */
export const pruneExpired = async (sql: Sql): Promise<number> => {
  let total = 0;
  for (;;) {
    const pruned = await pruneKeys(sql, PRUNE_BATCH);
    total += pruned;
    if (pruned < PRUNE_BATCH) return total;
  }
};
