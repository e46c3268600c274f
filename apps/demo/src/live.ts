import Pusher from 'pusher-js';
import type { Panel } from './panel';

/** Where live connections go, as `GET /shared/realtime` answers it. */
export interface Realtime {
  key: string;
  host: string;
  port: number;
  tls: boolean;
}

/** A live connection of one side. */
export interface Live {
  pusher: Pusher;
  /** Notes how far the stream was heard, so that a new connection goes on from there. */
  heard: (data: unknown) => void;
}

/** The caller that the connection is signed for. */
export interface Signing {
  headers: Record<string, string>;
  /** Path that signs it in as a user, below `/v3`. */
  user?: string;
  /** Path that allows it a channel. */
  channel?: string;
}

/** Where the stock client asks for a signature, by a form. */
interface SignedAt {
  transport: 'ajax';
  endpoint: string;
  headers: Record<string, string>;
  paramsProvider: () => { after?: number };
}

/** Connects with the stock client of the protocol. */
export const connect = (
  { key, host, port, tls }: Realtime,
  { headers, user, channel }: Signing,
  panel: Panel,
): Live => {
  let after: number | undefined;
  const signedAt = (path: string): SignedAt => ({
    transport: 'ajax',
    endpoint: `/v3${path}`,
    headers,
    paramsProvider: () => (after === undefined ? {} : { after }),
  });
  const pusher = new Pusher(key, {
    cluster: '',
    wsHost: host,
    wsPort: port,
    wssPort: port,
    forceTLS: tls,
    enabledTransports: ['ws', 'wss'],
    ...(user !== undefined && { userAuthentication: signedAt(user) }),
    ...(channel !== undefined && { channelAuthorization: signedAt(channel) }),
  });
  pusher.connection.bind('state_change', ({ current }: { current: string }) => panel.state(current));
  return {
    pusher,
    heard: (data) => {
      const { seq } = data as { seq?: number };
      if (seq !== undefined) after = Math.max(after ?? 0, seq);
    },
  };
};
