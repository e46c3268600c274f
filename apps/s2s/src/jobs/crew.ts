import PQueue from 'p-queue';

/** Works on what is due, several at a time. */
export interface Crew {
  /** Takes on what is due, and ends once all of it has begun: whatever takes long delays nothing else. Answers whether there may be more. */
  round(signal: AbortSignal): Promise<boolean>;
  /** Until nothing is worked on any more. */
  idle(): Promise<void>;
}

/** What a crew works on. */
export interface CrewOptions<T> {
  /** How many at a time. */
  atATime: number;
  /** Takes on at most so many. */
  together: number;
  claim(limit: number): Promise<readonly T[]>;
  /** Never rejects. */
  work(claimed: T): Promise<void>;
}

/** Makes a crew. */
export const createCrew = <T>({ atATime, together, claim, work }: CrewOptions<T>): Crew => {
  const queue = new PQueue({ concurrency: atATime });
  return {
    round: async (signal) => {
      const claimed = await claim(together);
      for (const one of claimed)
        void queue.add(async () => {
          if (!signal.aborted) await work(one);
        });
      await queue.onSizeLessThan(1);
      return claimed.length === together && !signal.aborted;
    },
    idle: () => queue.onIdle(),
  };
};
