import { ParleyError } from './errors';
import type { Parley } from './parley';

/** A channel that it subscribed. */
export interface PusherChannel {
  bind_global(heard: (event: string, data: unknown) => void): unknown;
  /** Who is in it; of presence channels. */
  members?: { each(look: (member: { id: string; info: unknown }) => void): void };
}

/** The client of the Pusher protocol, from the package `pusher-js`. */
export interface PusherClient {
  subscribe(channel: string): PusherChannel;
  unsubscribe(channel: string): void;
  connection: { bind(event: 'state_change', changed: (states: { current: string }) => void): unknown };
  disconnect(): void;
}

/** Settings that it gets. */
export interface PusherSettings {
  cluster: string;
  wsHost: string;
  wsPort: number;
  wssPort: number;
  forceTLS: boolean;
  enabledTransports: ('ws' | 'wss')[];
  channelAuthorization: {
    transport: 'ajax';
    endpoint: string;
    customHandler: (
      asked: { socketId: string; channelName: string },
      answer: (error: Error | null, data: { auth: string; channel_data?: string } | null) => void,
    ) => void;
  };
}

/** An event of a project: `ticket.created`, `message.created`, … with its number. */
export interface ProjectEvent {
  name: string;
  /** Number in the project, from 1, without gaps; `typing` carries the latest. */
  seq: number;
  data: Record<string, unknown>;
}

/** How a project is followed. */
export interface FollowOptions {
  /** The class of `pusher-js`. */
  Pusher: new (key: string, settings: PusherSettings) => PusherClient;
  /** The project's public key (`apiToken` of the project). */
  key: string;
  project: string;
  /** Number of the last event that was handled; later ones are sent again, up to 1,000 of the last 24 hours. */
  after?: number;
  /** Called for each event, once and in order. */
  onEvent: (event: ProjectEvent) => void;
  /** Called when events were missed that are not sent again: read the shown data by REST. `seq` is the latest number. */
  onResync?: (seq: number) => void;
  /** `connected`, `connecting`, `unavailable`, … */
  onState?: (state: string) => void;
}

/** A followed project. */
export interface Following {
  /** Number of the last event that was handled, to go on from another time. */
  readonly seq: number | undefined;
  /**
   * Counts as a viewer of a ticket until it is left, and hears who else views it.
   * @returns Leaves it.
   */
  view(ticketId: string, onViewers: (viewers: readonly Viewer[]) => void): () => void;
  close(): void;
}

/** A member of the team with the ticket open; the caller is one of them. */
export interface Viewer {
  id: string;
  name?: string;
  avatar?: string;
}

/** Milliseconds before the channel is asked for again after a failure that passes. */
const AGAIN_MS = 5_000;

/** Whether another try cannot succeed. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ParleyError && error.status < 500 && error.status !== 429;

/**
 * Receives the events of a project as they happen. After a lost connection it goes on from the last event. Resolves once events
 * arrive: data that is read after that lacks none.
 *
 * @throws {ParleyError} when the caller may not follow the project
 */
export const followProject = async (parley: Parley, options: FollowOptions): Promise<Following> => {
  const { Pusher, key, project, onState } = options;
  const { host, port, tls } = await parley.realtime.config({ headers: { 'api-token': key } });
  const place = { seq: options.after };
  const channelName = `private-project-${project}`;
  let refusal: unknown;
  const pusher = new Pusher(key, {
    cluster: '',
    wsHost: host,
    wsPort: port,
    wssPort: port,
    forceTLS: tls,
    enabledTransports: ['ws', 'wss'],
    channelAuthorization: {
      transport: 'ajax',
      endpoint: '',
      customHandler: ({ socketId, channelName: asked }, answer) => {
        const { seq } = place;
        const body = { socket_id: socketId, channel_name: asked, ...(seq !== undefined && { after: seq }) };
        parley.realtime.channelAuth(body, { project }).then(
          ({ auth = '', channel_data }) =>
            answer(null, { auth, ...(channel_data !== undefined && { channel_data }) }),
          (error: unknown) => {
            if (asked === channelName && isRefusal(error)) refusal = error;
            answer(error as Error, null);
          },
        );
      },
    },
  });
  pusher.connection.bind('state_change', ({ current }) => onState?.(current));
  let again: ReturnType<typeof setTimeout> | undefined;
  const close = (): void => {
    clearTimeout(again);
    pusher.disconnect();
  };
  await new Promise<void>((resolve, reject) => {
    const hear = toHearer(options, place);
    pusher.subscribe(channelName).bind_global((event, data) => {
      if (event === 'pusher:subscription_succeeded') resolve();
      if (event !== 'pusher:subscription_error') return hear(event, data);
      if (refusal === undefined) {
        again = setTimeout(() => pusher.subscribe(channelName), AGAIN_MS);
        return;
      }
      close();
      reject(refusal as Error);
    });
  });
  return {
    get seq() {
      return place.seq;
    },
    view: (ticketId, onViewers) => {
      const name = `presence-ticket-${ticketId}`;
      const channel = pusher.subscribe(name);
      channel.bind_global((event) => {
        if (event.startsWith('pusher:')) onViewers(listViewers(channel));
      });
      return () => pusher.unsubscribe(name);
    },
    close,
  };
};

/** What takes the events of the channel: each once and in order. `place.seq` is the number of the last one. */
const toHearer =
  (
    { onEvent, onResync }: Pick<FollowOptions, 'onEvent' | 'onResync'>,
    place: { seq: number | undefined },
  ): ((name: string, data: unknown) => void) =>
  (name, data) => {
    const { seq: number, ...rest } = (data ?? {}) as { seq?: number } & Record<string, unknown>;
    if (number === undefined) return;
    if (name === 'pusher:subscription_succeeded') {
      // Without a number to go on from, everything up to here is read later, or of no interest.
      place.seq ??= number;
      return;
    }
    if (name === 'resync') {
      place.seq = number;
      onResync?.(number);
      return;
    }
    if (name === 'resumed' || name.startsWith('pusher')) return;
    if (name !== 'typing' && number <= (place.seq ?? 0)) return;
    place.seq = Math.max(place.seq ?? 0, number);
    onEvent({ name, seq: number, data: rest });
  };

const listViewers = ({ members }: PusherChannel): Viewer[] => {
  const viewers: Viewer[] = [];
  members?.each(({ id, info }) => viewers.push({ ...(info as Omit<Viewer, 'id'>), id }));
  return viewers;
};
