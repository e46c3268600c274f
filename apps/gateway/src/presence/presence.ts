import type { Scope } from '@parley/auth';
import type { Logger } from '@parley/telemetry';
import { LRUCache } from 'lru-cache';

/** A member made a call in a project. */
export interface Seen {
  projectId: string;
  userId: string;
  /** ISO 8601. */
  at: string;
}

/** Collects callers, and reports them in batches. */
export interface Presence {
  /** Notes a dashboard user's call for a project; others are no presence. */
  note(scope: Scope): void;
  /** Reports the collected callers a last time, and stops. */
  stop(): Promise<void>;
}

/** What presence needs. */
export interface PresenceOptions {
  /** Answers those who are not known yet. */
  report(seen: Seen[]): Promise<{ ignored: Pick<Seen, 'projectId' | 'userId'>[] }>;
  log: Logger;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** Milliseconds between two reports, by default 5,000: a person shows within 15 s. */
  every?: number;
}

/** A person and project are reported at most so often, in milliseconds. */
const AGAIN_MS = 60_000;
const EVERY_MS = 5_000;
/** Most people and projects remembered, and most that wait. */
const MAX_KNOWN = 100_000;
/** Most in one report. */
const BATCH = 1_000;

/** Reports people while there are any; idle, it does nothing. After a crash the next call reports again. */
export const createPresence = ({
  report,
  log,
  now = Date.now,
  every = EVERY_MS,
}: PresenceOptions): Presence => {
  const told = new LRUCache<string, number>({ max: MAX_KNOWN });
  const waiting = new Map<string, Seen>();
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> = Promise.resolve();

  const flush = async (): Promise<void> => {
    while (waiting.size > 0) {
      const batch = [...waiting].slice(0, BATCH);
      try {
        const { ignored } = await report(batch.map(([, seen]) => seen));
        for (const person of ignored) told.delete(toKey(person));
      } catch (error) {
        log.debug({ err: error }, 'Who is present could not be told, and is told later');
        return;
      }
      for (const [key] of batch) waiting.delete(key);
    }
  };

  const plan = (): void => {
    if (timer) return;
    timer = setTimeout(() => {
      sending = flush().then(() => {
        timer = undefined;
        if (waiting.size > 0) plan();
      });
    }, every);
    timer.unref();
  };

  return {
    note: ({ actor, projectId }) => {
      if (actor.type !== 'user' || projectId === undefined) return;
      const key = toKey({ projectId, userId: actor.id });
      const at = now();
      const last = told.get(key);
      if ((last !== undefined && at - last < AGAIN_MS) || waiting.size >= MAX_KNOWN) return;
      told.set(key, at);
      waiting.set(key, { projectId, userId: actor.id, at: new Date(at).toISOString() });
      plan();
    },
    stop: async () => {
      clearTimeout(timer);
      await sending;
      clearTimeout(timer);
      await flush();
    },
  };
};

const toKey = ({ projectId, userId }: Pick<Seen, 'projectId' | 'userId'>): string => `${projectId} ${userId}`;
