/** What is broadcast on the subject of a stream. */
export type StreamMessage =
  /** An event with its number. */
  | { kind: 'event'; seq: number; event: string; data: object; at: string }
  /**
   * Somebody types; it has no number and is kept by nobody. `by` tells two who type apart when `data` does not, and reaches no
   * client.
   */
  | { kind: 'typing'; data: object; by?: string };

/** What is broadcast on the subject of a presence channel. */
export type PresenceMessage =
  /** Somebody came or went. */
  | { kind: 'changed' }
  /** A client speaks to the others. */
  | { kind: 'client'; event: string; data: unknown; userId: string; socketId: string };
