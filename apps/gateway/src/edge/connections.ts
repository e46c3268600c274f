import { type Application } from 'express';

/** Where an app keeps the headers that say how a connection goes on after an answer. */
const CONNECTION = 'connection';

const ENDING = { Connection: 'close' };

/**
 * Tells clients how long a connection may rest: a second less than there is between the announcement of a stop and the stop.
 * Whoever heeds it never sends a request down a connection that is being closed: from the announcement on each answer ends
 * its connection, and one without an answer in that time was let go by the client.
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
