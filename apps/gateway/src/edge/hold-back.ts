import type { Socket } from 'node:net';

/** Bytes that the HTTP parser gets at a time: some 150 of the shortest requests, of which it makes objects in one go. */
const SLICE_BYTES = 4_096;

const cutSlices = (chunk: Buffer): Buffer[] => {
  const slices: Buffer[] = [];
  for (let at = 0; at < chunk.length; at += SLICE_BYTES) slices.push(chunk.subarray(at, at + SLICE_BYTES));
  return slices;
};

/**
 * Passes on a connection's input in slices, none while `isHeld` says so, and reads nothing more in that time. Pausing the socket
 * would not work: the HTTP server resumes it after each parsed request.
 */
export const holdBack = (socket: Socket, isHeld: () => boolean): { release(): void } => {
  const push = socket.push.bind(socket);
  const read = socket._read.bind(socket);
  /** Input that was read and not passed on; null is its end. */
  const waiting: (Buffer | null)[] = [];
  let isWanted = false;

  const pass = (): boolean => {
    let wantsMore = true;
    while (waiting.length > 0 && !isHeld()) wantsMore = push(waiting.shift());
    return wantsMore && waiting.length === 0 && !isHeld();
  };
  socket.push = (chunk: Buffer | null) => {
    // The usual case: a request that fits in a slice.
    if (waiting.length === 0 && !isHeld() && (chunk === null || chunk.length <= SLICE_BYTES))
      return push(chunk);
    waiting.push(...(chunk === null ? [null] : cutSlices(chunk)));
    return pass();
  };
  socket._read = (size) => {
    isWanted = waiting.length > 0 || isHeld();
    if (!isWanted) read(size);
  };
  // Without a listener the parser reads from the system by itself.
  socket.on('data', () => undefined);
  return {
    release: () => {
      pass();
      if (!isWanted || waiting.length > 0 || isHeld() || socket.destroyed) return;
      isWanted = false;
      read(0);
    },
  };
};
