import Pusher from 'pusher-js';

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
): Pusher =>
  new Pusher(key, {
    cluster: '',
    wsHost: host,
    wsPort: port,
    wssPort: port,
    forceTLS: tls,
    enabledTransports: ['ws', 'wss'],
    userAuthentication: {
      endpoint: '',
      transport: 'ajax',
      customHandler: ({ socketId }, callback) => {
        sign(socketId).then(
          (answer) => callback(null, answer),
          (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
        );
      },
    },
  });
