import { newId } from '@parley/persistence';
import { type NatsLink } from './link';
import { type JetStreamPlace, wireSubject } from './streams';

/** Least milliseconds between two messages of a process: what it writes meanwhile shares the next one. */
const REST_MS = 250;

/**
 * How the processes of a service say to each other that one of them wrote something that another may have to work on: only
 * one of them publishes the service's events. The messages are not kept. One that is lost costs time, because each process
 * looks at the database by itself, too.
 */
export interface Nudges {
  /** Tells the other processes. */
  tell(): void;
  close(): void;
}

/** Listens to the other processes of the service; `heard` is called whenever one of them tells. */
export const openNudges = (deps: {
  link: Pick<NatsLink, 'connection' | 'isUp'>;
  place: JetStreamPlace;
  service: string;
  heard: () => void;
}): Nudges => {
  const { link, place, service, heard } = deps;
  const { connection } = link;
  const subject = wireSubject(place, `NUDGE.${service}`);
  const self = newId();
  const subscription = connection.subscribe(subject, {
    callback: (error, message) => {
      if (!error && message.string() !== self) heard();
    },
  });
  let resting: NodeJS.Timeout | undefined;
  let isOwed = false;

  const tell = (): void => {
    if (resting) {
      isOwed = true;
      return;
    }
    isOwed = false;
    // The client would keep in memory what it cannot send.
    if (link.isUp()) connection.publish(subject, self);
    resting = setTimeout(() => {
      resting = undefined;
      if (isOwed) tell();
    }, REST_MS);
  };

  return {
    tell,
    close: () => {
      clearTimeout(resting);
      subscription.unsubscribe();
    },
  };
};
