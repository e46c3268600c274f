import { reasons, end, send, encodeFrame } from '../connections';
import type { Edge } from '../edge-deps';

const PING = encodeFrame('pusher:ping', {});

/** Asks clients that are silent whether they are there, and closes those who do not answer. */
export const watchSilence = (edge: Edge): { stop(): void } => {
  const { silenceMs, answerMs } = edge.timing;
  const step = Math.min(1_000, silenceMs / 4, answerMs / 4);
  let timer: NodeJS.Timeout | undefined;

  // A new connection cannot be silent for long enough before a quarter of that time is over.
  const plan = (): void => {
    timer = setTimeout(look, edge.connections.size > 0 ? step : silenceMs / 4).unref();
  };
  const look = (): void => {
    const now = performance.now();
    for (const connection of edge.connections) {
      const silent = now - connection.heardAt;
      if (silent < silenceMs) continue;
      if (!connection.isPinged) {
        connection.isPinged = true;
        send(edge, connection, PING);
      } else if (silent > silenceMs + answerMs) end(edge, connection, reasons.silent);
    }
    plan();
  };
  plan();
  return { stop: () => clearTimeout(timer) };
};
