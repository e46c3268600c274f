import type { Sealer } from '@parley/auth';
import { defineJob, type Jobs } from '@parley/jobs';
import type { Sql } from '@parley/persistence';
import type { CallContext, MethodDefinition, Partially, RequestOf, ResponseOf } from '@parley/rpc';
import { type EffectKey, findEffect, insertEffect, pruneEffects } from './effect.store';

/** How long an effect is remembered, in milliseconds: an hour more than the 24 that the gateway keeps its id. */
export const RETENTION_MS = 25 * 60 * 60_000;

const PRUNE_BATCH = 1_000;

/** Forgets what no request repeats any more. */
const pruneJob = defineJob<object>({ name: 'request effects', every: 10 * 60_000 });

/** A call that records its effect with its response. */
export interface OnceContext<Response> extends CallContext {
  /**
   * Records the response in the transaction of the effect. Does nothing for a call without a key. Fails, with the transaction, when
   * an earlier call already had the effect.
   */
  record(tx: Sql, response: Partially<Response>): Promise<void>;
}

/** A handler that has its effect in one transaction and records it there. */
export type OnceHandler<M extends MethodDefinition> = (
  request: RequestOf<M>,
  context: OnceContext<ResponseOf<M>>,
) => Promise<Partially<ResponseOf<M>>>;

type PlainHandler<M extends MethodDefinition> = (
  request: RequestOf<M>,
  context: CallContext,
) => Promise<Partially<ResponseOf<M>>>;

/** Remembers what requests with an idempotency key did. */
export interface Effects {
  /**
   * Makes a handler have its effect once: a call that repeats another is answered with the response that was recorded,
   * also when the process died between its commit and its answer.
   */
  once<M extends MethodDefinition>(method: M, run: OnceHandler<M>): PlainHandler<M>;
}

/** What effects are remembered with. */
export interface EffectsOptions {
  db: Sql;
  sealer: Sealer;
  /** Forgets them. */
  jobs: Pick<Jobs, 'work'>;
  clock?: () => Date;
}

interface Codec<Response> {
  encode(response: Partially<Response>): string;
  decode(text: string): Partially<Response>;
}

/** Responses are sealed, because some hold a token or secret that is shown once and kept nowhere else. */
const createCodec = <M extends MethodDefinition>(
  sealer: Sealer,
  { responseType: { fromPartial, encode, decode } }: M,
  { effectId, method }: EffectKey,
): Codec<ResponseOf<M>> => {
  const purpose = `effect:${method}:${effectId}`;
  return {
    encode: (response) => {
      const bytes = encode(fromPartial(response as never) as never).finish();
      return sealer.seal(Buffer.from(bytes).toString('base64'), purpose);
    },
    decode: (text) => decode(Buffer.from(sealer.open(text, purpose), 'base64')) as Partially<ResponseOf<M>>,
  };
};

const recorded = new WeakSet<object>();

/** Whether a handler was made by `once`. */
export const isOnce = (handler: object): boolean => recorded.has(handler);

const doNothing = (): Promise<void> => Promise.resolve();

/** Remembers effects in the same database. */
export const createEffects = ({ db, sealer, jobs, clock = () => new Date() }: EffectsOptions): Effects => {
  const once = <M extends MethodDefinition>(method: M, run: OnceHandler<M>): PlainHandler<M> => {
    const handler: PlainHandler<M> = async (request, context) => {
      const { idempotencyKey } = context;
      if (idempotencyKey === undefined) return run(request, { ...context, record: doNothing });
      const key = { effectId: idempotencyKey, method: method.name };
      const codec = createCodec(sealer, method, key);
      const earlier = await findEffect(db, key);
      if (earlier !== undefined) return codec.decode(earlier);
      try {
        return await run(request, {
          ...context,
          record: (tx, response) => insertEffect(tx, key, codec.encode(response)),
        });
      } catch (error) {
        // After any error: an earlier call that was still running may have committed the effect.
        const meanwhile = await findEffect(db, key).catch(() => undefined);
        if (meanwhile === undefined) throw error;
        return codec.decode(meanwhile);
      }
    };
    recorded.add(handler);
    return handler;
  };

  jobs.work(pruneJob, {
    handle: async () => {
      const pruned = await pruneEffects(db, new Date(clock().getTime() - RETENTION_MS), PRUNE_BATCH);
      return pruned === PRUNE_BATCH ? { goOnIn: 0 } : undefined;
    },
  });

  return { once };
};
