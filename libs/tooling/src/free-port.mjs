// Ports for servers that are started again at the same address.
import { createServer } from 'node:net';

/** Below those that Linux, macOS and Windows give to outgoing connections, one of which would else hold it at a restart. */
const FIRST = 20_000;
const LAST = 32_767;
const ATTEMPTS = 100;

const given = new Set();

const isFree = (port) =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.on('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/** A port of 127.0.0.1 that nobody listens on; another one at each call. */
export const freePort = async () => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST + 1));
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
  throw new Error(`No port between ${FIRST} and ${LAST} is free on 127.0.0.1.`);
};
