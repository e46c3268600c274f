import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { reasons, type Connection, end } from '../connections';
import type { Edge } from '../edge-deps';
import { type Frame, receive } from './receive';

/** Most waiting frames of a connection: those sent in one go while an earlier one was handled. */
const MAX_WAITING = 250;

/** Milliseconds in which one that is closed may read why. */
const FAREWELL_MS = 1_000;

/**
 * Takes the frames of a connection, each when its budgets have room and it is its project's turn. Nothing more is read of the
 * connection until then, so that the client waits. A client that goes on sending is closed with 4301.
 */
export const createIntake = (edge: Edge, connection: Connection): ((frame: Frame) => void) => {
  const { socket, project } = connection;
  const waiting: Frame[] = [];
  let isBusy = false;
  let isRefused = false;
  let overSince: number | undefined;

  // Its answer to the close comes after everything that it sent before, which is not read.
  const refuse = (): void => {
    waiting.length = 0;
    isRefused = true;
    end(edge, connection, reasons.tooFast);
    socket.pause();
    setTimeout(() => socket.terminate(), FAREWELL_MS).unref();
  };
  const handle = async (frame: Frame): Promise<void> => {
    const { waitMs, isOwn } = edge.budgets.spend(connection);
    if (!isOwn) overSince = undefined;
    else if ((overSince ??= performance.now()) < performance.now() - edge.timing.overMs) return refuse();
    if (waitMs > 0) await sleep(waitMs);
    await edge.turns.run(project.id, async () => {
      // The turns of a loop are given to whatever else there is to do, too.
      await nextTurn();
      if (!connection.isEnding) receive(edge, connection, frame);
    });
  };
  const work = async (): Promise<void> => {
    isBusy = true;
    socket.pause();
    for (let frame = waiting.shift(); frame && !connection.isEnding; frame = waiting.shift())
      await handle(frame);
    isBusy = false;
    if (!isRefused) socket.resume();
  };
  return (frame) => {
    if (connection.isEnding) return;
    connection.heardAt = performance.now();
    connection.isPinged = false;
    if (waiting.length >= MAX_WAITING) return refuse();
    waiting.push(frame);
    if (isBusy) return;
    work().catch((error: unknown) => {
      edge.log.warn({ err: error, projectId: project.id }, 'A client waited too long for its turn');
      end(edge, connection, reasons.unavailable);
    });
  };
};
