import Pusher from 'pusher-js';
import { persist } from '../core';

/** Where live connections go, as `GET /shared/realtime` answers it. */
export interface Where {
  key: string;
  host: string;
  port: number;
  tls: boolean;
}

/** The stock client of the Pusher protocol, signed in by `sign`. It connects to the platform and to no other host. */
export const createPusher = (
  { key, host, port, tls }: Where,
  sign: (socketId: string) => Promise<{ auth: string; user_data: string }>,
): Pusher => {
  const pusher: Pusher = new Pusher(key, {
    cluster: '',
    wsHost: host,
    wsPort: port,
    wssPort: port,
    forceTLS: tls,
    enabledTransports: ['ws', 'wss'],
    userAuthentication: {
      endpoint: '',
      transport: 'ajax',
      // The client asks once for each connection: without another try it would stay connected and hear nothing.
      customHandler: ({ socketId }, callback) => {
        const { connection } = pusher;
        const isCurrent = (): boolean =>
          connection.state === 'connected' && connection.socket_id === socketId;
        persist(async () => (isCurrent() ? sign(socketId) : undefined)).then(
          (answer) => {
            if (answer && isCurrent()) callback(null, answer);
          },
          (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
        );
      },
    },
  });
  return pusher;
};
