import type { Application } from 'express';

/** Where an app keeps the headers that say how a connection goes on after an answer. */
const CONNECTION = 'connection';

const ENDING = { Connection: 'close' };

/**
 * Announces to clients how long a connection may be idle: a second less than the time between the announcement of a stop and the
 * stop. A client that heeds it never sends a request on a closing connection. From the announcement on each answer ends its
 * connection, and the client has closed those without an answer in that time.
 */
export const keepConnections = (app: Application, shutdownDelaySeconds: number): void => {
  app.locals[CONNECTION] =
    shutdownDelaySeconds > 0 ? { 'Keep-Alive': `timeout=${Math.max(1, shutdownDelaySeconds - 1)}` } : {};
};

/** Lets each connection end with its next answer. */
export const endConnections = (app: Application): void => {
  app.locals[CONNECTION] = ENDING;
};

export const isEnding = (app: Application): boolean => app.locals[CONNECTION] === ENDING;

/** The headers for an answer of the app. */
export const connectionHeaders = (app: Application): Readonly<Record<string, string>> =>
  app.locals[CONNECTION] as Readonly<Record<string, string>>;
