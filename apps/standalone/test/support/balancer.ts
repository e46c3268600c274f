import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { Replica } from './replicas';

/** Milliseconds between two looks at who is ready. */
const PROBE_MS = 100;

/** A balancer of TCP connections, as a cluster has one before the replicas of an app. */
export interface Balancer {
  origin: string;
  port: number;
  close(): Promise<void>;
}

const isReady = async ({ ops }: Replica): Promise<boolean> => {
  try {
    return (await fetch(`${ops}/readyz`)).status === 200;
  } catch {
    return false;
  }
};

/** Spreads new connections over the ready replicas; connections stay where they are. Any port unless one is named. */
export const startBalancer = async (replicas: readonly Replica[], wanted = 0): Promise<Balancer> => {
  let ready = [...replicas];
  let next = 0;
  let probing = true;
  const sockets = new Set<Socket>();
  const probe = async (): Promise<void> => {
    while (probing) {
      const states = await Promise.all(replicas.map(isReady));
      ready = replicas.filter((_, index) => states[index]);
      await new Promise((resolve) => setTimeout(resolve, PROBE_MS));
    }
  };
  const server = createServer((client) => {
    next += 1;
    const replica = ready[next % ready.length];
    if (!replica) return void client.destroy();
    const upstream = connect(replica.port, '127.0.0.1');
    const pairs: [Socket, Socket][] = [
      [client, upstream],
      [upstream, client],
    ];
    for (const [from, to] of pairs) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        to.destroy();
        sockets.delete(from);
      });
    }
  });
  server.listen(wanted, '127.0.0.1');
  await once(server, 'listening');
  const probes = probe();
  const { port } = server.address() as { port: number };
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    close: async () => {
      probing = false;
      await probes;
      sockets.forEach((socket) => socket.destroy());
      server.close();
      await once(server, 'close');
    },
  };
};
