import { AsyncResource } from 'node:async_hooks';
import { type Socket } from 'node:net';
import { type RequestHandler } from 'express';

/** Requests of a connection that may wait for the answers before them. Whoever sends more gets no answer to any. */
const MAX_WAITING = 100;

/** The requests of a connection that wait; the one before them is being answered. */
type Queue = (() => void)[];

/**
 * Works on one request of a connection at a time, and on the next one once the answer before it has left: a client that
 * sends many and reads nothing has us hold one answer and not all of them.
 */
export const createOneAtATime = (): RequestHandler => {
  const queues = new WeakMap<Socket, Queue>();
  return ({ socket }, response, next) => {
    const begin = (): void => {
      response.once('close', () => {
        const following = socket.destroyed ? undefined : queues.get(socket)?.shift();
        if (following) following();
        else queues.delete(socket);
      });
      next();
    };
    const queue = queues.get(socket);
    if (!queue) {
      queues.set(socket, []);
      begin();
    } else if (queue.length < MAX_WAITING) queue.push(AsyncResource.bind(begin));
    else socket.destroy();
  };
};
