import { LRUCache } from 'lru-cache';

/** Options of sharing that a test may choose. */
export interface AnswerOptions {
  /** Milliseconds that an answer must have taken to be kept. */
  costlyMs?: number;
  /** A clock in milliseconds that never goes back. */
  now?: () => number;
}

/** Answers of this process to questions that several ask. */
export interface Answers {
  /** The answer to a question, by a key that says all of it: one that is at most 2 s old, else one that is made now. */
  of<Answer extends object>(key: string, make: () => Promise<Answer>): Promise<Answer>;
}

/** How old an answer may be, from the beginning of its making. Of the 5 s after which a change shows, the rest is left to intake. */
export const FRESH_MS = 2_000;
const COSTLY_MS = 50;
/** Characters of all answers that are kept, and how many these are. */
const KEPT_SIZE = 8_000_000;
const KEPT = 2_000;

/** A question that is being answered. */
interface Flight {
  began: number;
  answer: Promise<object>;
  /** Whether another caller asked the same in that time. */
  isShared: boolean;
}

/**
 * Shares answers. A caller waits for an answer that is being computed for the same question. A costly answer that several wanted at
 * the time is kept until it is 2 s old. So a wall of dashboards costs one answer in 2 s, and a single caller sees every change at
 * once, also on a slow machine. Failures reach the waiting callers, and are not kept.
 */
export const createAnswers = ({
  costlyMs = COSTLY_MS,
  now = () => performance.now(),
}: AnswerOptions = {}): Answers => {
  const kept = new LRUCache<string, { answer: object }>({
    ...{ max: KEPT, ttl: FRESH_MS, ttlResolution: 0, perf: { now } },
    maxSize: KEPT_SIZE,
    sizeCalculation: ({ answer }) => JSON.stringify(answer).length,
  });
  const flights = new Map<string, Flight>();
  const land = async (key: string, flight: Flight): Promise<void> => {
    const answer = await flight.answer.catch(() => undefined);
    // Another has begun when this one was too old to join.
    if (flights.get(key) !== flight) return;
    flights.delete(key);
    const { began, isShared } = flight;
    if (answer && isShared && now() - began >= costlyMs) kept.set(key, { answer }, { start: began });
  };
  return {
    of: async <Answer extends object>(key: string, make: () => Promise<Answer>): Promise<Answer> => {
      const known = kept.get(key);
      if (known) return known.answer as Answer;
      const current = flights.get(key);
      if (current && now() - current.began < FRESH_MS) {
        current.isShared = true;
        return (await current.answer) as Answer;
      }
      const answer = make();
      const flight: Flight = { began: now(), answer, isShared: false };
      flights.set(key, flight);
      void land(key, flight);
      return answer;
    },
  };
};
