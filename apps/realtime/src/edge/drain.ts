import { setTimeout as sleep } from 'node:timers/promises';
import { reasons, end } from '../connections';
import type { Edge } from '../edge-deps';

/** Connections that are sent away in a second at least, so that those who take them are not overrun. */
const PER_SECOND = 500;

/** Milliseconds between two groups. */
const STEP_MS = 20;

/** Milliseconds that clients have to say goodbye. */
const FAREWELL_MS = 1_000;

/**
 * Takes no more clients and sends those that are there to other processes with 4200: 500 a second, faster only where they would
 * not be gone within `limitMs`.
 */
export const drain = async (edge: Edge, limitMs: number): Promise<void> => {
  edge.isClosing = true;
  const leaving = [...edge.connections];
  const steps = Math.max(1, Math.min(limitMs, (leaving.length / PER_SECOND) * 1_000) / STEP_MS);
  const group = Math.max(1, Math.ceil(leaving.length / steps));
  for (let from = 0; from < leaving.length; from += group) {
    for (const connection of leaving.slice(from, from + group)) end(edge, connection, reasons.leaving);
    if (from + group < leaving.length) await sleep(STEP_MS);
  }
  // Clients that were being admitted at the same time, too.
  for (const connection of edge.connections) end(edge, connection, reasons.leaving);
  const until = performance.now() + FAREWELL_MS;
  while (edge.connections.size > 0 && performance.now() < until) await sleep(STEP_MS);
  for (const { socket } of edge.connections) socket.terminate();
};
