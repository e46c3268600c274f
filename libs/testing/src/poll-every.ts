/** Milliseconds between two polls of a service in tests. Their clocks jump, and they change rows without a notification. */
export const POLL_EVERY_MS = 250;
