import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { holdBack } from './hold-back';

/** The requests of a connection that wait; the one before them is being answered. */
type Queue = (() => void)[];

/** Runs the next step on a connection once all of its requests are answered. */
export type AfterAnswers = (socket: Socket, next: () => void) => void;

/**
 * Makes a server work on one request of a connection at a time. The next one starts once the answer before it has been sent, and
 * nothing more is read in that time. So of a client's many requests we hold a few, and one answer. Other connections have their
 * turn in between.
 */
export const serveOneAtATime = (server: Server, serve: RequestListener): AfterAnswers => {
  const queues = new WeakMap<Socket, Queue>();
  const held = new WeakMap<Socket, { release(): void }>();

  const take: RequestListener = (request, response) => {
    const { socket } = request;
    const begin = (): void => {
      response.once('close', () => {
        const following = socket.destroyed ? undefined : queues.get(socket)?.shift();
        if (following) return void setImmediate(following);
        queues.delete(socket);
        held.get(socket)?.release();
      });
      serve(request, response);
    };
    const queue = queues.get(socket);
    if (queue) queue.push(AsyncResource.bind(begin));
    else {
      queues.set(socket, []);
      begin();
    }
  };
  const isWaiting = (socket: Socket): boolean => !socket.destroyed && (queues.get(socket)?.length ?? 0) > 0;

  server.on('connection', (socket: Socket) => {
    // A connection that asked for another protocol comes a second time.
    if (!held.has(socket))
      held.set(
        socket,
        holdBack(socket, () => isWaiting(socket)),
      );
  });
  server.on('request', take);
  // Node answers these by itself, all that come in one go; other expectations than 100-continue may be passed over.
  server.on('checkExpectation', take);
  return (socket, next) => {
    const queue = queues.get(socket);
    if (!queue) return next();
    queue.push(() => {
      queues.delete(socket);
      next();
      held.get(socket)?.release();
    });
  };
};

/** Whether a request lacks the header `Host`, which HTTP/1.1 demands. */
export const lacksHost = ({ headers, httpVersion }: IncomingMessage): boolean =>
  httpVersion === '1.1' && headers.host === undefined;
