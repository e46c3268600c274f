import { jetstream, jetstreamManager, type JetStreamClient, type JetStreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { unavailable } from '@parley/errors';
import type { Log } from '../event';
import { connectNats, withoutSecrets } from '../nats';
import { atMost, untilAborted } from '../pause';

/** The connection between two interruptions. */
export interface NatsSession {
  js: JetStreamClient;
  jsm: JetStreamManager;
  /** Aborted at the next interruption: messages in transit at that time may be lost. */
  lost: AbortSignal;
}

/** One connection to NATS that comes back by itself, for ever. */
export interface NatsLink {
  readonly connection: NatsConnection;
  isUp(): boolean;
  /** The present session; waits for the connection. Throws when the signal ends the wait. */
  session(signal: AbortSignal): Promise<NatsSession>;
  /** Throws an `unavailable` error while there is no connection. */
  health(): Promise<void>;
  close(): Promise<void>;
}

/** Connects. Throws an `unavailable` error that names the server when it does not answer within 10 s or lacks JetStream. */
export const openLink = async (deps: { log: Log; url: string; name: string }): Promise<NatsLink> => {
  const { log, url, name } = deps;
  const shown = withoutSecrets(url);
  const nc = await connectNats({ url, name });
  const jsm = await jetstreamManager(nc).catch(async (error: unknown) => {
    await nc.close();
    throw unavailable(`NATS at ${shown} does not answer for JetStream: ${(error as Error).message}`, error);
  });
  const js = jetstream(nc);

  let interruption = new AbortController();
  let up = true;
  let back: (() => void)[] = [];
  const watch = async (): Promise<void> => {
    for await (const { type } of nc.status()) {
      if (type === 'disconnect' && up) {
        up = false;
        interruption.abort();
        log.warn({ server: shown }, 'NATS connection lost');
      } else if (type === 'reconnect' && !up) {
        up = true;
        interruption = new AbortController();
        log.info({ server: shown }, 'NATS connection is back');
        back.forEach((resolve) => resolve());
        back = [];
      }
    }
  };
  watch().catch((error: unknown) => log.error({ err: error }, 'NATS status watch ended'));

  const isUp = (): boolean => up && !nc.isClosed();

  return {
    connection: nc,
    isUp,
    session: async (signal) => {
      while (!up && !signal.aborted)
        await untilAborted(signal, new Promise<void>((resolve) => back.push(resolve)));
      signal.throwIfAborted();
      return { js, jsm, lost: interruption.signal };
    },
    health: () =>
      isUp() ? Promise.resolve() : Promise.reject(unavailable(`There is no connection to NATS at ${shown}.`)),
    close: async () => {
      if (nc.isClosed()) return;
      // Acknowledgements on their way are worth a moment, but only when someone is there to take them.
      if (up) await atMost(2_000, nc.flush());
      await nc.close();
    },
  };
};
