import type { EventEmitter } from 'node:events';
import type { RequestHandler } from 'express';
import { toProblem, problemAnswer } from '../rest';
import { toLogFields, openExchange, sendAnswer } from './exchange';

/**
 * Passes errors thrown by the emitter's listeners, and `error` events without a listener, to `onFault`. Thrown further, they would
 * end the process.
 */
const containListeners = (emitter: EventEmitter, onFault: (error: unknown) => void): void => {
  const emit = emitter.emit.bind(emitter);
  emitter.emit = (event: string | symbol, ...values: unknown[]) => {
    try {
      return emit(event, ...values);
    } catch (error) {
      onFault(error);
      return true;
    }
  };
};

/**
 * Limits an uncaught error to its request, while the bytes of the request come in or those of its answer go out: 500, or a cut
 * answer, and the end of its connection. It is safe because these two streams belong to no other request; see ADR 13 for other
 * errors.
 */
export const containFaults =
  (log: { error(fields: object, message: string): void }): RequestHandler =>
  (request, response, next) => {
    let faulty = false;
    const onFault = (error: unknown): void => {
      if (faulty) return;
      faulty = true;
      const exchange = openExchange(request, response);
      log.error({ err: error, ...toLogFields(exchange) }, 'an error that nobody caught ended a request');
      if (response.headersSent) return void response.destroy();
      // The parser of this connection was interrupted: nothing after this request can be trusted.
      exchange.headers['Connection'] = 'close';
      sendAnswer(exchange, problemAnswer(toProblem(error, exchange.requestId)));
    };
    containListeners(request, onFault);
    containListeners(response, onFault);
    next();
  };
