/** What is broadcast on the subject of a stream. */
export type StreamMessage =
  /** An event with its number. */
  | { kind: 'event'; seq: number; event: string; data: object; at: string }
  /** Somebody types; it has no number and is kept by nobody. */
  | { kind: 'typing'; data: object };
