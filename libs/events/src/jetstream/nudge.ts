import { newId } from '@parley/persistence';
import type { NatsLink } from './link';
import { type JetStreamPlace, wireSubject } from './streams';

/** Least milliseconds between two messages of a process: changes in between share the next one. */
const REST_MS = 250;

/**
 * Messages between the processes of a service after one of them wrote a change that another may have to process: only one of them
 * publishes the service's events. The messages are not stored. A lost one costs time only, because each process also polls the
 * database.
 */
export interface Nudges {
  /** Notifies the other processes. */
  tell(): void;
  close(): void;
}

/** Subscribes to the other processes of the service; `heard` is called for each message of theirs. */
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
    // The client would keep unsent messages in memory.
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
