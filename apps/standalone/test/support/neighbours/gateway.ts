import { once } from 'node:events';
import { connect } from 'node:net';
import type { RunningPlatform } from '../platform';
import type { Attack } from './attack';

const CONNECTIONS = 8;
const LASTS_MS = 5_000;
const SHORT = 'GET / HTTP/1.1\r\nHost:x\r\n\r\n';

/** As many requests as 64 KB hold in one go, again and again, the answers read. */
const pipelined = (name: string, request: string): Attack => ({
  name: `gateway: ${name}, pipelined on ${CONNECTIONS} connections`,
  run: async ({ origin }: RunningPlatform) => {
    const { port, hostname } = new URL(origin);
    const chunk = request.repeat(Math.floor(65_520 / request.length));
    const until = performance.now() + LASTS_MS;
    let answers = 0;
    const one = async (): Promise<void> => {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      socket.on('data', (part: Buffer) => (answers += part.toString('latin1').split('HTTP/1.1 ').length - 1));
      await once(socket, 'connect');
      const closed = once(socket, 'close');
      while (!socket.destroyed && performance.now() < until) {
        if (!socket.write(chunk))
          await Promise.race([
            once(socket, 'drain', { signal: AbortSignal.timeout(100) }).catch(() => undefined),
            closed,
          ]);
        await new Promise(setImmediate);
      }
      socket.destroy();
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, one));
    expect(answers).toBeGreaterThan(0);
  },
});

export const attacks: Attack[] = [
  pipelined('GET /', SHORT),
  pipelined('requests without a Host', 'GET / HTTP/1.1\r\n\r\n'),
  pipelined('refused tokens', 'GET /v3/tickets HTTP/1.1\r\nHost:x\r\nAuthorization:Bearer x\r\n\r\n'),
];
