import Pusher, { type Channel } from 'pusher-js';
import { type Answer, type Api, ok } from './api';

/** An event as a client heard it. */
export interface Heard {
  event: string;
  data: Answer['body'];
}

/** A stock client, and what it heard. */
export interface LiveClient {
  client: Pusher;
  channel: Channel;
  /** Events with a number and others, but for those of the protocol, in order. */
  heard: Heard[];
  /** The number that the subscription began with. */
  began: Promise<number>;
}

const clients: Pusher[] = [];

/** Ends every client. */
export const closeLive = (): void => {
  for (const client of clients.splice(0)) client.disconnect();
};

/** How a client signs for its channel. */
export interface Signing {
  /** Who asks for the signature. */
  api: Api;
  /** Where. */
  path: string;
  /** Further fields of the request, as they are when it is made. */
  more?: () => object;
}

/** Where the platform says that its clients connect. */
export const findRealtime = async (anonymous: Api, apiToken: string): Promise<Answer['body']> =>
  ok(await anonymous.call('GET', '/shared/realtime', undefined, { 'api-token': apiToken }));

/** Connects the stock client and subscribes it to a channel. */
export const listen = (
  { key, host, port }: { key: string; host: string; port: number },
  name: string,
  { api, path, more = () => ({}) }: Signing,
): LiveClient => {
  const client = new Pusher(key, {
    cluster: 'none',
    wsHost: host,
    wsPort: port,
    forceTLS: false,
    enabledTransports: ['ws'],
    channelAuthorization: {
      endpoint: '',
      transport: 'ajax',
      customHandler: ({ socketId, channelName }, callback) => {
        api.call('POST', path, { socket_id: socketId, channel_name: channelName, ...more() }).then(
          ({ status, body }) =>
            status === 200 ? callback(null, body) : callback(new Error(`It answered ${status}`), null),
          (error: Error) => callback(error, null),
        );
      },
    },
  });
  clients.push(client);
  const channel = client.subscribe(name);
  const heard: Heard[] = [];
  channel.bind_global((event: string, data: Answer['body']) => {
    if (!event.startsWith('pusher')) heard.push({ event, data });
  });
  const began = new Promise<number>((resolve) =>
    channel.bind('pusher:subscription_succeeded', ({ seq }: { seq: number }) => resolve(seq)),
  );
  return { client, channel, heard, began };
};
