/** Which items the visitor has done with: what is asked before the platform knows must not bring them back. */
export interface Endings {
  /** Notes an ending; it holds until the platform was told and whatever was asked before that is answered. */
  note(id: string, told: Promise<unknown>): void;
  /** Whether an answer that was asked for at a time may still hold the item. */
  outdates(id: string, askedAt: number): boolean;
}

export const createEndings = (): Endings => {
  const times = new Map<string, number>();
  return {
    note: (id, told) => {
      times.set(id, Infinity);
      const end = (): void => void times.set(id, performance.now());
      told.then(end, end);
    },
    outdates: (id, askedAt) => (times.get(id) ?? -Infinity) >= askedAt,
  };
};
