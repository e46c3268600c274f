export { type Broadcast, type BroadcastDeps, type Listener, createBroadcast } from './broadcast';
export {
  type EventRow,
  appendEventRows,
  appendEvents,
  eventColumns,
  eventRow,
  maxPayloadBytes,
  outboxColumns,
  outboxRows,
  outboxValues,
} from './append';
export { type DeadLetterFilter, forgetDeadLetters, type WaitingDeadLetter } from './dead-letter.store';
export type { AfterCommit, EventHandler, EventsHandler, SubscribeOptions } from './deliver';
export { type EmbeddedBroker, createEmbeddedBroker } from './embedded/broker';
export type { DomainEvent, EventObserver, Log, NewEvent, Outcome } from './event';
export { type EventLag, type Events, type EventsOptions, createEvents } from './events';
export type { ReplayResult } from './replay';
export {
  type About,
  GONE_MS,
  goneAmong,
  goneTableSql,
  heirsAmong,
  holdHeir,
  holdThings,
  noteGone,
  noteMerged,
  ofAggregate,
  pruneGone,
  type Thing,
} from './gone';
export { replaceIds } from './replace-ids';
export { deadLetterIndexesSql, eventTablesSql } from './tables';
export { type Subscription, topology } from './topology';
export {
  type ConsumerLag,
  type EventSettings,
  isEmbedded,
  type JetStreamOptions,
  type Transport,
} from './transport';
