import type { StreamMessage } from '@parley/realtime';
import type { Connection, Subscription } from './connection';

/** An event of a stream, with its number. */
export type NumberedEvent = Extract<StreamMessage, { kind: 'event' }>;

/** One stream, as this process follows it for its connections. */
export interface Feed {
  projectId: string;
  /** The contact of the stream; empty for the stream of the project. */
  contactId: string;
  /** Number up to which everything was handed to those who listen. */
  seq: number;
  /** Whether the latest number was read; earlier events wait. */
  isOpen: boolean;
  opened: Promise<void>;
  settle: () => void;
  listeners: Set<Subscription>;
  /** Connections that are signed in as the contact. */
  signedIn: Set<Connection>;
  /** Events that came before those with lower numbers. */
  waiting: Map<number, NumberedEvent>;
  isFilling: boolean;
  /** Which round compares it with the database. */
  slot: number;
  /** Ends the listening. */
  stop: () => void;
}

/** Makes a feed without listeners. */
export const newFeed = (projectId: string, contactId: string, slot: number): Feed => {
  let settle = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    settle = resolve;
  });
  return {
    projectId,
    contactId,
    seq: 0,
    isOpen: false,
    opened,
    settle,
    listeners: new Set(),
    signedIn: new Set(),
    waiting: new Map(),
    isFilling: false,
    slot,
    stop: () => undefined,
  };
};

/** The connections that a feed is followed for. */
export const listConnections = ({ listeners, signedIn }: Feed): Connection[] => [
  ...new Set([...signedIn, ...[...listeners].map(({ connection }) => connection)]),
];
