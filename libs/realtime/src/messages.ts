/** A broadcast on the subject of a stream. */
export type StreamMessage =
  /** An event with its number. */
  | { kind: 'event'; seq: number; event: string; data: object; at: string }
  /**
   * A person types; it has no number and is not stored. `by` distinguishes two people when `data` does not, and reaches no client.
   */
  | { kind: 'typing'; data: object; by?: string };

/** A broadcast on the subject of a presence channel. */
export type PresenceMessage =
  /** A member came or went. */
  | { kind: 'changed' }
  /** A client speaks to the others. */
  | { kind: 'client'; event: string; data: unknown; userId: string; socketId: string };
