/** Items that the visitor has finished: an answer requested before the platform knows it must not bring them back. */
export interface Endings {
  /** Records an ending; it holds until the platform has it and all earlier requests are answered. */
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
