/** An event to append to a service's outbox. */
export interface NewEvent {
  /** `<service>.v<n>.<noun>.<verb>`, e.g. `tickets.v1.ticket.deleted`; the first token is the producing service. */
  subject: string;
  projectId: string;
  /** The thing that changed. Events of one aggregate are handled in the order they were appended. */
  aggregateId: string;
  /** Plain JSON; at most `maxPayloadBytes` once serialised. */
  payload: unknown;
  /** Context that travels along, e.g. `traceparent` and `requestId`; printable ASCII. */
  headers?: Record<string, string>;
}

/** An event as a handler receives it. */
export interface DomainEvent<Payload = unknown> {
  /** 24 hex digits; the same at every delivery. */
  id: string;
  subject: string;
  projectId: string;
  aggregateId: string;
  payload: Payload;
  headers: Record<string, string>;
  /** When the change was made. */
  createdAt: Date;
}

/** The part of a pino logger that this library uses. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What happened to one delivery. `stopped` means the process gave it back unhandled. */
export type Outcome = 'handled' | 'duplicate' | 'dead' | 'stopped';

/** Hooks for a caller's metrics, traces and logs. */
export interface EventObserver {
  /** `count` events left the outbox for the broker. */
  published?(count: number): void;
  /** One delivery ended; `seconds` includes retries. */
  delivered?(durable: string, outcome: Outcome, seconds: number): void;
  /** One attempt failed. */
  failed?(durable: string): void;
  /** Hands an event to the broker. `send` takes the `traceparent` that travels with it instead of its own. */
  publishing?<T>(event: DomainEvent, send: (traceparent: string | undefined) => Promise<T>): Promise<T>;
  /** Runs one attempt of a handler, in the log and trace context of the event. */
  handling?<T>(durable: string, event: DomainEvent, attempt: () => Promise<T>): Promise<T>;
}
