import { addressKey } from '@parley/limits';

/** Connections of one address at a time. */
const MAX_CONNECTIONS = 20;
/** Mails of one address in a minute. */
const MAX_MAILS = 60;
const WINDOW_MS = 60_000;
/** Bytes of mails that are being received, together: beyond it senders try again later. */
const MAX_BYTES = 256 * 1024 * 1024;

/** What senders use of the server at present, by their addresses. */
export interface SenderLimits {
  /** Counts a connection. False beyond 20 of its address. */
  connect(ip: string): boolean;
  disconnect(ip: string): void;
  /** Counts a mail. False beyond 60 of its address in a minute. */
  takeMail(ip: string): boolean;
  /** Counts bytes that are held. False beyond 256 MB of all mails. */
  hold(bytes: number): boolean;
  release(bytes: number): void;
}

export const createSenderLimits = (now: () => number = () => performance.now()): SenderLimits => {
  const connections = new Map<string, number>();
  let mails = new Map<string, number>();
  let windowEnd = 0;
  let held = 0;
  return {
    connect: (ip) => {
      const key = addressKey(ip);
      const count = (connections.get(key) ?? 0) + 1;
      connections.set(key, count);
      return count <= MAX_CONNECTIONS;
    },
    disconnect: (ip) => {
      const key = addressKey(ip);
      const count = (connections.get(key) ?? 1) - 1;
      if (count === 0) connections.delete(key);
      else connections.set(key, count);
    },
    takeMail: (ip) => {
      if (now() >= windowEnd) {
        mails = new Map();
        windowEnd = now() + WINDOW_MS;
      }
      const key = addressKey(ip);
      const count = (mails.get(key) ?? 0) + 1;
      mails.set(key, count);
      return count <= MAX_MAILS;
    },
    hold: (bytes) => {
      held += bytes;
      return held <= MAX_BYTES;
    },
    release: (bytes) => {
      held -= bytes;
    },
  };
};
