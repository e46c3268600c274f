// Ports for servers that are started again at the same address. Tests choose theirs in the same way, by libs/testing.
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** Below those that Linux, macOS and Windows give to outgoing connections, one of which would else hold it at a restart. */
const FIRST = 20_000;
const LAST = 32_767;
const ATTEMPTS = 1_000;

/** A file for each given port: a server opens its port a while later, and other processes choose in between. */
const CLAIMS = join(tmpdir(), `parley-ports-${userInfo().username}`);
const CLAIM_MS = 1_800_000;

/** Takes a port that no process of this user was given lately; false when another one has it. */
const claim = (port) => {
  const file = join(CLAIMS, String(port));
  const { mtimeMs = -Infinity } = statSync(file, { throwIfNoEntry: false }) ?? {};
  if (Date.now() - mtimeMs < CLAIM_MS) return false;
  rmSync(file, { force: true });
  try {
    writeFileSync(file, '', { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
};

const isFree = (port) =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.on('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/** A free port of 127.0.0.1; another one at each call, in any process. */
export const freePort = async () => {
  mkdirSync(CLAIMS, { recursive: true });
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST + 1));
    if (claim(port) && (await isFree(port))) return port;
  }
  throw new Error(`No port between ${FIRST} and ${LAST} is free on 127.0.0.1.`);
};
