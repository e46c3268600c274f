import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createApi } from '../api';
import { findRealtime } from '../live';
import { type Attack, readDemo } from './attack';

const SOCKETS = 8;
const LASTS_MS = 5_000;
const CHUNK_BYTES = 64 * 1024;
const TOO_FAST = Buffer.from([4301 >> 8, 4301 & 255]);

const opcodes = { part: 0x01, rest: 0x80, text: 0x81, ping: 0x89, pong: 0x8a };

/** A frame of a client, masked with nothing. */
const encodeFrame = (opcode: number, text = ''): Buffer => {
  const payload = Buffer.from(text);
  const head =
    payload.length < 126
      ? [opcode, 0x80 | payload.length]
      : [opcode, 0xfe, payload.length >> 8, payload.length & 255];
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), payload]);
};

const filled = (frame: Buffer): Buffer =>
  Buffer.concat(Array.from({ length: Math.floor(CHUNK_BYTES / frame.length) }, () => frame));

/** Writes without a pause until the other side ends it; answers what came. */
const flood = async (socket: Socket, chunk: Buffer, until: number): Promise<Buffer> => {
  const came: Buffer[] = [];
  socket.on('data', (part: Buffer) => came.push(part));
  // A reset is an end like any other.
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  while (!socket.destroyed && performance.now() < until) {
    if (!socket.write(chunk)) {
      const drained = new AbortController();
      const { signal } = drained;
      await Promise.race([once(socket, 'drain', { signal }).catch(() => undefined), closed]);
      drained.abort();
    }
    await new Promise(setImmediate);
  }
  socket.destroy();
  return Buffer.concat(came);
};

/** Where the platform says that clients connect. */
type Place = { key: string; host: string; port: number };

const open = async ({ key, host, port }: Place): Promise<Socket> => {
  const socket = connect(port, host);
  socket.on('error', () => undefined);
  await Promise.race([
    once(socket, 'connect').catch(() => undefined),
    once(socket, 'close').catch(() => undefined),
  ]);
  socket.write(
    `GET /app/${key}?protocol=7 HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
  );
  return socket;
};

/** Eight sockets write, and come again when they are closed. Each that is closed by the platform is closed with 4301 or 1008. */
const attack = (name: string, frame: Buffer): Attack => ({
  name: `realtime: ${name} on ${SOCKETS} sockets`,
  run: async (platform) => {
    const chunk = filled(frame);
    const place = (await findRealtime(
      createApi(() => `${platform.origin}/v3`),
      readDemo(platform).apiToken,
    )) as Place;
    const until = performance.now() + LASTS_MS;
    let refused = 0;
    const one = async (): Promise<void> => {
      while (performance.now() < until) {
        const came = await flood(await open(place), chunk, until);
        if (came.includes(TOO_FAST) || came.includes('Too many') || came.includes('429')) refused += 1;
      }
    };
    await Promise.all(Array.from({ length: SOCKETS }, one));
    expect(refused).toBeGreaterThan(0);
  },
});

const said = (message: object): Buffer => encodeFrame(opcodes.text, JSON.stringify(message));

export const attacks: Attack[] = [
  attack('pings', said({ event: 'pusher:ping', data: {} })),
  attack(
    'refused subscriptions',
    said({ event: 'pusher:subscribe', data: { channel: 'private-x', auth: 'x:y' } }),
  ),
  attack('unknown events', said({ event: 'x' })),
  attack('empty frames', encodeFrame(opcodes.text)),
  attack('pings of WebSockets', encodeFrame(opcodes.ping)),
  attack('pongs of WebSockets', encodeFrame(opcodes.pong)),
  attack('messages in empty parts', Buffer.concat([encodeFrame(opcodes.part), encodeFrame(opcodes.rest)])),
];
